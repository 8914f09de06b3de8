import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { say } from "#copy/server/say.ts";
import { instant } from "#domain/time/instant.ts";
import { sendProblem } from "../http/problem.ts";
import { refused, route } from "../http/route.ts";
import { isSameSecret } from "../lib/tokens.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { IncomingMail } from "./incoming-mail.ts";
import type { Mailbox } from "./mailbox.ts";
import { maxMailBytes } from "./parse-mail.ts";

/** Somebody of the team has to act first. */
const laterSeconds = 600;

/** The media type of an email (RFC 2046, section 5.2.1). */
const rfc822 = "message/rfc822";

/** Makes the routes of `app` accept emails in their raw form. */
export function acceptRawMail(app: FastifyInstance): void {
  app.addContentTypeParser(rfc822, { parseAs: "buffer", bodyLimit: maxMailBytes }, (_request, body, done) =>
    done(null, body),
  );
}

/** `/api/incoming-mail`: emails that a mail provider pushes, and how incoming mail stands. */
export function incomingMailRoutes(deps: {
  incomingMail: Pick<IncomingMail, "take">;
  mailbox: Pick<Mailbox, "state">;
  settings: Pick<SettingsService, "current">;
}) {
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

  return [
    route("POST /incoming-mail", {
      does: "An email in its raw form (message/rfc822), from a mail provider that has the secret",
      access: "anyone",
      onRequest: requireSecret,
      bodyLimit: maxMailBytes,
      statuses: { also: [401, 404] },
      refuses: {
        "no email": [415, say("incoming.no-email", { type: rfc822 })],
        // The provider keeps it, or tells its sender.
        left: [422, say("incoming.left")],
        unreadable: [422, say("incoming.unreadable")],
      },
      run: async ({ request, reply }) => {
        if (!Buffer.isBuffer(request.body)) return refused("no email");
        const outcome = await incomingMail.take(request.body);
        if (outcome === "off" || outcome === "busy") return sendLater(reply);
        return outcome === "left" || outcome === "unreadable" ? refused(outcome) : { outcome };
      },
    }),

    route("GET /incoming-mail", {
      does: "Whether the mailbox of incoming mail can be read",
      run: () => {
        const { state, problem, since } = mailbox.state();
        return { state, problem, since: instant(since) };
      },
    }),
  ];
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
