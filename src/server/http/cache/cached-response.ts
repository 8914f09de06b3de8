import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Encoding, pickEncoding } from "../compression.ts";

/** The variant of a response to send: an encoding, or "unchanged" if the client's copy is current. */
export type Variant = Encoding | "identity" | "unchanged";

/** A complete response, with each compressed body that is ready or in progress. */
export interface CachedResponse {
  headers: Record<string, string>;
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer | Promise<Buffer>>>;
  /** What was sent before, to be sent again unchanged. */
  sent: Partial<Record<Variant, Sent>>;
}

/**
 * A complete response: head (names and values in turn) and body as Latin-1 text, which Node sends together with the
 * head.
 */
export interface Sent {
  head: string[];
  text: string | undefined;
  /** Head and body as Node wrote them in this Unix second. */
  again?: { second: number; text: string };
}

/** Resolves with the response to send now. */
export type Ready = () => Promise<CachedResponse>;

/** Creates a cached response. `headers` set its type and caching; `vary` and `etag` are added. */
export function cachedResponse(headers: Record<string, string>, bodies: CachedResponse["bodies"]): CachedResponse {
  // Weak, because all encodings share it.
  const etag = `W/"${createHash("sha256").update(bodies.identity).digest("base64url").slice(0, 22)}"`;
  return { headers: { ...headers, vary: "Accept-Encoding", etag }, bodies, sent: {} };
}

/** Picks the variant for a request. */
export function variantOf(answer: CachedResponse, headers: FastifyRequest["headers"]): Variant {
  if (matches(headers["if-none-match"], answer.headers["etag"] ?? "")) return "unchanged";
  return pickEncoding(headers["accept-encoding"], (name) => answer.bodies[name] !== undefined);
}

/** Sends the response through the framework. `variant` comes from `variantOf`. */
export async function sendCached(reply: FastifyReply, answer: CachedResponse, variant: Variant): Promise<FastifyReply> {
  const body = variant === "unchanged" ? undefined : await answer.bodies[variant];
  reply.headers(answer.headers);
  if (variant === "unchanged") return reply.code(304).send();
  if (variant !== "identity") reply.header("content-encoding", variant);
  return reply.serializer(asItIs).send(body);
}

const asItIs = (payload: unknown) => payload as string;

/** Weak comparison (RFC 9110, section 8.8.3.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.split(",").some((tag) => tag.trim() === "*" || opaque(tag) === opaque(etag));
}
