import type { Member } from "#contract/auth/session.ts";
import type { BriefNotice } from "#contract/trust.ts";
import { say } from "#copy/server/say.ts";
import { anotherOwner, approvalRefusals, settingsAlarm } from "../http/refusals.ts";
import { route } from "../http/route.ts";
import type { Trust } from "./trust.ts";

const refuses = {
  ...approvalRefusals,
  alarm: settingsAlarm,
  gone: [404, say("trust.gone")],
  "newer credentials": [409, say("trust.session-too-new")],
  "own change": anotherOwner,
  reset: [403, say("trust.reset-each-other")],
} as const;

/** `/api/trust-changes`: changes that carry trust, which owners approve, stop, or mark as seen. */
export const trustRoutes = ({
  trust,
  siteSettings,
}: {
  trust: Trust;
  siteSettings: { briefNotices: (viewer: Pick<Member, "id">) => Promise<BriefNotice[]> };
}) => [
  route("GET /trust-changes", {
    does: "The changes that carry trust: those that wait, and the latest others; brief notices of other owners",
    access: "owner",
    run: async ({ signedIn }) => ({
      changes: await trust.list(signedIn),
      notices: await siteSettings.briefNotices(signedIn.member),
    }),
  }),

  route("POST /trust-changes/:id/approve", {
    does: "Approve a change that another owner has made",
    access: "owner",
    stepUp: true,
    refuses,
    run: async ({ id, member }) => {
      const outcome = await trust.approve(id, member);
      return outcome.ok ? { message: outcome.isInEffect ? say("trust.in-effect") : say("trust.approved") } : outcome;
    },
  }),

  // Asks for no step-up, since stopping an attacker must not wait.
  route("DELETE /trust-changes/:id", {
    does: "Stop a change that waits",
    access: "owner",
    refuses,
    run: async ({ id, member }) => {
      const outcome = await trust.stop(id, member);
      return outcome.ok ? { message: say("trust.stopped") } : outcome;
    },
  }),

  route("PUT /trust-changes/:id/seen", {
    does: "Mark a change as seen, in a session that is older than it, or whose credentials are",
    access: "owner",
    refuses,
    run: async ({ id, signedIn }) => {
      const outcome = await trust.markSeen(id, signedIn);
      return outcome.ok ? { message: say("trust.seen") } : outcome;
    },
  }),
];
