import type { FastifyRequest } from "fastify";
import { signedInAs } from "../access.ts";
import type { Doer } from "../services/channel-commands.ts";
import type { Sessions } from "../services/sessions.ts";

/** Who asks for a change of the channels, and whether they have proved lately who they are. */
export function doerOf(request: FastifyRequest, sessions: Sessions): NonNullable<Doer> {
  const signedIn = signedInAs(request);
  return { member: signedIn.member, isProved: sessions.isProved(signedIn) };
}
