import type { Email } from "postal-mime";
import { isAddress } from "./mail-sender.ts";

/** A report that an email was not delivered. */
export interface Bounce {
  /** Message-IDs that it names anywhere, without brackets: one of ours says which email it was. */
  messageIds: string[];
  /** Addresses that did not get it. */
  recipients: string[];
  /** The status code of RFC 3463, such as `5.1.1`; null if there is none. */
  status: string | null;
}

/** Characters of a part that are read: ids stand in headers, near its beginning. */
const maxRead = 64 * 1024;
const maxFound = 100;

const daemons = /^(?:mailer-daemon|postmaster|mail-?daemon|mdaemon|mail)(?:[+._-][^@]*)?@/i;
const failure =
  /undeliver(?:able|ed)|(?:could|can) ?not be delivered|delivery (?:has )?(?:permanently )?(?:failed|failure)|failure notice|returned mail|returning message|delivery status notification \(failure\)|wasn't able to deliver|unable to deliver|message (?:was )?not delivered|permanent(?:ly)? (?:error|failure)|address not found|no such user|user unknown|mailbox (?:is )?full/i;
const delay =
  /will (?:keep|continue) (?:trying|to try)|has not yet been delivered|delivery (?:is |has been )?delayed|still trying|status notification \(delay\)|temporary (?:failure|problem)/i;

/**
 * Reads a report of failed delivery: one of RFC 3464 at any depth, or the text of a mail server. Null for any other
 * email, and for a report that delivery is only late.
 *
 * @param author the address of `From`
 */
export function bounceOf(
  email: Pick<Email, "headers" | "attachments" | "subject" | "text">,
  author: string,
): Bounce | null {
  const { headers, attachments, subject = "", text = "" } = email;
  const valuesOf = (...names: readonly string[]) =>
    headers.filter(({ key }) => names.includes(key)).map(({ value }) => value.slice(0, maxRead));
  const parts = attachments
    .filter(({ mimeType }) => mimeType.startsWith("message/") || mimeType === "text/rfc822-headers")
    .map(({ mimeType, content }) => ({ mimeType, text: readPart(content) }));
  const reports = parts.filter(({ mimeType }) => /^message\/(?:global-)?delivery-status$/.test(mimeType));
  const report = reports.map((part) => part.text).join("\n");
  const failed = valuesOf("x-failed-recipients");
  if (reports.length > 0) {
    if (!/^action:\s*failed\b/im.test(report)) return null;
  } else {
    const isFromServer = daemons.test(author) || valuesOf("return-path").some((value) => value.trim() === "<>");
    const said = `${subject}\n${text.slice(0, 4000)}`;
    if (!isFromServer || !(failed.length > 0 || failure.test(said))) return null;
    if (failed.length === 0 && delay.test(said)) return null;
  }
  const everywhere = [
    ...valuesOf("in-reply-to", "references", "x-original-message-id"),
    report,
    text.slice(0, maxRead),
    ...parts.map((part) => part.text),
  ].join("\n");
  const named = [
    ...failed,
    ...Array.from(
      report.matchAll(/^(?:final|original)-recipient:[^;]*;\s*(.{3,254})$/gim),
      ([, address = ""]) => address,
    ),
  ];
  return {
    messageIds: unique(Array.from(everywhere.matchAll(/<([^\s<>@]{1,200}@[^\s<>@]{1,250})>/g), ([, id = ""]) => id)),
    recipients: unique(named.flatMap((value) => value.split(/[\s,;<>]+/)).filter(isAddress)),
    status: statusIn(report) ?? statusIn(text.slice(0, maxRead)),
  };
}

/** The code of a permanent failure first: a report may name several recipients. */
function statusIn(text: string): string | null {
  const codes = Array.from(text.matchAll(/(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/g), ([, code = ""]) => code);
  return codes.find((code) => code.startsWith("5")) ?? codes[0] ?? null;
}

function readPart(content: string | ArrayBuffer | Uint8Array): string {
  if (typeof content === "string") return content.slice(0, maxRead);
  return Buffer.from(content as ArrayBuffer).toString("utf8", 0, maxRead);
}

const unique = (values: readonly string[]) => [...new Set(values)].slice(0, maxFound);
