import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { DoorHandler } from "./http-server.ts";
import type { AnswerCounts } from "./metrics/answer-counts.ts";
import { type Ready, type ReadyAnswer, type Sent, sendReady, type Variant, variantOf } from "./ready-answer.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Answers with what is ready, and remembers it for `path`, which must be one of a fixed number. */
    sendReady: (request: FastifyRequest, reply: FastifyReply, ready: Ready, path: string) => Promise<FastifyReply>;
  }
}

/**
 * Sends what is ready before the framework does any work for it. The framework answers each address first, with all its hooks, and what
 * it sends is kept with the answer, head and body: from then on the same goes out until the answer is another. `counts` is told of each.
 */
export function createReadyDoor(counts?: AnswerCounts) {
  const known = new Map<string, { ready: Ready; count: Count | undefined }>();
  const sending = new WeakMap<FastifyReply, { answer: ReadyAnswer; variant: Variant }>();
  let app: FastifyInstance | undefined;
  let isOpen = true;

  /** False where the framework has to answer. */
  function send(
    answer: ReadyAnswer,
    request: IncomingMessage,
    response: ServerResponse,
    { since, count }: { since: number; count: Count | undefined },
  ): boolean {
    const variant = variantOf(answer, request.headers);
    const sent = answer.sent[variant];
    if (sent === undefined || !isOpen) return false;
    const status = variant === "unchanged" ? 304 : 200;
    sendWhole(status, sent, request, response);
    const took = performance.now() - since;
    count?.(variant === "unchanged", took);
    const ms = Math.round(took * 10) / 10;
    app?.log.info({ reqId: randomUUID(), method: request.method, route: request.url, status, ms }, "answered");
    return true;
  }

  return {
    /** To be called after every other `onSend` hook was added. */
    watch(instance: FastifyInstance): void {
      app = instance;
      app.addHook("preClose", async () => {
        // The last answer on each connection says that it is the last.
        isOpen = false;
      });
      app.addHook("onSend", async (_request, reply, payload) => {
        const sent = sending.get(reply);
        if (sent === undefined || !isOpen) return;
        // What a ready answer sends is a buffer, or nothing.
        sent.answer.sent[sent.variant] = whole(reply, payload as Buffer | undefined);
      });
    },

    sendReady: (async (request, reply, ready, path) => {
      const answer = await ready();
      counts?.looked(answer);
      const variant = variantOf(answer, request.headers);
      if (request.method === "GET" && request.url === path) {
        // The pattern of the route: an address may be one of many.
        const count = known.get(path)?.count ?? counts?.beforeFramework(request.routeOptions.url);
        known.set(path, { ready, count });
        sending.set(reply, { answer, variant });
      }
      return sendReady(reply, answer, variant);
    }) satisfies FastifyInstance["sendReady"],

    /** Sends what is ready, and leaves the rest to `otherwise`. */
    inFrontOf: (otherwise: DoorHandler): DoorHandler => {
      return (request, response, network) => {
        const found = request.method === "GET" ? known.get(request.url ?? "") : undefined;
        if (found === undefined) return otherwise(request, response, network);
        const { ready, count } = found;
        const since = performance.now();
        ready().then(
          (answer) => send(answer, request, response, { since, count }) || otherwise(request, response, network),
          () => otherwise(request, response, network),
        );
      };
    },
  };
}

type Count = ReturnType<AnswerCounts["beforeFramework"]>;

/**
 * Node writes and checks a head anew for each answer, a third of the work that is left. What it has written is good until the date is another,
 * a second later: it goes out again as it is. `_header` is Node's own field for the head that was written, which it sends with what ends
 * the answer; a Node that has no such field writes each head, as before.
 */
function sendWhole(
  status: number,
  sent: Sent,
  request: IncomingMessage,
  response: ServerResponse & { _header?: unknown },
): void {
  const second = Math.floor(Date.now() / 1000);
  // Others are told that the connection ends.
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
