import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Member } from "#contract/auth/session.ts";
import { say } from "#copy/server/say.ts";
import { tokenActor, type TokenScope } from "#domain/api-token.ts";
import { sendProblem } from "./problem.ts";
import type { PublicAddress } from "../address/public-address.ts";
import type { ApiTokenCaller, ApiTokens } from "../auth/api-tokens/api-tokens.ts";
import type { Sessions, SignedIn } from "../auth/sessions.ts";
import { readSessionCookie } from "./session-cookie.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Access to the route; the default is "team" (owners and agents). */
    access?: "anyone" | "team" | "owner";
    /** Lets in members who must set up a second factor first. */
    duringSetUp?: boolean;
    /** Scope that an API token needs to call the route; without a scope, no token may. */
    scope?: TokenScope;
  }
  interface FastifyRequest {
    /** The signed-in member's session; set on the team's routes only. */
    signedIn: SignedIn | null;
    /** The API token of the call; set on routes with a scope only. */
    apiToken: ApiTokenCaller | null;
  }
}

/** Safe methods (RFC 9110, section 9.2.1). */
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Guards every route under `app`: 401 for a team route without a session, 403 for a cross-origin change. Runs before
 * the body is read.
 */
export function guard(
  app: FastifyInstance,
  deps: { sessions: Sessions; apiTokens: ApiTokens; address: Pick<PublicAddress, "url"> },
): void {
  app.decorateRequest("signedIn", null);
  app.decorateRequest("apiToken", null);
  app.addHook("onRequest", async (request, reply) => {
    // Unknown routes need no guard, and a 401 would suggest that the route exists.
    if (request.is404) return undefined;
    if (request.routeOptions.config.access !== "anyone") {
      const bearer = /^Bearer +(.*)$/i.exec(request.headers.authorization ?? "")?.[1];
      // Cookies are ignored if there is a token, so no other site can make a browser send such a call: any origin may.
      if (bearer !== undefined) return checkToken(request, reply, bearer, deps.apiTokens);
      const token = readSessionCookie(request);
      request.signedIn = token === undefined ? null : await deps.sessions.find(token);
      if (request.signedIn === null) return sendProblem(reply, 401, say("access.sign-in"));
      if (request.signedIn.mustSetUp && request.routeOptions.config.duringSetUp !== true) {
        const message = say("access.second-factor-needed");
        return sendProblem(reply, 403, message, undefined, { needs: "second-factor-setup" });
      }
      if (request.routeOptions.config.access === "owner" && request.signedIn.member.role !== "owner") {
        return sendProblem(reply, 403, say("access.owner-only"));
      }
    }
    return refuseForeign(request, reply, deps.address);
  });
}

/** Lets a call with an API token through, or responds 401, 429 or 403. */
async function checkToken(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  apiTokens: ApiTokens,
): Promise<FastifyReply | undefined> {
  const found = await apiTokens.find(token);
  if (found === null) {
    reply.header("www-authenticate", 'Bearer error="invalid_token"');
    return sendProblem(reply, 401, say("access.token-wrong"));
  }
  const seconds = apiTokens.secondsToWait(found.id);
  if (seconds > 0) {
    reply.header("retry-after", String(seconds));
    return sendProblem(reply, 429, say("access.token-wait", { seconds }));
  }
  const { scope } = request.routeOptions.config;
  if (scope === undefined || !found.scopes.includes(scope)) return sendOutsideScope(reply, scope);
  request.apiToken = found;
  return undefined;
}

/** Responds 403 to a token that may not do this, with the scope that would (RFC 6750, section 3.1). */
export function sendOutsideScope(reply: FastifyReply, scope: TokenScope | undefined): FastifyReply {
  const needed = scope === undefined ? "" : `, scope="${scope}"`;
  reply.header("www-authenticate", `Bearer error="insufficient_scope"${needed}`);
  const message = scope === undefined ? say("access.no-token") : say("access.token-scope", { scope });
  return sendProblem(reply, 403, message, undefined, { error: "insufficient_scope" });
}

/**
 * Responds 403 to a cross-site change. Set `fromNoReferrer` if the form's page has `Referrer-Policy: no-referrer`,
 * which makes browsers send `Origin: null`; such a form must carry a secret.
 */
export function refuseForeign(
  request: FastifyRequest,
  reply: FastifyReply,
  { url: publicUrl }: Pick<PublicAddress, "url">,
  { fromNoReferrer = false } = {},
): FastifyReply | undefined {
  if (safeMethods.has(request.method) || !isForeign(request, publicUrl, fromNoReferrer)) return undefined;
  const { origin = "" } = request.headers;
  // The site was opened at another of its addresses, such as the machine's.
  const isOwnHost = publicUrl !== undefined && URL.canParse(origin) && new URL(origin).host === request.headers.host;
  if (isOwnHost) return sendProblem(reply, 403, say("access.other-origin", { origin: publicUrl.origin }));
  return sendProblem(reply, 403, say("access.cross-site"));
}

/**
 * Browsers send `Sec-Fetch-Site` (https://www.w3.org/TR/fetch-metadata/) and `Origin`; older browsers and plain http
 * send `Origin` only. A request with neither comes from no browser, so it carries none of a browser's trust. If
 * `PUBLIC_URL` is set, no other origin is ours, whatever `Host` says: an attacker's domain may point here, or a proxy
 * may pass the header on.
 */
function isForeign(request: FastifyRequest, publicUrl: URL | undefined, fromNoReferrer: boolean): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return true;
  const { origin } = request.headers;
  if (origin === undefined) return false;
  // Some browsers hide the origin for privacy. Pages cannot set `Sec-Fetch-Site`, so it still counts.
  if (origin === "null") return site === undefined && !fromNoReferrer;
  if (publicUrl !== undefined) return origin !== publicUrl.origin;
  return site === undefined && (!URL.canParse(origin) || new URL(origin).host !== request.host);
}

/** Returns the caller's session. @throws on a route with access "anyone" */
export function signedInAs(request: FastifyRequest): SignedIn {
  if (request.signedIn === null) throw new Error("a session is asked for on a route that is anyone's");
  return request.signedIn;
}

/** Returns the signed-in member. @throws on a route with access "anyone" */
export function memberOf(request: FastifyRequest): Member {
  return signedInAs(request).member;
}

/** Returns the caller of a route with a scope: a member, or an API token as itself. */
export function callerOf(request: FastifyRequest): { id: string; email: string; tokenName?: string } {
  if (request.apiToken === null) return memberOf(request);
  const { id, name } = request.apiToken;
  return { id, email: tokenActor(name), tokenName: name };
}

/** Rejects a call until the member does a step-up; the browser prompts for it and resends the call. */
export function sendStepUpNeeded(reply: FastifyReply): FastifyReply {
  const message = say("access.confirm-identity");
  return sendProblem(reply, 403, message, undefined, { needs: "proof" });
}

/** A `preHandler` for calls about the password or second factor here, which members of the provider do not have. */
export async function localOnly(request: FastifyRequest, reply: FastifyReply) {
  if (!signedInAs(request).isExternal) return undefined;
  return sendProblem(reply, 403, say("account.company"));
}

/** A `preHandler` for team calls that always need a recent step-up. It runs after input validation. */
export function freshStepUp(sessions: Pick<Sessions, "hasSteppedUp">) {
  return async (request: FastifyRequest, reply: FastifyReply) =>
    sessions.hasSteppedUp(signedInAs(request)) ? undefined : sendStepUpNeeded(reply);
}
