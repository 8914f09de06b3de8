import type { FastifyReply, FastifyRequest } from "fastify";
import { say, type ServerText } from "#copy/server/say.ts";
import { localOnly, sendStepUpNeeded, signedInAs } from "../http/access.ts";
import { noPasskeys, wait } from "../http/refusals.ts";
import { refused, route } from "../http/route.ts";
import { clearSessionCookie } from "../http/session-cookie.ts";
import { deviceOf } from "./devices.ts";
import type { OwnPassword } from "./passwords/password-changes.ts";
import type { Sessions } from "./sessions.ts";
import type { StepUp } from "./step-up.ts";

const signedOut = [401, say("access.sign-in")] as const;

/** A 422 rather than a 401: the member stays signed in. */
const wrong = (field: "password" | "passkey" | "code", message: ServerText) =>
  [422, () => ({ message, errors: { [field]: message } })] as const;

/** `/api/session/proof`: step-up authentication. */
export const stepUpRoutes = ({ stepUp }: { stepUp: StepUp }) => [
  route("POST /session/proof/passkey-options", {
    does: "What the browser is asked for to prove who you are with a passkey",
    duringSetUp: true,
    refuses: { noPasskeys },
    run: async ({ signedIn, request }) =>
      (await stepUp.passkeyOptions(signedIn, request.hostname)) ?? refused("noPasskeys"),
  }),

  route("POST /session/proof", {
    does: "Prove again who you are: with the second factor where you have one, with the password otherwise",
    duringSetUp: true,
    refuses: {
      "wrong password": wrong("password", say("account.wrong-password")),
      "wrong passkey": wrong("passkey", say("passkey.refused")),
      "wrong code": wrong("code", say("account.wrong-code")),
      "second factor needed": wrong("code", say("account.use-second-factor")),
      wait,
      "signed out": signedOut,
    },
    run: async ({ body: { password = "", passkey, code }, signedIn }) => {
      const field = passkey === undefined ? (code === undefined ? "password" : "code") : "passkey";
      const result = await (passkey !== undefined
        ? stepUp.byPasskey(signedIn, passkey)
        : code !== undefined
          ? stepUp.byCode(signedIn, code)
          : stepUp.byPassword(signedIn, password));
      if (result.ok) return { message: say("account.confirmed") };
      return result.reason === "refused" ? refused(`wrong ${field}`) : result;
    },
  }),
];

/** `/api/sessions`: lists and ends the member's own sessions. */
export const sessionListRoutes = ({ sessions }: { sessions: Sessions }) => [
  route("GET /sessions", {
    does: "Your sessions",
    run: async ({ signedIn: { member, token } }) => ({ sessions: await sessions.list(member.id, token) }),
  }),

  route("DELETE /sessions/:id", {
    does: "End one of your sessions",
    refuses: { over: [404, say("session.over")] },
    run: async ({ id, member }) =>
      (await sessions.endOne(member, id)) ? { message: say("session.ended") } : refused("over"),
  }),

  route("DELETE /sessions", {
    does: "End all of your sessions but this one, or all of them",
    run: async ({ query, signedIn: { member, token }, request, reply }) => {
      if (query.all === "false") {
        return { message: say("sessions.others-ended", { count: await sessions.endOthers(member, token) }) };
      }
      await sessions.endAll(member);
      clearSessionCookie(request, reply);
      return { message: say("sessions.all-ended") };
    },
  }),
];

/** `/api/session/password`: members change their own password. */
export function ownPasswordRoutes({ ownPassword, sessions }: { ownPassword: OwnPassword; sessions: Sessions }) {
  /** Needs its own step-up: neither the sign-in nor an earlier step-up is enough. */
  const justSteppedUp = async (request: FastifyRequest, reply: FastifyReply) =>
    (await sessions.hasJustSteppedUp(signedInAs(request))) ? undefined : sendStepUpNeeded(reply);

  return [
    route("PUT /session/password", {
      does: "Change your own password; your other sessions end. Prove within the minute before who you are",
      preHandler: [localOnly, justSteppedUp],
      refuses: { "common password": [422, { password: say("password.guessable") }], "signed out": signedOut },
      run: async ({ body, signedIn, request }) => {
        const device = await deviceOf(request.headers["user-agent"]);
        const result = await ownPassword.change(signedIn, body.password, device);
        return result.ok ? { message: changedText(result.sessionsEnded) } : result;
      },
    }),
  ];
}

function changedText(count: number): ServerText {
  return count === 0
    ? say("password.changed")
    : say("password.changed-and", { rest: say("sessions.others-ended", { count }) });
}
