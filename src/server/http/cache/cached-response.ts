import type { FastifyReply, FastifyRequest } from "fastify";
import { createHash } from "node:crypto";
import { compress, type Encoding, encodings, pickEncoding } from "../compression.ts";

/** The variant of a response to send: an encoding, or "unchanged" if the client's copy is current. */
export type Variant = Encoding | "identity" | "unchanged";

/** A complete response, with each compressed body that is ready or in progress. */
export interface CachedResponse {
  headers: Record<string, string>;
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer | Promise<Buffer>>>;
  /** Heads and bodies that were sent before, to be sent again unchanged. */
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
export function variantOf(response: CachedResponse, headers: FastifyRequest["headers"]): Variant {
  if (matches(headers["if-none-match"], response.headers["etag"] ?? "")) return "unchanged";
  return pickEncoding(headers["accept-encoding"], (name) => response.bodies[name] !== undefined);
}

/** Sends the response through the framework. `variant` comes from `variantOf`. */
export async function sendCached(
  reply: FastifyReply,
  response: CachedResponse,
  variant: Variant,
): Promise<FastifyReply> {
  const body = variant === "unchanged" ? undefined : await response.bodies[variant];
  reply.headers(response.headers);
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

/** The present version of the content; `make` is called only if that version is not cached. */
type Versioned = () => Promise<{ version: number | string; make: () => string | Promise<string> }>;

/**
 * Browsers revalidate on each use, and shared caches serve a copy for 2 s. Changes by other programs are seen within
 * 2.5 s, so a replaced channel disappears everywhere within 5 s.
 */
const keptBriefly = "public, max-age=0, s-maxage=2, must-revalidate";

interface Send {
  (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Makes the present version before the first request. */
  prepare(): Promise<unknown>;
}

/**
 * Sends a public response that is equal for everyone: made and compressed once per version, then sent from memory.
 * `headers` that depend on the content are read after it is made.
 */
export function cachedByVersion(
  read: Versioned,
  headers: Record<string, string> | (() => Record<string, string>),
): Send {
  let kept: { version: number | string; response: Promise<CachedResponse> } | undefined;

  async function ready(): Promise<CachedResponse> {
    const { version, make } = await read();
    if (kept?.version === version) return kept.response;
    const evict = () => {
      if (kept === fresh) kept = undefined;
    };
    const fresh = { version, response: prepare(make, evict) };
    kept = fresh;
    fresh.response.catch(evict);
    return fresh.response;
  }

  /** A request waits only for its own encoding; none, or a fast one, is ready immediately. */
  async function prepare(make: () => string | Promise<string>, failed: () => void): Promise<CachedResponse> {
    const identity = Buffer.from(await make());
    const bodies: CachedResponse["bodies"] = { identity };
    for (const encoding of encodings) {
      const compressed = compress(identity, encoding, "best");
      compressed.catch(failed);
      bodies[encoding] = compressed;
    }
    const own = typeof headers === "function" ? headers() : headers;
    return cachedResponse({ "cache-control": keptBriefly, ...own }, bodies);
  }

  const send = (request: FastifyRequest, reply: FastifyReply) =>
    request.server.sendCached(request, reply, ready, request.routeOptions.url ?? "");
  return Object.assign(send, { prepare: ready });
}
