import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { pathIn, paths } from "#contract/paths.ts";
import { teamLanguages } from "#domain/languages.ts";
import { providerPaths } from "#contract/further-paths.ts";
import { readSessionCookie, setProviderCookie, takeProviderCookie } from "#server/http/session-cookie.ts";
import { networkOf } from "#server/lib/network.ts";
import { deviceOf, type Devices } from "../devices.ts";
import { createBeginSession } from "../session-routes.ts";
import type { Sessions } from "../sessions.ts";
import { tokenMinutes } from "../single-use-tokens.ts";
import { isUnavailable } from "./identity-provider.ts";
import type { ProviderOutcome, ProviderSignIn } from "./provider-sign-in.ts";

const querySchema = z.object({ to: z.string().catch(paths.channels) });

/**
 * The way to the identity provider and back. The provider's answer comes from another site, so the browser sends no
 * strict cookie with the page after it: that page then opens the one to go on at (`sign-in.tsx`).
 */
export function providerRoutes(deps: {
  providerSignIn: ProviderSignIn;
  sessions: Sessions;
  devices: Devices;
  sessionHours: number;
}) {
  const { providerSignIn, sessions } = deps;
  const beginSession = createBeginSession(deps);
  const config = { access: "anyone" } as const;

  function sendBack(reply: FastifyReply, target: string | null, outcome: ProviderOutcome): FastifyReply {
    const [path, query] = (target ?? paths.channels).split("?");
    const shown = new URLSearchParams(query);
    shown.set("sign-in", outcome);
    return reply.header("cache-control", "no-store").redirect(`${path}?${shown.toString()}`, 303);
  }

  async function begin(request: FastifyRequest, reply: FastifyReply, isStepUp: boolean) {
    const target = ownPage(querySchema.parse(request.query ?? {}).to);
    const token = readSessionCookie(request);
    const session = isStepUp && token !== undefined ? await sessions.find(token) : null;
    if (isStepUp && session === null) return sendBack(reply, target, "failed");
    const begun = await providerSignIn.begin({ to: target, session }).catch((error: unknown) => {
      logFailure(request)(error);
      return isUnavailable(error) ? ("unavailable" as const) : null;
    });
    if (begun === null || begun === "unavailable") return sendBack(reply, target, begun ?? "failed");
    setProviderCookie(request, reply, begun.cookie, tokenMinutes);
    return reply.header("cache-control", "no-store").redirect(begun.url, 303);
  }

  return (app: FastifyInstance): void => {
    app.get(providerPaths.signIn, { config }, (request, reply) => begin(request, reply, false));
    app.get(providerPaths.stepUp, { config }, (request, reply) => begin(request, reply, true));
    app.get(providerPaths.callback, { config, exposeHeadRoute: false }, async (request, reply) => {
      const at = request.url.indexOf("?");
      const { outcome, to, session } = await providerSignIn.finish({
        query: at === -1 ? "" : request.url.slice(at),
        cookie: takeProviderCookie(request, reply),
        network: networkOf(request.ip),
        device: await deviceOf(request.headers["user-agent"]),
        log: logFailure(request),
      });
      if (session !== undefined) await beginSession(request, reply, session);
      return sendBack(reply, to, outcome);
    });
  };
}

/** Logs a failed sign-in without the response's parameters, which the error may quote. */
function logFailure(request: FastifyRequest) {
  return (error: unknown) => {
    const { name, code } = error as { name?: string; code?: string };
    request.log.warn({ err: { name, code } }, "a sign-in at the identity provider failed");
  };
}

/** A page of the team, in a language; the first one for any other address. */
function ownPage(path: string): string {
  const isOurs = teamLanguages.some((code) =>
    `${path.replace("?", "/")}/`.startsWith(`${pathIn(code, paths.channels)}/`),
  );
  return isOurs && /^[\w/?&=.%+-]*$/.test(path) ? path : paths.channels;
}
