import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "./problem.ts";
import { pathOf } from "./readable-url.ts";

const order = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Responds 404 to an unknown path, and 405 with the allowed methods to an unknown method (RFC 9110, section 15.5.6).
 * Call it before the guards and routes of `app`: unknown calls need neither session nor body.
 */
export function respondUnknownCalls(app: FastifyInstance): void {
  const byPath = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ path, method }) => {
    const known = byPath.get(path) ?? new Set();
    for (const name of [method].flat()) known.add(name);
    byPath.set(path, known);
  });

  // Built on first use: a route for each other method of each path would take a tenth of the start.
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
    // A static path is not an id: `DELETE /contacts/order` must not reach `/contacts/:id`.
    const isOther = byPath.get(pathOf(request.url))?.has(request.method) === false;
    return request.is404 || isOther ? answer(request, reply) : undefined;
  });
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`);
}
