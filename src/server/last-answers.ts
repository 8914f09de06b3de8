import type { FastifyInstance } from "fastify";

/** Once the app closes, each answer ends its connection: one that a browser keeps open would hold the close up for a minute. */
export function lastAnswers(app: FastifyInstance): void {
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (closing) reply.header("connection", "close");
  });
}
