import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { inEnglish } from "#copy/server/render.ts";
import { say } from "#copy/server/say.ts";
import type { Language } from "#domain/languages.ts";
import { problemText } from "../problem.ts";
import { acceptedLanguage } from "../request-language.ts";
import { createTokenBuckets } from "#server/lib/recent-map.ts";

/** Limits of each network, with the burst allowed after a quiet period; a rate of 0 removes the limit. */
export interface RequestLimits {
  requestsPerSecond: number;
  requestBurst: number;
}

const message = say("request.flood");
const plain = { type: "text/plain; charset=utf-8", body: `${inEnglish(message)}\n` };
/** Problem details by language, each made once: rejecting must cost little. */
const problems: Partial<Record<Language, { type: string; body: string }>> = {};

function problemIn(language: Language) {
  return (problems[language] ??= {
    type: "application/problem+json",
    body: problemText(language, { status: 429, message }),
  });
}

/** Documents rendered and compressed per request, which takes milliseconds; all others come from memory. */
const rendered = /^(?:\/[a-z]{2}(?:-[A-Z][a-z]{3})?)?\/(?:contact\/message|report|receipt|ContactAdmin)\b/;
const costOfRendered = 10;

/** Limits requests per network; a connection counts as one too. Rejecting costs very little. */
export function createRequestCap(deps: { limits: RequestLimits; now: () => number }) {
  const { requestsPerSecond, requestBurst } = deps.limits;
  const isLifted = requestsPerSecond === 0 || requestBurst === 0;
  const refillMs = isLifted ? 0 : 1000 / requestsPerSecond;
  const buckets = createTokenBuckets({ refillMs, burst: requestBurst, now: deps.now });
  /** Connections that were admitted but have sent no request yet. */
  const admitted = new WeakSet<Socket>();
  // The app sets these for all other responses, but has not seen this request.
  const headers = {
    "retry-after": "1",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
  };

  return {
    /** Takes a connection and its first request from the limit of `name`; false if it is used up. */
    admits(name: string, socket: Socket): boolean {
      if (isLifted) return true;
      if (buckets.take(name) > 0) return false;
      admitted.add(socket);
      return true;
    },

    /** Takes a request from the limit of `name`; false if it is used up. */
    takes(name: string, { url = "", socket }: IncomingMessage): boolean {
      if (isLifted) return true;
      const paid = admitted.delete(socket) ? 1 : 0;
      return buckets.take(name, (rendered.test(url) ? costOfRendered : 1) - paid) === 0;
    },

    /** Sends 429 and closes the connection, unless it is a proxy's, which carries other clients too. */
    refuse(request: IncomingMessage, response: ServerResponse, isProxied: boolean): void {
      // A chunk may hold several requests, and the first one already closed the connection.
      if (request.socket.destroyed || request.socket.writableEnded) return;
      const isCall = request.url?.startsWith("/api/") === true;
      const { type, body } = isCall ? problemIn(acceptedLanguage(request.headers["accept-language"])) : plain;
      // Closing also discards requests that are not read yet.
      const more = isProxied ? {} : { connection: "close" };
      const length = { "content-type": type, "content-length": Buffer.byteLength(body) };
      response.writeHead(429, { ...headers, ...length, ...more }).end(body);
    },

    /** Resets all networks. */
    clear: () => buckets.clear(),
  };
}
