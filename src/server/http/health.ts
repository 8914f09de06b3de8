import type { FastifyInstance } from "fastify";

/** `/healthz`: the server responds. `/readyz`: the store responds too. `boot` identifies this start of the server. */
export function health(app: FastifyInstance, ping: () => Promise<void>): void {
  const boot = Date.now();
  app.get("/healthz", { config: { access: "anyone" }, logLevel: "warn" }, (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "ok", boot }),
  );
  app.get("/readyz", { config: { access: "anyone" }, logLevel: "warn" }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    try {
      await ping();
      return { status: "ready" };
    } catch (error) {
      request.log.error({ err: error }, "the store is unavailable");
      return reply.code(503).send({ status: "store unavailable" });
    }
  });
}

/**
 * Sends `Connection: close` once the app closes: a connection that a browser keeps open would delay the close by a
 * minute.
 */
export function closeAfterResponse(app: FastifyInstance): void {
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (closing) reply.header("connection", "close");
  });
}
