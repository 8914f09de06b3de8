import { paths } from "#contract/paths.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PageRenderer } from "#contract/page.ts";
import type { Site } from "#contract/site.ts";
import { retryAfterSeconds, StoreUnavailableError } from "../store/store-unavailable.ts";
import { pathOf } from "../http/readable-url.ts";
import { sendUncached } from "./documents.ts";

/** Pages with a form that posts to the page's own URL. */
const formPaths: ReadonlySet<string> = new Set([paths.message, paths.report, paths.verify]);

/** Responds to a failed document request with the designed error page; the error's text goes only to the log. */
export function sendFault(renderer: PageRenderer) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isStore = error instanceof StoreUnavailableError;
    const status = isStore ? 503 : error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500;
    if (status >= 500) request.log.error({ err: error }, "a request failed");
    if (isStore) reply.header("retry-after", String(retryAfterSeconds));
    return sendUncached(reply.code(status), renderer.renderFault(status));
  };
}

/** Responds to unknown routes with the designed 404 page, or 405 if only the method is wrong. */
export function respondNotFound(app: FastifyInstance, deps: { renderer: PageRenderer; site: Site }): void {
  const { renderer, site } = deps;
  // Rendered once: a flood of wrong URLs must not cost a render each.
  let notFound: string | undefined;
  const anyCase = new Map([...renderer.pages.keys()].map((path) => [path.toLowerCase(), path]));
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathOf(request.url);
    const meant = anyCase.get(path.replace(/(?<=.)\/$/, "").toLowerCase());
    if (meant !== undefined && meant !== path) return reply.redirect(meant + request.url.slice(path.length), 308);
    if (renderer.pages.has(path) && request.method !== "GET" && request.method !== "HEAD") {
      const allow = formPaths.has(path) ? "GET, HEAD, POST" : "GET, HEAD";
      return sendUncached(reply.code(405).header("allow", allow), renderer.renderFault(405));
    }
    notFound ??= renderer.render("/404", { site });
    return sendUncached(reply.code(404), notFound);
  }
  app.setNotFoundHandler(answer);
  // Respond before reading the body.
  app.addHook("onRequest", async (request, reply) => (request.is404 ? answer(request, reply) : undefined));
}
