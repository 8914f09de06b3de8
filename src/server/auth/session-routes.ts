import { instant } from "#domain/time/instant.ts";
import { waitingSchema } from "#contract/trust.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { doneSchema } from "#contract/done.ts";
import {
  passkeyRequestSchema,
  passkeySignInSchema,
  passkeyStepSchema,
  secondStepSchema,
} from "#contract/auth/second-factor.ts";
import {
  firstStepSchema,
  resetRequestSchema,
  type SecondFactorNeeded,
  type Session,
  sessionSchema,
  setPasswordSchema,
  signInSchema,
} from "#contract/auth/session.ts";
import { securityPaths, teamPaths } from "#contract/team-api-paths.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { problems, sendNoPasskeys, sendFieldErrors, sendProblem, sendWait } from "../http/problem.ts";
import { networkOf } from "../lib/network.ts";
import { signedInAs } from "../http/access.ts";
import {
  clearSessionCookie,
  readDeviceCookie,
  readSessionCookie,
  setDeviceCookie,
  setSessionCookie,
} from "../http/session-cookie.ts";
import { deviceOf, type Devices, knownDays } from "./devices.ts";
import type { PasswordReset } from "./passwords/password-changes.ts";
import type { SecondStepRequest, SecondStepOutcome, SignIn } from "./sign-in.ts";
import type { Sessions, SignedIn } from "./sessions.ts";
import type { Accounts } from "./team/accounts.ts";

/**
 * `/api/session` and `/api/password`: sign-in in one or two steps, sign-out, and passwords set with a one-time link.
 */
