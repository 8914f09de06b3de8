import type { FastifyReply } from "fastify";
import { say, type ServerText } from "#copy/server/say.ts";

/** Refusals that several changes of owners have in common: the status and the message. */
export const settingsAlarm = [409, say("settings.alarm")] as const;

/** A recent step-up is needed; the browser prompts for it and resends the call. */
export const stepUpNeeded = [
  403,
  () => ({ message: say("access.confirm-identity"), more: { needs: "proof" } }),
] as const;

export const anotherOwner = [403, say("owner.another-needed")] as const;

/** Passkeys do not work at the site's address; `noPasskeys` of `GET /api/second-factor` has the reason. */
export const noPasskeys = [409, say("passkey.no-address")] as const;

/** Too many attempts: 429 with `Retry-After`, in seconds. */
export const wait = [
  429,
  ({ seconds }: { seconds: number }, reply: FastifyReply) => {
    reply.header("retry-after", String(seconds));
    return { message: say("request.wait", { time: say("unit.seconds", { count: seconds }) }) };
  },
] as const;

/** Returns why a new owner may not approve yet. `from` is when they may, in milliseconds since 1970. */
export function newOwnerText(from: number): ServerText {
  return say("owner.new", { time: new Date(from).toISOString().replace("T", " ").slice(0, 16) });
}

/** Refusals of an owner who may not approve a proposal, yet or ever. */
export const approvalRefusals = {
  "new owner": [403, ({ from }: { from: number }) => ({ message: newOwnerText(from) })],
  "older proposal": [403, say("owner.older-proposal")],
} as const;
