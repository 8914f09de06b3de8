import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { FastifyReply, FastifyRequest } from "fastify";
import { incomingMailStateSchema, takenMailSchema } from "#contract/inquiries/incoming-mail.ts";
import { say } from "#copy/server/say.ts";
import { settingsPaths } from "#contract/team-api-paths.ts";
import { instant } from "#domain/time/instant.ts";
import { problems, sendProblem } from "../http/problem.ts";
import { isSameSecret } from "../lib/tokens.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { IncomingMail } from "./incoming-mail.ts";
import type { Mailbox } from "./mailbox.ts";
import { maxMailBytes } from "./parse-mail.ts";

const notTaken = {
  left: say("incoming.left"),
  unreadable: say("incoming.unreadable"),
};

/** Somebody of the team has to act first. */
const laterSeconds = 600;

/** The media type of an email (RFC 2046, section 5.2.1). */
const rfc822 = "message/rfc822";

/** `/api/incoming-mail`: emails that a mail provider pushes, and how incoming mail stands. */
export function incomingMailRoutes(deps: {
  incomingMail: Pick<IncomingMail, "take">;
  mailbox: Pick<Mailbox, "state">;
  settings: Pick<SettingsService, "current">;
}): FastifyPluginAsyncZod {
  const { incomingMail, mailbox, settings } = deps;

  /** Responds before the body is read, unless the request has the secret. */
  async function requireSecret(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const { incoming, unreadable, alarm } = await settings.current();
    // After any other status some providers give the email up.
    if (alarm?.isStrict === true || unreadable.includes("incoming.secret")) return sendLater(reply);
    if (incoming === null || incoming.secret === "") return sendProblem(reply, 404, say("incoming.not-set-up"));
    if (isSameSecret(secretOf(request.headers.authorization), incoming.secret)) return undefined;
    reply.header("www-authenticate", 'Bearer realm="incoming mail"');
    return sendProblem(reply, 401, say("incoming.secret-needed"));
  }

  return async (app) => {
    app.addContentTypeParser(rfc822, { parseAs: "buffer", bodyLimit: maxMailBytes }, (_request, body, done) =>
      done(null, body),
    );
    app.post(
      settingsPaths.incomingMail,
      {
        config: { access: "anyone" },
        onRequest: requireSecret,
        bodyLimit: maxMailBytes,
        schema: {
          summary: "An email in its raw form (message/rfc822), from a mail provider that has the secret",
          response: { 200: takenMailSchema, ...problems(400, 401, 403, 404, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) return sendProblem(reply, 415, say("incoming.no-email", { type: rfc822 }));
        const outcome = await incomingMail.take(request.body);
        if (outcome === "off" || outcome === "busy") return sendLater(reply);
        // The provider keeps it, or tells its sender.
        if (outcome === "left" || outcome === "unreadable") return sendProblem(reply, 422, notTaken[outcome]);
        return { outcome };
      },
    );
    app.get(
      settingsPaths.incomingMail,
      {
        schema: {
          summary: "Whether the mailbox of incoming mail can be read",
          response: { 200: incomingMailStateSchema, ...problems(401) },
        },
      },
      async () => {
        const { state, problem, since } = mailbox.state();
        return { state, problem, since: instant(since) };
      },
    );
  };
}

/** Sends 503: the settings of incoming mail are unknown, or have just been changed. */
function sendLater(reply: FastifyReply): FastifyReply {
  reply.header("retry-after", String(laterSeconds));
  return sendProblem(reply, 503, say("incoming.later"));
}

/** The secret of a Bearer token, or the password of Basic authentication, for providers that only take a URL. */
function secretOf(header = ""): string {
  const [scheme = "", value = ""] = header.split(" ");
  if (scheme.toLowerCase() === "bearer") return value;
  if (scheme.toLowerCase() !== "basic") return "";
  const text = Buffer.from(value, "base64").toString();
  return text.slice(text.indexOf(":") + 1);
}
