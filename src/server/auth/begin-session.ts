import type { FastifyReply, FastifyRequest } from "fastify";
import type { Session } from "#contract/session.ts";
import { sendProblem } from "../http/problem.ts";
import { deviceOf, type Devices, knownDays } from "./devices.ts";
import type { Asked } from "./second-factor/second-step.ts";
import type { Sessions, SignedIn } from "./sessions.ts";
import { readDeviceCookie, readSessionCookie, setDeviceCookie, setSessionCookie } from "../http/session-cookie.ts";

/** The end of every sign-in: a new session, or the request for the second factor. */
export function createBeginSession(deps: { sessions: Sessions; devices: Devices; sessionHours: number }) {
  /** Replaces the browser's earlier session. The member is notified if the browser is new. */
  return async function beginSession(
    request: FastifyRequest,
    reply: FastifyReply,
    { token, member, mustSetUp }: SignedIn,
  ): Promise<Session> {
    const earlier = readSessionCookie(request);
    if (earlier !== undefined) await deps.sessions.end(earlier);
    setSessionCookie(request, reply, token, deps.sessionHours * 3600);
    const device = deviceOf(request.headers["user-agent"]);
    setDeviceCookie(request, reply, await deps.devices.seen(member, readDeviceCookie(request), device), knownDays);
    return { member, mustSetUp };
  };
}

/** Requests the second factor after a correct password. */
export function sendSecondFactorNeeded(reply: FastifyReply, { ways, ticket }: Asked, message: string): FastifyReply {
  return sendProblem(reply, 401, message, undefined, { needs: "second-factor", ways, ticket });
}
