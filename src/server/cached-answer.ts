import type { FastifyReply, FastifyRequest } from "fastify";
import { compress, encodings } from "./encoding.ts";
import { type ReadyAnswer, readyAnswer } from "./ready-answer.ts";

/** The content at its present version; `make` is called only when that version is not ready yet. */
export type Versioned = () => Promise<{ version: number | string; make: () => string | Promise<string> }>;

/**
 * Browsers check their copy at each use. Caches in front of us serve theirs for two seconds: with the 2.5 s after which a change by another
 * program is seen, a replaced channel is gone from everywhere within 5 s.
 */
const keptBriefly = "public, max-age=0, s-maxage=2, must-revalidate";

interface Send {
  (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Makes the present version before anybody asks for it. */
  prepare(): Promise<unknown>;
}

/**
 * Sends a public answer that is the same bytes for everybody: made and compressed once for each version, then sent from memory.
 */
export function cachedByVersion(read: Versioned, headers: Record<string, string>): Send {
  let kept: { version: number | string; answer: Promise<ReadyAnswer> } | undefined;

  async function ready(): Promise<ReadyAnswer> {
    const { version, make } = await read();
    if (kept?.version === version) return kept.answer;
    const forget = () => {
      if (kept === fresh) kept = undefined;
    };
    const fresh = { version, answer: prepare(make, forget) };
    kept = fresh;
    fresh.answer.catch(forget);
    return fresh.answer;
  }

  /** Each encoding is waited for by those who take it: who takes none, or a quick one, has the answer at once. */
  async function prepare(make: () => string | Promise<string>, failed: () => void): Promise<ReadyAnswer> {
    const identity = Buffer.from(await make());
    const bodies: ReadyAnswer["bodies"] = { identity };
    for (const encoding of encodings) {
      const compressed = compress(identity, encoding, "best");
      compressed.catch(failed);
      bodies[encoding] = compressed;
    }
    return readyAnswer({ ...headers, "cache-control": keptBriefly }, bodies);
  }

  const send = (request: FastifyRequest, reply: FastifyReply) =>
    request.server.sendReady(request, reply, ready, request.routeOptions.url ?? "");
  return Object.assign(send, { prepare: ready });
}
