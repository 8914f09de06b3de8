import type { FastifyReply, FastifyRequest } from "fastify";
import { compress } from "./encoding.ts";
import { type ReadyAnswer, readyAnswer } from "./ready-answer.ts";

/** The content at its present version; `make` is called only when that version is not ready yet. */
export type Versioned = () => Promise<{ version: number | string; make: () => string | Promise<string> }>;

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Sends a public answer that is the same bytes for everybody: made and compressed once for each version, then sent from memory.
 * Copies elsewhere are checked at each use (`no-cache`), so that a replaced channel is gone at once.
 */
export function cachedByVersion(read: Versioned, headers: Record<string, string>): Send {
  let kept: { version: number | string; answer: Promise<ReadyAnswer> } | undefined;

  async function prepare(make: () => string | Promise<string>): Promise<ReadyAnswer> {
    const identity = Buffer.from(await make());
    const [br, gzip] = await Promise.all([compress(identity, "br", "best"), compress(identity, "gzip", "best")]);
    return readyAnswer({ ...headers, "cache-control": "public, no-cache" }, { identity, br, gzip });
  }

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

  return (request, reply) => request.server.sendReady(request, reply, ready, request.routeOptions.url ?? "");
}
