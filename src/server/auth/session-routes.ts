import { instant } from "#domain/time/instant.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SecondFactorNeeded, Session } from "#contract/auth/session.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { noPasskeys, wait } from "../http/refusals.ts";
import { accepted, refused, route } from "../http/route.ts";
import { networkOf } from "../lib/network.ts";
import {
  clearSessionCookie,
  readDeviceCookie,
  readSessionCookie,
  setDeviceCookie,
  setSessionCookie,
} from "../http/session-cookie.ts";
import { deviceOf, type Devices, knownDays } from "./devices.ts";
import type { PasswordReset } from "./passwords/password-changes.ts";
import type { SecondStepRequest, SignIn } from "./sign-in.ts";
import type { Sessions, SignedIn } from "./sessions.ts";
import type { Accounts } from "./team/accounts.ts";

const wrongCode = say("sign-in.wrong-code");
const tookTooLong = say("sign-in.took-too-long");
/** `errors.ticket` distinguishes this from a rejected passkey, after which the ticket stays valid. */
const over = [401, () => ({ message: tookTooLong, errors: { ticket: tookTooLong } })] as const;

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
}) {
  const beginSession = createBeginSession(deps);
  const fromOf = async (request: FastifyRequest) => ({
    network: networkOf(request.ip),
    device: await deviceOf(request.headers["user-agent"]),
  });

  return [
    route("GET /session", {
      does: "Who is signed in",
      duringSetUp: true,
      run: ({ signedIn: { member, mustSetUp } }) => ({ member, mustSetUp }),
    }),

    route("POST /session", {
      does: "Sign in",
      access: "anyone",
      refuses: { refused: [401, say("sign-in.wrong-password")], wait },
      run: async ({ body, request, reply }) => {
        const result = await deps.signIn.signIn({ ...body, ...(await fromOf(request)) });
        switch (result.outcome) {
          case "signed in":
            return beginSession(request, reply, result.session);
          case "second factor":
            return secondFactorNeeded(result, say("sign-in.confirm"));
          case "refused":
            return refused("refused");
          case "wait":
            return { ...refused("wait"), seconds: result.seconds };
        }
      },
    }),

    route("DELETE /session", {
      does: "Sign out",
      duringSetUp: true,
      run: async ({ signedIn, request, reply }) => {
        await deps.sessions.end(signedIn.token);
        clearSessionCookie(request, reply);
        return { message: say("sign-in.signed-out") };
      },
    }),

    route("POST /password", {
      does: "Set a password with a one-time link, and sign in",
      access: "anyone",
      statuses: { also: [401] },
      refuses: {
        "waits already": [409, say("trust.password-waits-already")],
        "common password": [422, { password: say("password.guessable") }],
        "email needed": [422, { email: say("field.required", { label: say("label.email") }) }],
        "no such link": [409, say("sign-in.link-over")],
      },
      run: async ({ body, request, reply }) => {
        const device = await deviceOf(request.headers["user-agent"]);
        const result = await deps.accounts.setPassword({ ...body, device });
        switch (result.outcome) {
          case "set":
            return beginSession(request, reply, result.session);
          case "second factor":
            return secondFactorNeeded(result, say("sign-in.new-password-set"));
          case "waits": {
            const time = instant(result.from);
            return accepted({ message: say("trust.new-password-waits"), takesEffectAt: time, earliestAt: time });
          }
          case "waits already":
          case "common password":
          case "email needed":
          case "no such link":
            return refused(result.outcome);
        }
      },
    }),

    route("POST /password-reset", {
      does: "Ask for a one-time link by email; the response does not say whether there is such a member",
      access: "anyone",
      refuses: { wait, "no mail": [409, say("sign-in.no-mail")] },
      run: async ({ body, request }) => {
        const result = await deps.passwordReset.request({ ...body, network: networkOf(request.ip) });
        if (!result.ok) return result;
        result.sent.catch((error: unknown) => request.log.error({ err: error }, "a reset could not be sent"));
        return accepted({ message: say("sign-in.link-sent") });
      },
    }),

    route("POST /session/second-factor", {
      does: "Confirm a sign-in with a one-time code or a recovery code",
      access: "anyone",
      refuses: { refused: [422, () => ({ message: wrongCode, errors: { code: wrongCode } })], wait, over },
      run: async ({ body, request, reply }) => {
        const result = await deps.signIn.withCode({ ...body, ...(await fromOf(request)) });
        return result.ok ? beginSession(request, reply, result.session) : result;
      },
    }),

    route("POST /session/passkey-options", {
      does: "What the browser is asked for to sign in with a passkey",
      access: "anyone",
      refuses: { over, noPasskeys },
      run: async ({ body, request }) => {
        const result = await deps.signIn.passkeyOptions(body.ticket, request.hostname);
        return result.ok ? (result.options ?? refused("noPasskeys")) : refused("over");
      },
    }),

    route("POST /session/passkey", {
      does: "Sign in with a passkey, alone or as the second step",
      access: "anyone",
      refuses: { refused: [401, say("sign-in.passkey-refused")], wait, over },
      run: async ({ body, request, reply }) => {
        const result = await deps.signIn.withPasskey({ ...body, ...(await fromOf(request)) });
        return result.ok ? beginSession(request, reply, result.session) : result;
      },
    }),
  ];
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
