import { say } from "#copy/server/say.ts";
import { refused, route } from "../http/route.ts";
import type { Outbox } from "./outbox.ts";

/** `/api/deliveries`: the delivery log for owners, and the delivery status for the team. */
export const deliveryRoutes = ({ outbox }: { outbox: Outbox }) => [
  route("GET /deliveries", {
    does: "The delivery log, the newest first",
    access: "owner",
    run: ({ query }) => outbox.list(query),
  }),

  route("GET /deliveries/health", { does: "The channels whose last delivery failed", run: () => outbox.health() }),

  route("POST /deliveries/retry", {
    does: "Send all again that were given up",
    access: "owner",
    run: async () => ({ message: say("deliveries.sent-again", { count: await outbox.retryDead() }) }),
  }),

  route("POST /deliveries/:id/retry", {
    does: "Send a message again that has not got through",
    access: "owner",
    refuses: { "not tried": [409, say("delivery.automatic")], gone: [404, say("delivery.gone")] },
    run: async ({ id }) => {
      const outcome = await outbox.retry(id);
      if (outcome === "due") return { message: say("delivery.sent-again") };
      return refused(outcome === "not tried" ? "not tried" : "gone");
    },
  }),
];
