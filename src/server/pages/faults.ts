import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PageRenderer } from "#contract/page.ts";
import type { Site } from "#contract/site.ts";
import { retryAfterSeconds, StoreUnavailableError } from "../store-unavailable.ts";
import { pathOf } from "../readable-url.ts";
import { sendUncached } from "./documents.ts";
import { messageFormPath } from "./message-form.ts";
import { reportFormPath } from "./report-form.ts";
import { verifyFormPath } from "./verify-form.ts";

/** The pages that are also forms, which post to their own address. */
const formPaths: ReadonlySet<string> = new Set([messageFormPath, reportFormPath, verifyFormPath]);

/** Answers a document's request that failed with a designed page; the error's own text stays in the log. */
export function sendFault(renderer: PageRenderer) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isStore = error instanceof StoreUnavailableError;
    const status = isStore ? 503 : error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500;
    if (status >= 500) request.log.error({ err: error }, "a request failed");
    if (isStore) reply.header("retry-after", String(retryAfterSeconds));
    return sendUncached(reply.code(status), renderer.renderFault(status));
  };
}

/** Everything that has no route: the designed 404 page, or 405 where only the method is wrong. */
export function answerUnknown(app: FastifyInstance, deps: { renderer: PageRenderer; site: Site }): void {
  const { renderer, site } = deps;
  // The same for everybody; a flood of wrong addresses would have it made for each.
  let notFound: string | undefined;
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathOf(request.url);
    const withoutSlash = path.replace(/\/$/, "");
    if (withoutSlash !== path && renderer.pages.has(withoutSlash)) return reply.redirect(withoutSlash, 308);
    if (renderer.pages.has(path) && request.method !== "GET" && request.method !== "HEAD") {
      const allow = formPaths.has(path) ? "GET, HEAD, POST" : "GET, HEAD";
      return sendUncached(reply.code(405).header("allow", allow), renderer.renderFault(405));
    }
    notFound ??= renderer.render("/404", { site });
    return sendUncached(reply.code(404), notFound);
  }
  app.setNotFoundHandler(answer);
  // Before the body is read: what is not there takes none.
  app.addHook("onRequest", async (request, reply) => (request.is404 ? answer(request, reply) : undefined));
}
