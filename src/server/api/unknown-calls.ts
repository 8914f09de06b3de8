import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "../problem.ts";
import { pathOf } from "../readable-url.ts";

const order = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Answers 404 where there is no such call, and 405 with the methods that are there where only the method is another (RFC 9110,
 * section 15.5.6). To be called before the guards and the routes of `app`: no guard and no body matters to what is not there.
 */
export function answerUnknownCalls(app: FastifyInstance): void {
  const byPath = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ path, method }) => {
    const known = byPath.get(path) ?? new Set();
    for (const name of [method].flat()) known.add(name);
    byPath.set(path, known);
  });

  // Made when it is first needed: a route for each other method of each path would take a tenth of the start.
  let patterns: Array<[pattern: RegExp, methods: Set<string>]> | undefined;
  function methodsAt(path: string): Set<string> | undefined {
    patterns ??= [...byPath].map(([known, methods]) => [patternOf(known), methods]);
    return byPath.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1];
  }

  function answer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const methods = methodsAt(pathOf(request.url));
    if (methods === undefined) return sendProblem(reply, 404, "There is no such call.");
    const allow = order.filter((method) => methods.has(method)).join(", ");
    return sendProblem(reply.header("allow", allow), 405, `This call answers ${allow} only.`);
  }

  app.setNotFoundHandler(answer);
  app.addHook("onRequest", async (request, reply) => {
    // A path of its own is not an id: `DELETE /contacts/order` does not go to `/contacts/:id`.
    const isOther = byPath.get(pathOf(request.url))?.has(request.method) === false;
    return request.is404 || isOther ? answer(request, reply) : undefined;
  });
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`);
}
