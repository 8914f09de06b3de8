import type { FastifyInstance } from "fastify";

/**
 * `/livez`: the server responds. `/healthz`: the first owner exists, too. `/readyz`: the store responds, there is a
 * signed channel list to show, and the server is not about to stop; the first owner may come through it.
 * `boot` identifies this start of the server.
 */
export function health(
  app: FastifyInstance,
  deps: {
    ping: () => Promise<void>;
    accounts: { hasOwner: () => Promise<boolean> };
    hasChannelList: () => Promise<boolean>;
    isClosing: () => boolean;
  },
): void {
  const { ping, accounts, hasChannelList, isClosing } = deps;
  const boot = Date.now();
  app.get("/livez", { config: { access: "anyone" }, logLevel: "warn" }, (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "ok" }),
  );
  app.get("/healthz", { config: { access: "anyone" }, logLevel: "warn" }, async (_request, reply) => {
    reply.header("cache-control", "no-store");
    const hasOwner = await accounts.hasOwner().catch(() => null);
    if (hasOwner === true) return { status: "ok", boot };
    return reply.code(503).send({ status: hasOwner === null ? "store unavailable" : "no owner", boot });
  });
  app.get("/readyz", { config: { access: "anyone" }, logLevel: "warn" }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (isClosing()) return reply.code(503).send({ status: "stopping" });
    try {
      await ping();
    } catch (error) {
      app.logStoreFailure(error);
      return reply.code(503).send({ status: "store unavailable" });
    }
    if (await hasChannelList().catch(() => false)) return { status: "ready" };
    request.log.error("the channel list of the store does not verify with the key of this instance");
    return reply.code(503).send({ status: "no channel list" });
  });
}

/**
 * Sends `Connection: close` once the app closes: a connection that a browser keeps open would delay the close by a
 * minute. Returns whether the app closes.
 */
export function closeAfterResponse(app: FastifyInstance): () => boolean {
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (closing) reply.header("connection", "close");
  });
  return () => closing;
}
