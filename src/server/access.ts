import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Member } from "#contract/session.ts";
import { sendProblem } from "./problem.ts";
import type { Sessions, SignedIn } from "./services/sessions.ts";
import { readSessionCookie } from "./session-cookie.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call this; a route that does not say is the team's: its owners' and agents'. */
    access?: "anyone" | "team" | "owner";
    /** Whether a member may call it who must set up a second factor first. */
    duringSetUp?: boolean;
  }
  interface FastifyRequest {
    /** The signed-in member's session, on the team's routes. */
    signedIn: SignedIn | null;
  }
}

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Guards every route under `app`: the team's ones need a session (401), and what changes something must not come from another
 * origin (403). Both are settled before the body is read.
 */
export function guard(app: FastifyInstance, deps: { sessions: Sessions; publicUrl: URL | undefined }): void {
  app.decorateRequest("signedIn", null);
  app.addHook("onRequest", async (request, reply) => {
    // What is not there needs no guard, and asking for a sign-in would say that it is.
    if (request.is404) return undefined;
    if (request.routeOptions.config.access !== "anyone") {
      const token = readSessionCookie(request);
      request.signedIn = token === undefined ? null : await deps.sessions.find(token);
      if (request.signedIn === null) return sendProblem(reply, 401, "Please sign in.");
      if (request.signedIn.mustSetUp && request.routeOptions.config.duringSetUp !== true) {
        const message = "An owner requires a second factor of everybody. Please set one up first.";
        return sendProblem(reply, 403, message, undefined, { needs: "second-factor-setup" });
      }
      if (request.routeOptions.config.access === "owner" && request.signedIn.member.role !== "owner") {
        return sendProblem(reply, 403, "Only an owner may do this.");
      }
    }
    return refuseForeign(request, reply, deps.publicUrl);
  });
}

/**
 * Answers 403 to a change that a browser sends for another site. `fromNoReferrer`: the form stands on a page with
 * `Referrer-Policy: no-referrer`, which makes browsers send `Origin: null`; it must carry a secret of its own, then.
 */
export function refuseForeign(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: URL | undefined,
  { fromNoReferrer = false } = {},
): FastifyReply | undefined {
  if (safeMethods.has(request.method) || !isForeign(request, publicUrl, fromNoReferrer)) return undefined;
  return sendProblem(reply, 403, "This request came from another site.");
}

/**
 * Browsers say where a request comes from in `Sec-Fetch-Site` (https://www.w3.org/TR/fetch-metadata/), older ones and plain http in `Origin`.
 * A request with neither is no browser's and carries none of its trust.
 */
function isForeign(request: FastifyRequest, publicUrl: URL | undefined, fromNoReferrer: boolean): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin";
  const { origin } = request.headers;
  if (origin === undefined || (fromNoReferrer && origin === "null")) return false;
  if (publicUrl !== undefined && origin === publicUrl.origin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== request.host;
}

/** The session that asks, in the handler of a route that is the team's. */
export function signedInAs(request: FastifyRequest): SignedIn {
  if (request.signedIn === null) throw new Error("a session is asked for on a route that is anyone's");
  return request.signedIn;
}

/** Who is signed in, in the handler of a route that is the team's. */
export function memberOf(request: FastifyRequest): Member {
  return signedInAs(request).member;
}
