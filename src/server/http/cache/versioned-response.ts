import type { FastifyReply, FastifyRequest } from "fastify";
import { compress, encodings } from "../compression.ts";
import { type CachedResponse, cachedResponse } from "./cached-response.ts";

/** The present version of the content; `make` is called only if that version is not cached. */
export type Versioned = () => Promise<{ version: number | string; make: () => string | Promise<string> }>;

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

/** Sends a public response that is equal for everyone: made and compressed once per version, then sent from memory. */
export function cachedByVersion(read: Versioned, headers: Record<string, string>): Send {
  let kept: { version: number | string; answer: Promise<CachedResponse> } | undefined;

  async function ready(): Promise<CachedResponse> {
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

  /** A request waits only for its own encoding; none, or a fast one, is ready at once. */
  async function prepare(make: () => string | Promise<string>, failed: () => void): Promise<CachedResponse> {
    const identity = Buffer.from(await make());
    const bodies: CachedResponse["bodies"] = { identity };
    for (const encoding of encodings) {
      const compressed = compress(identity, encoding, "best");
      compressed.catch(failed);
      bodies[encoding] = compressed;
    }
    return cachedResponse({ ...headers, "cache-control": keptBriefly }, bodies);
  }

  const send = (request: FastifyRequest, reply: FastifyReply) =>
    request.server.sendCached(request, reply, ready, request.routeOptions.url ?? "");
  return Object.assign(send, { prepare: ready });
}
