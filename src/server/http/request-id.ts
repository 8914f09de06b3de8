import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { proxiesOf } from "./admission/http-server.ts";

/** The caller's span, as the Trace Context recommendation (https://www.w3.org/TR/trace-context/) writes it. */
interface TraceParent {
  traceId: string;
  spanId: string;
  traceFlags: number;
}

export type RequestIds = ReturnType<typeof createRequestIds>;

/** Reads the ids that a trusted proxy gives a request. Anybody else could forge or repeat them. */
export function createRequestIds(trustProxy: Config["trustProxy"]) {
  const isProxy = proxiesOf(trustProxy);

  /** The header; empty if no trusted proxy sent it. */
  function fromProxy({ headers, socket: { remoteAddress } }: IncomingMessage, name: string): string {
    const value = headers[name];
    return typeof value === "string" && remoteAddress !== undefined && isProxy(remoteAddress, 0) ? value : "";
  }

  function traceParent(request: IncomingMessage): TraceParent | undefined {
    const parts = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;
    const [, traceId = "", spanId = "", flags = ""] = parts.exec(fromProxy(request, "traceparent")) ?? [];
    return traceId === "" ? undefined : { traceId, spanId, traceFlags: parseInt(flags, 16) };
  }

  return {
    traceParent,

    /** The proxy's `X-Request-Id`, else the id of its trace, else a new id. */
    requestId: (request: IncomingMessage): string => {
      const given = fromProxy(request, "x-request-id");
      return /^[\w.:-]{8,64}$/.test(given) ? given : (traceParent(request)?.traceId ?? randomUUID());
    },
  };
}

/**
 * Returns each request's id as `X-Request-Id`, unless a cache may keep the response: it would send the id to others.
 * Call this after the hooks that set `Cache-Control`.
 */
export function returnRequestIds(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply) => {
    if (reply.getHeader("cache-control") === "no-store") reply.header("x-request-id", request.id);
  });
}
