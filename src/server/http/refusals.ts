import type { FastifyReply } from "fastify";
import { type ApprovalRefusal, newOwnerText, olderProposal } from "#domain/member.ts";
import { sendProblem } from "./problem.ts";

/** Refusals that several changes of owners have in common: the status and the message. */
export const settingsAlarm = [
  409,
  "The settings in the store were changed by something other than this program. Put the last good ones back first.",
] as const;

export const anotherOwner = [403, "Another owner has to do this."] as const;

/** Sends why an owner may not approve a proposal, yet or ever. */
export function sendApprovalRefusal(reply: FastifyReply, refused: ApprovalRefusal): FastifyReply {
  return sendProblem(reply, 403, refused.reason === "new owner" ? newOwnerText(refused.from) : olderProposal);
}
