import type { FastifyInstance } from "fastify";

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
