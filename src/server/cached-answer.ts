import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { compress, pickEncoding } from "./encoding.ts";

/** A complete answer, kept ready in each encoding that it is worth having in. */
export interface ReadyAnswer {
  etag: string;
  bodies: { br: Buffer | undefined; gzip: Buffer | undefined; identity: Buffer };
}

/** The content at its present version; `make` is called only when that version is not ready yet. */
export type Versioned = () => Promise<{ version: number | string; make: () => string | Promise<string> }>;

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Sends a public answer that is the same bytes for everybody: made and compressed once for each version, then sent from memory.
 * Copies elsewhere are checked at each use (`no-cache`), so that a replaced channel is gone at once.
 */
export function cachedByVersion(read: Versioned, headers: Record<string, string>): Send {
  let kept: { version: number | string; answer: Promise<ReadyAnswer> } | undefined;

  async function ready(): Promise<ReadyAnswer> {
    const { version, make } = await read();
    if (kept?.version === version) return kept.answer;
    const fresh = { version, answer: prepare(make) };
    kept = fresh;
    fresh.answer.catch(() => {
      if (kept === fresh) kept = undefined;
    });
    return fresh.answer;
  }

  const more = { ...headers, "cache-control": "public, no-cache" };
  return async (request, reply) => sendReady(request, reply, await ready(), more);
}

/** Sends an answer in the best encoding that the reader takes and that is ready, or 304 to who has it. */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, bodies }: ReadyAnswer,
  headers: Record<string, string>,
): FastifyReply {
  reply.headers({ ...headers, vary: "Accept-Encoding", etag });
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const encoding = pickEncoding(request.headers["accept-encoding"]);
  const encoded = bodies[encoding];
  if (encoding !== "identity" && encoded !== undefined) reply.header("content-encoding", encoding);
  return reply.serializer(asItIs).send(encoded ?? bodies.identity);
}

const asItIs = (payload: unknown) => payload as string;

async function prepare(make: () => string | Promise<string>): Promise<ReadyAnswer> {
  const identity = Buffer.from(await make());
  const [br, gz] = await Promise.all([compress(identity, "br", "best"), compress(identity, "gzip", "best")]);
  // Weak: the encodings share it, and they are not the same bytes.
  const etag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  return { etag, bodies: { br, gzip: gz, identity } };
}

/** The weak comparison of RFC 9110, section 8.8.3.2. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.split(",").some((tag) => tag.trim() === "*" || opaque(tag) === opaque(etag));
}
