import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { NetworkHandler } from "../admission/http-server.ts";
import type { RequestIds } from "../request-id.ts";
import type { ResponseCounts } from "#server/metrics/response-counts.ts";
import { type Ready, type CachedResponse, type Sent, sendCached, type Variant, variantOf } from "./cached-response.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Sends a cached response, and remembers it for `path`, which must be one of a fixed set. */
    sendCached: (request: FastifyRequest, reply: FastifyReply, ready: Ready, path: string) => Promise<FastifyReply>;
  }
}

/**
 * Sends cached responses before the framework does any work. The framework handles the first request for each URL with
 * all its hooks; the sent head and body are stored and reused until the response changes. `counts` records each
 * response; while `isSameForMembers` says no, requests with a cookie, which only members have, go to the framework.
 */
export function createResponseCache(
  requestId: RequestIds["requestId"],
  counts?: ResponseCounts,
  isSameForMembers = () => true,
) {
  const known = new Map<string, { ready: Ready; count: Count | undefined }>();
  const sending = new WeakMap<FastifyReply, { cached: CachedResponse; variant: Variant }>();
  let app: FastifyInstance | undefined;
  let isOpen = true;

  /** Sends the stored response; returns false if the framework has to respond. */
  function send(
    cached: CachedResponse,
    request: IncomingMessage,
    response: ServerResponse,
    { since, count }: { since: number; count: Count | undefined },
  ): boolean {
    const variant = variantOf(cached, request.headers);
    const sent = cached.sent[variant];
    if (sent === undefined || !isOpen) return false;
    const status = variant === "unchanged" ? 304 : 200;
    sendWhole(status, sent, request, response);
    const duration = performance.now() - since;
    count?.(variant === "unchanged", duration);
    const ms = Math.round(duration * 10) / 10;
    const { method, url: route } = request;
    app?.log.info({ reqId: requestId(request), method, route, status, ms }, "request completed");
    return true;
  }

  return {
    /** Call this after all other `onSend` hooks are added. */
    watch(instance: FastifyInstance): void {
      app = instance;
      app.addHook("preClose", async () => {
        // The framework responds from here on, with `Connection: close`, which stored heads lack.
        isOpen = false;
      });
      app.addHook("onSend", async (_request, reply, payload) => {
        const sent = sending.get(reply);
        if (sent === undefined || !isOpen) return;
        // A cached response sends a buffer or nothing.
        sent.cached.sent[sent.variant] = whole(reply, payload as Buffer | undefined);
      });
    },

    sendCached: (async (request, reply, ready, path) => {
      const cached = await ready();
      counts?.lookedUp(cached);
      const variant = variantOf(cached, request.headers);
      if (request.method === "GET" && request.url === path) {
        // The route's pattern, because URLs may have parameters.
        const count = known.get(path)?.count ?? counts?.beforeFramework(request.routeOptions.url);
        known.set(path, { ready, count });
        sending.set(reply, { cached, variant });
      }
      return sendCached(reply, cached, variant);
    }) satisfies FastifyInstance["sendCached"],

    /** Sends a cached response if there is one, else calls `otherwise`. */
    inFrontOf: (otherwise: NetworkHandler): NetworkHandler => {
      return (request, response, network) => {
        const isPlain = request.method === "GET" && (request.headers.cookie === undefined || isSameForMembers());
        const found = isPlain ? known.get(request.url ?? "") : undefined;
        if (found === undefined) return otherwise(request, response, network);
        const { ready, count } = found;
        const since = performance.now();
        ready().then(
          (cached) => send(cached, request, response, { since, count }) || otherwise(request, response, network),
          () => otherwise(request, response, network),
        );
      };
    },
  };
}

type Count = ReturnType<ResponseCounts["beforeFramework"]>;

/**
 * Reuses the head that Node wrote, which is valid until the `Date` header changes a second later: writing and checking
 * a head takes a third of the remaining time. `_header` is Node's private field, sent with the end of the response; in
 * a Node without it, every head is written normally.
 */
function sendWhole(
  status: number,
  sent: Sent,
  request: IncomingMessage,
  response: ServerResponse & { _header?: unknown },
): void {
  const second = Math.floor(Date.now() / 1000);
  // The head tells other clients that the connection ends.
  const isUsual = response.shouldKeepAlive && request.httpVersion === "1.1";
  if (isUsual && sent.again?.second === second) {
    response._header = sent.again.text;
    response.end();
    return;
  }
  response.writeHead(status, sent.head);
  if (isUsual && typeof response._header === "string") {
    sent.again = { second, text: response._header + (sent.text ?? "") };
  }
  response.end(sent.text, "latin1");
}

function whole(reply: FastifyReply, body: Buffer | undefined): Sent {
  const headers = reply.getHeaders();
  if (body !== undefined) headers["content-length"] = body.length;
  const head = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().flatMap((one) => [name, String(one)]),
  );
  return { head, text: body?.toString("latin1") };
}
