import type { FastifyReply } from "fastify";
import { say, type ServerText } from "#copy/server/say.ts";
import type { ApprovalRefusal } from "#domain/member.ts";
import { sendProblem } from "./problem.ts";

/** Refusals that several changes of owners have in common: the status and the message. */
export const settingsAlarm = [409, say("settings.alarm")] as const;

export const anotherOwner = [403, say("owner.another-needed")] as const;

/** Returns why a new owner may not approve yet. `from` is when they may, in milliseconds since 1970. */
export function newOwnerText(from: number): ServerText {
  return say("owner.new", { time: new Date(from).toISOString().replace("T", " ").slice(0, 16) });
}

/** Sends why an owner may not approve a proposal, yet or ever. */
export function sendApprovalRefusal(reply: FastifyReply, refused: ApprovalRefusal): FastifyReply {
  return sendProblem(
    reply,
    403,
    refused.reason === "new owner" ? newOwnerText(refused.from) : say("owner.older-proposal"),
  );
}
