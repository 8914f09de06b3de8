import type { FastifyRequest } from "fastify";
import { signedInAs } from "../http/access.ts";
import type { CommandActor } from "./channel-commands.ts";
import type { Sessions } from "../auth/sessions.ts";

/** The actor of a channel command, and whether their step-up is recent. */
export function actorOf(request: FastifyRequest, sessions: Sessions): NonNullable<CommandActor> {
  const signedIn = signedInAs(request);
  return { member: signedIn.member, isProved: sessions.isProved(signedIn) };
}
