import type { FastifyReply, FastifyRequest } from "fastify";
import type { Proposed } from "#contract/channels/channel-list.ts";
import type { Change } from "#domain/channels/channel-list.ts";
import { instant } from "#domain/time/instant.ts";
import { newOwnerText, olderProposal } from "#domain/member.ts";
import type { Sessions } from "../auth/sessions.ts";
import { memberOf, sendStepUpNeeded, signedInAs } from "../http/access.ts";
import { sendProblem } from "../http/problem.ts";
import type { ChangeRefusal, CommandActor, CommandOutcome } from "./channel-commands.ts";
import { toProposalEntry } from "./channel-history.ts";
import type { Contacts } from "./contacts.ts";

const refusals: Record<Exclude<ChangeRefusal, "needs step-up">, [status: 403 | 404 | 409 | 422, message: string]> = {
  missing: [404, "This contact is no longer there. Please reload the list."],
  full: [409, "The list is full. Delete a contact that is no longer used first."],
  "stale order": [409, "The list has changed in the meantime. Please look at it and try again."],
  "changed since": [
    409,
    "This has been changed since, so that it cannot be undone by itself. Undo the later change first.",
  ],
  overlap: [409, "Another change of this channel is scheduled for the same time. Cancel that one first."],
  alarm: [
    409,
    "The list in the store was changed by something other than this program. An owner has to put the last good " +
      "list back first.",
  ],
  "not allowed": [403, "Another owner has to do this."],
  newer: [
    409,
    "This was made by a newer version of this program. Do it there, or once the update of all instances is finished.",
  ],
  "new owner": [403, newOwnerText()],
  "older proposal": [403, olderProposal],
  "one owner": [422, "Please correct the marked fields."],
  "nobody yet": [409, "The other owner cannot approve what you change: one of you has reset the other's account."],
  "wrong field": [422, "Please correct the marked fields."],
  "too late": [409, "The time of this change is over. Withdraw it and schedule it again."],
  "too many": [409, "Too much waits or is scheduled already. Withdraw or cancel something first."],
  "changed meanwhile": [
    409,
    "The channels have been changed since this was proposed. Withdraw it and make the change again.",
  ],
};

/** What the routes of channel commands share: who acts, and the response to a command's outcome. */
export function channelRequests({ contacts, sessions }: { contacts: Contacts; sessions: Sessions }) {
  return {
    /** The actor of a command, and whether their step-up is recent. */
    actorOf: (request: FastifyRequest): NonNullable<CommandActor> => {
      const signedIn = signedInAs(request);
      return { member: signedIn.member, hasSteppedUp: sessions.hasSteppedUp(signedIn) };
    },

    /** Sends what `done` gives, 202 if the change waits, or why the command was rejected. */
    respond: async <ApiResponse>(
      request: FastifyRequest,
      reply: FastifyReply,
      outcome: CommandOutcome | Promise<CommandOutcome>,
      done: (change: Change | null) => ApiResponse,
    ): Promise<ApiResponse | FastifyReply> => {
      const result = await outcome;
      if (result.outcome === "done") return done(result.change);
      if (result.outcome === "waits") {
        const { proposal } = result;
        const { list } = await contacts.channelList();
        const response: Proposed = {
          message:
            proposal.publishAt === null
              ? "Saved. It waits for the approval of another owner."
              : "Saved. It is published when its delay is over.",
          proposal: toProposalEntry(list, proposal, { member: memberOf(request), since: null }, proposal.at),
        };
        return reply.code(202).send(response);
      }
      const { reason, errors } = result;
      if (reason === "needs step-up") return sendStepUpNeeded(reply);
      if (reason === "nobody yet" && result.from !== undefined) {
        const at = instant(result.from);
        const text = `Nobody else could approve a change before ${at.replace("T", " ").slice(0, 16)} UTC.`;
        return sendProblem(reply, 409, text, undefined, { nobodyUntil: at });
      }
      const [status, message] = reason === "new owner" ? ([403, newOwnerText(result.from)] as const) : refusals[reason];
      return sendProblem(reply, status, result.message ?? message, errors);
    },
  };
}
