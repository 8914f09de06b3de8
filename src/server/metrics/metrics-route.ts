import type { FastifyInstance } from "fastify";
import { bears, unauthorized } from "./bearer.ts";
import type { Told } from "./exposition.ts";

/** `/metrics` on the site's port; requires the token. */
export function metricsRoute(app: FastifyInstance, metrics: Told, token: string): void {
  app.get("/metrics", { config: { access: "anyone" }, logLevel: "warn" }, async (request, reply) => {
    if (!bears(request.headers.authorization, token)) {
      return reply.code(unauthorized.status).headers(unauthorized.headers).type("text/plain").send(unauthorized.text);
    }
    return reply
      .header("cache-control", "no-store")
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}
