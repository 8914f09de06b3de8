import type { Email } from "postal-mime";
import { isAddress, type Senders } from "./mail-sender.ts";

/** A report that an email was not delivered. */
export interface Bounce {
  /** Ids as we make them, wherever it has them: in a Message-ID of ours one says which email it was. */
  ids: string[];
  /** Addresses with a part after a plus sign, as replies ask to be answered at. */
  replyAddresses: string[];
  /** Addresses that did not get it, or that it names. */
  recipients: string[];
  /** The status code of RFC 3463, such as `5.1.1`; null if there is none. */
  status: string | null;
}

/** Characters of a part that are read: ids stand in headers, near its beginning. */
const maxRead = 64 * 1024;
const maxFound = 100;

const daemons =
  /^(?:(?:mailer-daemon|postmaster|mail-?daemon|mdaemon|mail)(?:[+._-][^@]*)?|microsoftexchange[0-9a-f]*)@/i;
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
  email: Pick<Email, "headers" | "attachments" | "subject" | "text" | "html">,
  author: string,
): Bounce | null {
  const { headers, attachments, subject = "", html = "" } = email;
  // Some servers write HTML alone. Its entities stand around ids, not within.
  const text = email.text ?? html.slice(0, maxRead).replaceAll(/<[^<>]{0,500}>/g, " ");
  const valuesOf = (...names: readonly string[]) =>
    headers.filter(({ key }) => names.includes(key)).map(({ value }) => value.slice(0, maxRead));
  const parts = attachments
    .filter(({ mimeType }) => mimeType.startsWith("message/") || mimeType === "text/rfc822-headers")
    .map(({ mimeType, content }) => ({ mimeType, text: readPart(content) }));
  // Within an email that a server has wrapped once more, it is text.
  const reports = parts.filter(
    ({ mimeType, text: part }) =>
      /^message\/(?:global-)?delivery-status$/.test(mimeType) ||
      (/^action:\s*failed\b/im.test(part) && /^(?:final|original)-recipient:/im.test(part)),
  );
  const report = reports.map((part) => part.text).join("\n");
  const failed = valuesOf("x-failed-recipients");
  if (reports.length > 0) {
    if (!/^action:\s*failed\b/im.test(report)) return null;
  } else {
    const isFromServer =
      daemons.test(author) ||
      valuesOf("return-path").some((value) => value.trim() === "<>") ||
      valuesOf("x-ms-exchange-message-is-ndr").length > 0;
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
  const addresses = addressesIn(everywhere);
  const known = unique(named.flatMap(addressesIn));
  return {
    ids: unique(Array.from(everywhere.toLowerCase().matchAll(uuid), ([id]) => id)),
    replyAddresses: addresses.filter((address) => /\+[a-z0-9]{6}-[a-z2-7]{16}@/.test(address)).slice(0, maxFound),
    recipients: known.length > 0 ? known : addressesIn(text.slice(0, 4000)),
    status: statusIn(report) ?? statusIn(text.slice(0, maxRead)),
  };
}

/** The author of an email whose `From` names a mail server and no address, as `MAILER-DAEMON` or `<>` alone. */
export function daemonOf({ headers }: Pick<Email, "headers">): Senders | null {
  const from = headers.find(({ key }) => key === "from")?.value ?? "";
  if (from.includes("@") || !/mailer-daemon|postmaster|mail delivery|<\s*>/i.test(from)) return null;
  const server = { name: "", address: "mailer-daemon@invalid" };
  return { author: server, person: server };
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

const uuid = /(?<![0-9a-f-])[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-f-])/g;

const addressesIn = (text: string): string[] =>
  unique(
    text
      .toLowerCase()
      .split(/[\s,;:<>()[\]"'&]+/)
      .map((word) => word.replace(/^mailto:|[.=]+$/g, ""))
      .filter(isAddress),
  );

const unique = (values: readonly string[]) => [...new Set(values)].slice(0, maxFound);
