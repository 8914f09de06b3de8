import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Problem } from "#contract/error.ts";
import type { HttpLimits } from "./http-server.ts";
import { createTokenBuckets } from "./services/token-buckets.ts";

const message = "Too many requests have come from your network. Please wait a moment and try again.";
const problem: Problem = { type: "about:blank", title: "Too Many Requests", status: 429, message };
const answers = {
  api: { type: "application/problem+json", body: JSON.stringify(problem) },
  others: { type: "text/plain; charset=utf-8", body: `${message}\n` },
};

/** Documents that are rendered and compressed for each request: some milliseconds each, where others are sent from memory. */
const rendered = /^\/(?:contact\/message|report|receipt|ContactAdmin)\b/;
const costOfRendered = 10;

/** The share of requests of each network; a connection counts as one, too. Refusing one costs next to nothing. */
export function createRequestCap(deps: {
  limits: Pick<HttpLimits, "requestsPerSecond" | "requestBurst">;
  now: () => number;
}) {
  const { requestsPerSecond, requestBurst } = deps.limits;
  const isLifted = requestsPerSecond === 0 || requestBurst === 0;
  const refillMs = isLifted ? 0 : 1000 / requestsPerSecond;
  const buckets = createTokenBuckets({ refillMs, burst: requestBurst, now: deps.now });
  /** Connections that have asked for nothing yet. */
  const admitted = new WeakSet<Socket>();
  // The app, which sets these for every other answer, has not seen the request.
  const headers = {
    "retry-after": "1",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
  };

  return {
    /** Takes a connection, and its first request with it, from the share of `name`; false where that is used up. */
    admits(name: string, socket: Socket): boolean {
      if (isLifted) return true;
      if (buckets.take(name) > 0) return false;
      admitted.add(socket);
      return true;
    },

    /** Takes a request from the share of `name`; false where it is used up. */
    takes(name: string, { url = "", socket }: IncomingMessage): boolean {
      if (isLifted) return true;
      const paid = admitted.delete(socket) ? 1 : 0;
      return buckets.take(name, (rendered.test(url) ? costOfRendered : 1) - paid) === 0;
    },

    /** Answers 429; the connection ends with it, unless it is a proxy's, which carries others as well. */
    refuse(request: IncomingMessage, response: ServerResponse, isProxied: boolean): void {
      // One chunk may hold many requests; the connection has been ended for the first of them.
      if (request.socket.destroyed || request.socket.writableEnded) return;
      const { type, body } = request.url?.startsWith("/api/") === true ? answers.api : answers.others;
      // What else was sent over a connection that is closed is not even read.
      const more = isProxied ? {} : { connection: "close" };
      const length = { "content-type": type, "content-length": Buffer.byteLength(body) };
      response.writeHead(429, { ...headers, ...length, ...more }).end(body);
    },

    /** Forgets every network. */
    clear: () => buckets.clear(),
  };
}
