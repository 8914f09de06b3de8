import type { FastifyReply, FastifyRequest } from "fastify";
import type { Proposed } from "#contract/channels/channel-list.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import type { Change } from "#domain/channels/channel-list.ts";
import { instant } from "#domain/time/instant.ts";
import { newOwnerText } from "../http/refusals.ts";
import type { Sessions } from "../auth/sessions.ts";
import { memberOf, sendStepUpNeeded, signedInAs } from "../http/access.ts";
import { sendProblem } from "../http/problem.ts";
import type { ChangeRefusal, CommandActor, CommandOutcome } from "./channel-commands.ts";
import { toProposalEntry } from "./channel-history.ts";
import type { Channels } from "./channels.ts";

const refusals: Record<
  Exclude<ChangeRefusal, "needs step-up">,
  [status: 403 | 404 | 409 | 422, message: ServerText]
> = {
  missing: [404, say("channel.gone")],
  full: [409, say("channels.full")],
  "stale order": [409, say("channels.stale-order")],
  "changed since": [409, say("channels.changed-since")],
  overlap: [409, say("schedule.overlap")],
  alarm: [409, say("channels.alarm")],
  "not allowed": [403, say("owner.another-needed")],
  newer: [409, say("channels.newer")],
  "new owner": [403, say("owner.another-needed")],
  "older proposal": [403, say("owner.older-proposal")],
  "one owner": [422, say("fields.correct")],
  "nobody yet": [409, say("trust.nobody-yet")],
  "wrong field": [422, say("fields.correct")],
  "too late": [409, say("schedule.too-late")],
  "too many": [409, say("proposal.too-many")],
  "changed meanwhile": [409, say("proposal.changed-meanwhile")],
};

/** Returns the parts that all routes of channel commands share: the actor, and the response to a command's outcome. */
export function channelRequests({ channels, sessions }: { channels: Channels; sessions: Sessions }) {
  return {
    /** The actor of a command, and whether their step-up is recent. */
    actorOf: (request: FastifyRequest): NonNullable<CommandActor> => {
      const signedIn = signedInAs(request);
      return { member: signedIn.member, hasSteppedUp: sessions.hasSteppedUp(signedIn) };
    },

    /** Returns what `done` gives. Sends 202 if the change waits, or why the command was rejected. */
    respond: async <ApiResponse>(
      request: FastifyRequest,
      reply: FastifyReply,
      outcome: CommandOutcome | Promise<CommandOutcome>,
      done: (change: Change | null) => ApiResponse | Promise<ApiResponse>,
    ): Promise<ApiResponse | FastifyReply> => {
      const result = await outcome;
      if (result.outcome === "done") return done(result.change);
      if (result.outcome === "waits") {
        const { proposal } = result;
        const { list } = await channels.channelList();
        const response: Proposed = {
          message:
            proposal.publishAt === null ? say("publication.waits-for-owner") : say("publication.waits-for-delay"),
          proposal: toProposalEntry(list, proposal, { member: memberOf(request), since: null }, proposal.at),
        };
        return reply.code(202).send(response);
      }
      const { reason, errors } = result;
      if (reason === "needs step-up") return sendStepUpNeeded(reply);
      if (reason === "nobody yet" && result.from !== undefined) {
        const at = instant(result.from);
        const text = say("trust.nobody-until", { time: at.replace("T", " ").slice(0, 16) });
        return sendProblem(reply, 409, text, undefined, { nobodyUntil: at });
      }
      const [status, message] = refusals[reason];
      const ofNewOwner = reason === "new owner" && result.from !== undefined ? newOwnerText(result.from) : undefined;
      const text = ofNewOwner ?? result.message ?? message;
      return sendProblem(reply, status, text, errors);
    },
  };
}
