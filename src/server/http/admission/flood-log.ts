import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Rejections } from "./http-server.ts";
import type { SpamGuard } from "#server/inquiries/spam-guard/spam-guard.ts";

/** Interval of log lines about rejected requests, in milliseconds. */
const pollInterval = 10_000;

interface Watched {
  spamGuard: Pick<SpamGuard, "isFlooded">;
  rejections: () => Rejections;
}

/** Logs when a flood begins and ends, and the number of rejected requests and connections; never an address. */
export function createFloodLog({ spamGuard, rejections }: Watched, log: Pick<FastifyBaseLogger, "warn">): () => void {
  let wasFlooded = false;
  let logged: Rejections = { requests: 0, connections: 0 };
  return () => {
    const isFlooded = spamGuard.isFlooded();
    if (isFlooded && !wasFlooded) log.warn("a flood of inquiries has begun: visitors solve a proof of work or wait");
    if (!isFlooded && wasFlooded) log.warn("the flood of inquiries is over");
    wasFlooded = isFlooded;
    const total = rejections();
    const more = { requests: total.requests - logged.requests, connections: total.connections - logged.connections };
    logged = total;
    if (more.requests + more.connections > 0) log.warn(more, "rejected");
  };
}

/** Logs floods while `app` listens. */
export function logFloods(app: FastifyInstance, watched: Watched): void {
  const logChanges = createFloodLog(watched, app.log);
  let timer: NodeJS.Timeout | undefined;
  app.addHook("onListen", async () => {
    timer = setInterval(logChanges, pollInterval).unref();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    logChanges();
  });
}
