import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Encoding, pickEncoding } from "./encoding.ts";

/** What is sent of an answer: a body in one of its encodings, or that the reader's copy still holds. */
export type Variant = Encoding | "identity" | "unchanged";

/** A complete answer, kept ready as it is and in each encoding that makes it smaller, or is about to. */
export interface ReadyAnswer {
  headers: Record<string, string>;
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer | Promise<Buffer>>>;
  /** What has been sent before, to be sent again as it is. */
  sent: Partial<Record<Variant, Sent>>;
}

/** A whole answer: its head, names and values in turn, and its bytes as Latin-1 text, which Node sends in one piece with the head. */
export interface Sent {
  head: string[];
  text: string | undefined;
  /** Both as Node has written them in this second, of those since 1970. */
  again?: { second: number; text: string };
}

/** Gives the answer as it is to be sent now. */
export type Ready = () => Promise<ReadyAnswer>;

/** `headers` say what it is and how long it keeps; what tells its copies apart is added. */
export function readyAnswer(headers: Record<string, string>, bodies: ReadyAnswer["bodies"]): ReadyAnswer {
  // Weak: the encodings share it, and they are not the same bytes.
  const etag = `W/"${createHash("sha256").update(bodies.identity).digest("base64url").slice(0, 22)}"`;
  return { headers: { ...headers, vary: "Accept-Encoding", etag }, bodies, sent: {} };
}

/** What a request gets of an answer. */
export function variantOf(answer: ReadyAnswer, headers: FastifyRequest["headers"]): Variant {
  if (matches(headers["if-none-match"], answer.headers["etag"] ?? "")) return "unchanged";
  return pickEncoding(headers["accept-encoding"], (name) => answer.bodies[name] !== undefined);
}

/** Sends it through the framework. `variant` is what `variantOf` says. */
export async function sendReady(reply: FastifyReply, answer: ReadyAnswer, variant: Variant): Promise<FastifyReply> {
  const body = variant === "unchanged" ? undefined : await answer.bodies[variant];
  reply.headers(answer.headers);
  if (variant === "unchanged") return reply.code(304).send();
  if (variant !== "identity") reply.header("content-encoding", variant);
  return reply.serializer(asItIs).send(body);
}

const asItIs = (payload: unknown) => payload as string;

/** The weak comparison of RFC 9110, section 8.8.3.2. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.split(",").some((tag) => tag.trim() === "*" || opaque(tag) === opaque(etag));
}
