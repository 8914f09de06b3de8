import type { FullSettings } from "../settings/settings.ts";
import { connectionProblem, failed, type Sent } from "./post.ts";
import { second } from "#domain/time/durations.ts";

/** A plain-text email. `id` is the same for every try. Visitor input may appear only in `text`. */
export interface Mail {
  id: string;
  fromName: string;
  to: string[];
  subject: string;
  text: string;
}

/**
 * Hands an email to the owner's mail server; with TLS, its certificate is always verified. If a server rejects one of
 * several addresses, it may have sent to the others, so a retried email has a single recipient.
 */
export async function sendMail(
  settings: NonNullable<FullSettings["mail"]>,
  mail: Mail,
  signal: AbortSignal,
  timeoutMs = 20 * second,
): Promise<Sent> {
  const { host, port, security, user, password, from } = settings;
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
      subject: mail.subject,
      text: mail.text,
      messageId: `<${mail.id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
      headers: { "Auto-Submitted": "auto-generated", "X-Delivery-ID": mail.id },
      signal: limit,
    });
    if (rejected.length === 0) return { delivered: true };
    return failed(`The mail server refused ${rejected.length} of ${mail.to.length} addresses.`);
  } catch (error) {
    return failed(limit.aborted ? "The mail server did not answer in time." : problemOf(error));
  } finally {
    transport.close();
  }
}

/** The server's own text may contain an address, so only its code is reported. */
function problemOf(error: unknown): string {
  const { code, originalCode, responseCode } = error as { code?: string; originalCode?: string; responseCode?: number };
  const answered = responseCode === undefined ? "" : ` (${responseCode})`;
  if (code === "EAUTH") return `The mail server refused the user or the password${answered}.`;
  if (code === "EENVELOPE") return `The mail server refused the sender's or the receiver's address${answered}.`;
  if (code === "ETLS") return "The mail server offers no encryption that can be trusted.";
  if (code === "ETIMEDOUT") return "The mail server did not answer in time.";
  if (responseCode !== undefined) return `The mail server refused the mail${answered}.`;
  return connectionProblem("The mail server", originalCode ?? code);
}
