import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { settingsPaths } from "#contract/team-api-paths.ts";
import { deliveryHealthSchema, deliveryPageSchema, deliveryQuerySchema } from "#contract/delivery.ts";
import { doneSchema } from "#contract/done.ts";
import { say } from "#copy/server/say.ts";
import { problems, sendProblem } from "../http/problem.ts";
import type { Outbox } from "./outbox.ts";

/** `/api/deliveries`: the delivery log for owners, and the delivery status for the team. */
export function deliveryRoutes(outbox: Outbox): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      settingsPaths.deliveries,
      {
        config: { access: "owner" },
        schema: {
          summary: "The delivery log, the newest first",
          querystring: deliveryQuerySchema,
          response: { 200: deliveryPageSchema, ...problems(401, 403, 422) },
        },
      },
      (request) => outbox.list(request.query),
    );

    app.get(
      settingsPaths.deliveryHealth,
      {
        schema: {
          summary: "The channels whose last delivery failed",
          response: { 200: deliveryHealthSchema, ...problems(401) },
        },
      },
      async () => outbox.health(),
    );

    app.post(
      settingsPaths.retryAll,
      {
        config: { access: "owner" },
        schema: {
          summary: "Send all again that were given up",
          response: { 200: doneSchema, ...problems(400, 401, 403, 413, 415) },
        },
      },
      async () => {
        const count = await outbox.retryDead();
        return {
          message: count === 1 ? say("deliveries.sent-again", { count: 1 }) : say("deliveries.sent-again", { count }),
        };
      },
    );

    app.post(
      settingsPaths.retry,
      {
        config: { access: "owner" },
        schema: {
          summary: "Send a message again that has not got through",
          params: z.object({ id: z.string() }),
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const outcome = await outbox.retry(request.params.id);
        if (outcome === "due") return { message: say("delivery.sent-again") };
        if (outcome === "not tried") return sendProblem(reply, 409, say("delivery.automatic"));
        return sendProblem(reply, 404, say("delivery.gone"));
      },
    );
  };
}