export function sessionRoutes(deps: {
  signIn: SignIn;
  accounts: Accounts;
  sessions: Sessions;
  devices: Devices;
  passwordReset: PasswordReset;
  sessionHours: number;
}): FastifyPluginAsyncZod {
  const beginSession = createBeginSession(deps);
  const fromOf = async (request: FastifyRequest) => ({
    network: networkOf(request.ip),
    device: await deviceOf(request.headers["user-agent"]),
  });

  /** `refused` sends the response to a wrong code or passkey. */
  async function respondToSecondStep(
    request: FastifyRequest,
    reply: FastifyReply,
    result: SecondStepOutcome,
    refused: () => FastifyReply,
  ) {
    if (result.ok) return beginSession(request, reply, result.session);
    switch (result.reason) {
      case "refused":
        return refused();
      case "wait":
        return sendWait(reply, result.seconds);
      case "over":
        return sendOver(reply);
    }
  }

  return async (app) => {
    app.get(
      teamPaths.session,
      {
        config: { duringSetUp: true },
        schema: { summary: "Who is signed in", response: { 200: sessionSchema, ...problems(401) } },
      },
      (request) => {
        const { member, mustSetUp } = signedInAs(request);
        return { member, mustSetUp };
      },
    );

    app.post(
      teamPaths.session,
      {
        config: { access: "anyone" },
        schema: {
          summary: "Sign in",
          body: signInSchema,
          response: { 200: firstStepSchema, ...problems(400, 401, 403, 413, 415, 422, 429, 503) },
        },
      },
      async (request, reply) => {
        const result = await deps.signIn.signIn({ ...request.body, ...(await fromOf(request)) });
        switch (result.outcome) {
          case "signed in":
            return beginSession(request, reply, result.session);
          case "second factor":
            return secondFactorNeeded(result, say("sign-in.confirm"));
          case "refused":
            return sendProblem(reply, 401, say("sign-in.wrong-password"));
          case "wait":
            return sendWait(reply, result.seconds);
        }
      },
    );

    app.delete(
      teamPaths.session,
      {
        config: { duringSetUp: true },
        schema: { summary: "Sign out", response: { 200: doneSchema, ...problems(400, 401, 403, 413, 415) } },
      },
      async (request, reply) => {
        if (request.signedIn !== null) await deps.sessions.end(request.signedIn.token);
        clearSessionCookie(request, reply);
        return { message: say("sign-in.signed-out") };
      },
    );

    app.post(
      teamPaths.password,
      {
        config: { access: "anyone" },
        schema: {
          summary: "Set a password with a one-time link, and sign in",
          body: setPasswordSchema,
          response: {
            200: firstStepSchema,
            202: waitingSchema,
            ...problems(400, 401, 403, 409, 413, 415, 422, 503),
          },
        },
      },
      async (request, reply) => {
        const result = await deps.accounts.setPassword({
          ...request.body,
          device: await deviceOf(request.headers["user-agent"]),
        });
        switch (result.outcome) {
          case "set":
            return beginSession(request, reply, result.session);
          case "second factor":
            return secondFactorNeeded(result, say("sign-in.new-password-set"));
          case "waits":
            return reply.code(202).send({
              message: say("trust.new-password-waits"),
              takesEffectAt: instant(result.from),
              earliestAt: instant(result.from),
            });
          case "waits already":
            return sendProblem(reply, 409, say("trust.password-waits-already"));
          case "common password":
            return sendFieldErrors(reply, {
              password: say("password.guessable"),
            });
          case "email needed":
            return sendFieldErrors(reply, { email: say("field.required", { label: say("label.email") }) });
          case "no such link":
            return sendProblem(reply, 409, say("sign-in.link-over"));
        }
      },
    );

    app.post(
      teamPaths.passwordReset,
      {
        config: { access: "anyone" },
        schema: {
          summary: "Ask for a one-time link by email; the response does not say whether there is such a member",
          body: resetRequestSchema,
          response: { 202: doneSchema, ...problems(400, 403, 409, 413, 415, 422, 429) },
        },
      },
      async (request, reply) => {
        const result = await deps.passwordReset.request({ ...request.body, network: networkOf(request.ip) });
        if (result.ok) {
          result.sent.catch((error: unknown) => request.log.error({ err: error }, "a reset could not be sent"));
          return reply.code(202).send({ message: say("sign-in.link-sent") });
        }
        switch (result.reason) {
          case "wait":
            return sendWait(reply, result.seconds);
          case "no mail":
            return sendProblem(reply, 409, say("sign-in.no-mail"));
        }
      },
    );

    app.post(
      securityPaths.secondStep,
      {
        config: { access: "anyone" },
        schema: {
          summary: "Confirm a sign-in with a one-time code or a recovery code",
          body: secondStepSchema,
          response: { 200: sessionSchema, ...problems(400, 401, 403, 413, 415, 422, 429) },
        },
      },
      async (request, reply) => {
        const result = await deps.signIn.withCode({ ...request.body, ...(await fromOf(request)) });
        const wrong = say("sign-in.wrong-code");
        return respondToSecondStep(request, reply, result, () => sendProblem(reply, 422, wrong, { code: wrong }));
      },
    );

    app.post(
      securityPaths.passkeySignInOptions,
      {
        config: { access: "anyone" },
        schema: {
          summary: "What the browser is asked for to sign in with a passkey",
          body: passkeyStepSchema,
          response: { 200: passkeyRequestSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const result = await deps.signIn.passkeyOptions(request.body.ticket, request.hostname);
        if (!result.ok) return sendOver(reply);
        return result.options ?? sendNoPasskeys(reply);
      },
    );

    app.post(
      securityPaths.passkeySignIn,
      {
        config: { access: "anyone" },
        schema: {
          summary: "Sign in with a passkey, alone or as the second step",
          body: passkeySignInSchema,
          response: { 200: sessionSchema, ...problems(400, 401, 403, 413, 415, 422, 429) },
        },
      },
      async (request, reply) => {
        const result = await deps.signIn.withPasskey({ ...request.body, ...(await fromOf(request)) });
        return respondToSecondStep(request, reply, result, () =>
          sendProblem(reply, 401, say("sign-in.passkey-refused")),
        );
      },
    );
  };
}

/** The end of every sign-in: a new session. */
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
    const device = await deviceOf(request.headers["user-agent"]);
    setDeviceCookie(request, reply, await deps.devices.seen(member, readDeviceCookie(request), device), knownDays);
    return { member, mustSetUp };
  };
}

/** The request for the second factor after a correct password. */
function secondFactorNeeded({ ways, ticket }: SecondStepRequest, message: ServerText): SecondFactorNeeded {
  return { message, ways, ticket };
}

/** `errors.ticket` distinguishes this from a rejected passkey, after which the ticket stays valid. */
function sendOver(reply: FastifyReply): FastifyReply {
  const message = say("sign-in.took-too-long");
  return sendProblem(reply, 401, message, { ticket: message });
}
