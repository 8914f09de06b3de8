import type { FastifyReply } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { doneSchema } from "#contract/done.ts";
import { settingsPaths } from "#contract/team-api-paths.ts";
import type { Member } from "#contract/auth/session.ts";
import { type BriefNotice, trustChangesSchema } from "#contract/trust.ts";
import { say } from "#copy/server/say.ts";
import type { Sessions } from "../auth/sessions.ts";
import { freshStepUp, memberOf, signedInAs } from "../http/access.ts";
import { problems, sendProblem } from "../http/problem.ts";
import { anotherOwner, sendApprovalRefusal, settingsAlarm } from "../http/refusals.ts";
import type { Trust, TrustOutcome } from "./trust.ts";

const params = z.object({ id: z.string() });

const refusals = {
  alarm: settingsAlarm,
  gone: [404, say("trust.gone")],
  "newer credentials": [409, say("trust.session-too-new")],
  "own change": anotherOwner,
  reset: [403, say("trust.reset-each-other")],
} as const;

function sendRefusal(reply: FastifyReply, refused: Extract<TrustOutcome, { ok: false }>): FastifyReply {
  const { reason } = refused;
  if (reason === "new owner" || reason === "older proposal") return sendApprovalRefusal(reply, refused);
  const [status, message] = refusals[reason];
  return sendProblem(reply, status, message);
}

/** `/api/trust-changes`: changes that carry trust, which owners approve, stop, or mark as seen. */
export function trustRoutes(deps: {
  trust: Trust;
  siteSettings: { briefNotices: (viewer: Pick<Member, "id">) => Promise<BriefNotice[]> };
  sessions: Sessions;
}): FastifyPluginAsyncZod {
  const { trust, sessions } = deps;
  return async (app) => {
    app.get(
      settingsPaths.trustChanges,
      {
        config: { access: "owner" },
        schema: {
          summary:
            "The changes that carry trust: those that wait, and the latest others; brief notices of other owners",
          response: { 200: trustChangesSchema, ...problems(401, 403) },
        },
      },
      async (request) => ({
        changes: await trust.list(signedInAs(request)),
        notices: await deps.siteSettings.briefNotices(memberOf(request)),
      }),
    );

    app.post(
      settingsPaths.trustApproval,
      {
        config: { access: "owner" },
        preHandler: freshStepUp(sessions),
        schema: {
          summary: "Approve a change that another owner has made",
          params,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const outcome = await trust.approve(request.params.id, memberOf(request));
        if (!outcome.ok) return sendRefusal(reply, outcome);
        return { message: outcome.isInEffect ? say("trust.in-effect") : say("trust.approved") };
      },
    );

    // Asks for no step-up, since stopping an attacker must not wait.
    app.delete(
      settingsPaths.trustChange,
      {
        config: { access: "owner" },
        schema: {
          summary: "Stop a change that waits",
          params,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const outcome = await trust.stop(request.params.id, memberOf(request));
        return outcome.ok ? { message: say("trust.stopped") } : sendRefusal(reply, outcome);
      },
    );

    app.put(
      settingsPaths.trustSeen,
      {
        config: { access: "owner" },
        schema: {
          summary: "Mark a change as seen, in a session that is older than it, or whose credentials are",
          params,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const outcome = await trust.markSeen(request.params.id, signedInAs(request));
        return outcome.ok ? { message: say("trust.seen") } : sendRefusal(reply, outcome);
      },
    );
  };
}
