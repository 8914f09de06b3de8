import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { second } from "#domain/time/durations.ts";
import { instant } from "#domain/time/instant.ts";
import type { FullSettings } from "../settings/full-settings.ts";
import { mayBePlain } from "../lib/network.ts";
import { connectionProblem, isNoTls, failed, type Post, type Sent } from "./http-post.ts";
import { refusalOf } from "./smtp-answers.ts";

/** An email. `id` is the same for every try. Visitor input may appear only in `text`. */
export interface Mail {
  id: string;
  fromName: string;
  to: string[];
  subject: string;
  text: string;
  html?: string;
  /** Its BCP 47 tag. */
  language?: string;
  /** Address for replies, if it is not the sender's. */
  replyTo?: string;
  /** Makes this the first email of a thread. */
  startsThread?: string;
  /** The thread that it belongs to, and the id of the email before it, if there is one after the first. */
  thread?: string;
  after?: string;
  /** Ends emails like it: a page that asks, which also takes the one click of RFC 8058. */
  stopLink?: string;
  /** Whether a person wrote it; all others are marked as automatic (RFC 3834). */
  isWritten?: boolean;
  files?: ReadonlyArray<{ name: string; type: string; bytes: Buffer }>;
}

/**
 * Hands an email to the owner's mail server; with TLS, its certificate is always verified. If a server rejects one of
 * several addresses, it may have sent to the others, so a retried email has a single recipient. Without encryption it
 * goes to this machine and `plainHosts` alone, whatever an older version has saved.
 */
export async function sendMail(
  settings: NonNullable<FullSettings["mail"]>,
  mail: Mail,
  signal: AbortSignal,
  timeoutMs = 20 * second,
  plainHosts: ReadonlySet<string> = new Set(),
): Promise<Sent> {
  const { host, port, security, user, password, from } = settings;
  if (security === "none" && !mayBePlain(host, plainHosts)) return failed(notPlain);
  const idOf = (id: string) => `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`;
  // Mail programs group by these, also if the first email was never sent (RFC 5322, section 3.6.4).
  const before = [mail.thread, mail.after].flatMap((id) => (id === undefined ? [] : [idOf(id)]));
  // Loaded on first use, for a faster start.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    ...(user === "" ? {} : { auth: { user, pass: password } }),
    tls: { minVersion: "TLSv1.2" },
    dnsTimeout: timeoutMs / 2,
    connectionTimeout: timeoutMs / 2,
    greetingTimeout: timeoutMs / 2,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs * 2)]);
  try {
    const { rejected } = await transport.sendMail({
      // Nodemailer prevents header injection.
      from: { name: mail.fromName, address: from },
      to: mail.to.map((address) => ({ name: "", address })),
      ...(mail.replyTo === undefined ? {} : { replyTo: { name: mail.fromName, address: mail.replyTo } }),
      subject: mail.subject,
      text: mail.text,
      ...(mail.html === undefined ? {} : { html: mail.html }),
      attachments: (mail.files ?? []).map(({ name, type, bytes }) => ({
        filename: name,
        contentType: type,
        content: bytes,
      })),
      messageId: idOf(mail.startsThread ?? mail.id),
      ...(before.length === 0 ? {} : { inReplyTo: before.at(-1), references: before }),
      headers: {
        ...(mail.isWritten === true ? {} : { "Auto-Submitted": "auto-generated" }),
        ...(mail.language === undefined ? {} : { "Content-Language": mail.language }),
        ...(mail.stopLink === undefined ? {} : stopHeaders(mail.stopLink)),
        "X-Delivery-ID": mail.id,
      },
      signal: limit,
    });
    if (rejected.length === 0) return { ok: true };
    return failed(say("smtp.some-refused", { count: rejected.length, all: mail.to.length }));
  } catch (error) {
    return limit.aborted ? failed(connectionProblem(say("word.mail-server"), "ETIMEDOUT")) : failureOf(error);
  } finally {
    transport.close();
  }
}

