import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { say } from "#copy/server/say.ts";
import { sendProblem } from "./problem.ts";

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

  function response(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const methods = methodsAt(pathOf(request.url));
    if (methods === undefined) return sendProblem(reply, 404, say("request.no-such-call"));
    const allow = order.filter((method) => methods.has(method)).join(", ");
    return sendProblem(reply.header("allow", allow), 405, say("request.wrong-method", { methods: allow }));
  }

  app.setNotFoundHandler(response);
  app.addHook("onRequest", async (request, reply) => {
    // A static path is not an id: `DELETE /contacts/order` must not reach `/contacts/:id`.
    const isOther = byPath.get(pathOf(request.url))?.has(request.method) === false;
    return request.is404 || isOther ? response(request, reply) : undefined;
  });
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`);
}

/**
 * Returns the URL, or an unknown one in its place: for an API path that cannot be decoded, and for any page's path with
 * percent-encoding. No page needs it, and the router would read such a path differently from the other code.
 */
export function readableUrl(url: string): string {
  if (!url.includes("%")) return url;
  const [path = ""] = url.split(/[?#]/, 1);
  if (!path.includes("%")) return url;
  if (path.startsWith("/api/")) return isDecodable(path) ? url : "/api/%25";
  return `${/^\/[a-z]{2}(?:-[A-Z][a-z]{3})?(?=\/)/.exec(path)?.[0] ?? ""}/%25`;
}

/** The URL's path, without the query. */
export function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

function isDecodable(path: string): boolean {
  try {
    // Uses the result, because the bundler removes calls that it considers pure.
    return decodeURI(path) !== "";
  } catch {
    return false;
  }
}