/** RFC 2369 and, over https only, RFC 8058. Not folded: some programs keep the line breaks in the address. */
function stopHeaders(link: string) {
  const header = { prepared: true, value: `<${link}>` };
  return {
    "List-Unsubscribe": header,
    ...(link.startsWith("https:") && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
  };
}

const notPlain = say("smtp.unencrypted");

/** The server's own text may contain an address, so only its codes are reported. */
function failureOf(error: unknown): Sent {
  const { code, originalCode, responseCode, response, command } = error as {
    code?: string;
    originalCode?: string;
    responseCode?: number | false;
    response?: string;
    command?: string;
  };
  if (code === "EAUTH")
    return failed(
      responseCode ? say("smtp.login-refused-code", { code: String(responseCode) }) : say("smtp.login-refused"),
    );
  if (code === "ETLS") return failed(say("smtp.no-trusted-encryption"));
  if (code === "ETIMEDOUT") return failed(connectionProblem(say("word.mail-server"), "ETIMEDOUT"));
  if (responseCode) return refusalOf({ stage: command, code: responseCode, text: response ?? "" });
  // Refused before it was sent, as text that no address may hold.
  if (code === "EENVELOPE") return { ...failed(say("smtp.wrong-address")), isFinal: true };
  const reason = originalCode ?? code;
  const problem = connectionProblem(say("word.mail-server"), reason);
  return failed(isNoTls(reason) ? say("smtp.choose-starttls", { problem }) : problem);
}

/** Max length of a message (https://core.telegram.org/bots/api#sendmessage). */
export const maxCharacters = 4096;

const refusal = z.object({ parameters: z.object({ retry_after: z.number() }).optional() });

/** Sends plain text of up to `maxCharacters`, without markup, to a chat. Only tests set `apiOrigin`. */
export async function sendTelegram(
  post: Post,
  apiOrigin: string,
  settings: NonNullable<FullSettings["telegram"]>,
  text: string,
  signal: AbortSignal,
): Promise<Sent> {
  const body = JSON.stringify({
    chat_id: settings.chatId,
    text,
    link_preview_options: { is_disabled: true },
  });
  const response = await post(new URL(`${apiOrigin}/bot${settings.token}/sendMessage`), { body }, signal);
  if (!response.ok) return failed(say("telegram.problem", { problem: response.problem }));
  const { status } = response;
  if (status === 200) return { ok: true };
  if (status === 401 || status === 404) return failed(say("telegram.unknown-bot"));
  if (status === 400) return failed(say("telegram.unknown-chat"));
  if (status === 403) return failed(say("telegram.forbidden"));
  if (status === 429) return failed(say("telegram.wait"), telegramWait(response.body));
  return failed(say("telegram.status", { status }));
}

function telegramWait(body: string): number | undefined {
  try {
    return refusal.parse(JSON.parse(body)).parameters?.retry_after;
  } catch {
    return undefined;
  }
}

/** A webhook event. `id` is the same for every try. */
interface WebhookEvent {
  id: string;
  type: string;
  /** Time of the event, in ms since 1970. */
  time: number;
  data: Record<string, unknown>;
}

/** Sends an event, signed according to https://www.standardwebhooks.com. `now` is the time of this try. */
export async function sendWebhook(
  post: Post,
  settings: NonNullable<FullSettings["webhook"]>,
  event: WebhookEvent,
  now: number,
  signal: AbortSignal,
): Promise<Sent> {
  const { id, type, time, data } = event;
  const body = JSON.stringify({ type, timestamp: instant(time), data });
  const at = new Date(now);
  // Loaded on first use, for a faster start.
  const { Webhook } = await import("standardwebhooks");
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now / 1000)),
    "webhook-signature": new Webhook(settings.secret).sign(id, at, body),
  };
  const response = await post(new URL(settings.url), { body, headers }, signal);
  if (!response.ok) return failed(response.problem);
  const { status, retryAfter } = response;
  if (status >= 200 && status < 300) return { ok: true };
  if (status >= 300 && status < 400) return failed(say("webhook.redirect", { status }));
  return failed(say("webhook.status", { status }), secondsOf(retryAfter));
}

/** `Retry-After` in seconds; the rare date form is ignored, and the usual wait applies. */
function secondsOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
}
