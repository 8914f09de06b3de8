import type { Address, Email, Mailbox } from "postal-mime";
import { oneLine, plainText } from "#domain/text.ts";
import { textOfHtml } from "../lib/html-text.ts";

/** An email as far as it matters here. Its HTML is not kept: a message without text is converted to text. */
export interface ParsedMail {
  /** Without angle brackets; null if it has none. */
  messageId: string | null;
  from: { name: string; address: string };
  /** Every address that it was sent or delivered to. */
  recipients: string[];
  /** Message-IDs of the emails that it answers, the nearest first. */
  references: string[];
  subject: string;
  /** Cleaned like typed text, and shortened to `maxText`. */
  text: string;
  /** Files that a person has added; not the pictures of a signature. One that was cut is empty. */
  attachments: Buffer[];
  /** Whether a program sent it, or a list: nothing may be sent in answer (RFC 3834, section 2). */
  isAutomatic: boolean;
  /** Set if it reports that emails could not be delivered. */
  bounce: Bounce | null;
}

interface Bounce {
  /** Message-IDs of the emails that were not delivered. */
  messageIds: string[];
  /** The status code of RFC 3463, such as `5.1.1`; null if there is none. */
  status: string | null;
}

/** Bytes of an email; one that has more is cut there. Providers limit emails to some 25 MB. */
export const maxMailBytes = 26_214_400;

/** Max characters of an email's text; the rest stays in the mailbox. */
export const maxText = 10_000;
const cutNote = "\n\n[…] (Shortened: the email is longer.)";

const limits = { maxNestingDepth: 50, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 };

/** Parses an email (RFC 5322, MIME); null if no sender can be read from it. Never throws, whatever the bytes are. */
export async function parseMail(raw: Buffer): Promise<ParsedMail | null> {
  // Loaded on first use, for a faster start.
  const { default: PostalMime } = await import("postal-mime");
  const read = (bytes: Buffer) => PostalMime.parse(bytes, { ...limits, forceRfc822Attachments: true });
  const whole = await read(raw).catch(() => null);
  // A body that cannot be parsed must not lose the message.
  const email = whole ?? (await read(headersOf(raw)).catch(() => null));
  const from = email === null ? undefined : senderOf(email);
  if (email === null || from === undefined) return null;
  const bounce = bounceOf(email);
  return {
    messageId: idsIn(email.messageId)[0] ?? null,
    from: { name: oneLine(from.name), address: from.address },
    recipients: recipientsOf(email),
    references: [...idsIn(email.inReplyTo), ...idsIn(email.references).toReversed()],
    subject: oneLine(email.subject ?? "").slice(0, 500),
    text: whole === null ? "(This email could not be read. It is in the mailbox.)" : await textOf(email),
    attachments: bounce === null ? filesIn(email, raw.length > maxMailBytes) : [],
    isAutomatic: isAutomatic(email, from.address),
    bounce,
  };
}

/** A small picture that the text refers to is a logo or a symbol. */
const maxLogo = 20_000;

function filesIn({ attachments }: Email, isCut: boolean): Buffer[] {
  return attachments.flatMap(({ content, related }, index) => {
    // Where the email was cut: what there is of it is not the file.
    if (isCut && index === attachments.length - 1) return [Buffer.alloc(0)];
    const bytes = contentOf(content);
    return bytes.length > (related === true ? maxLogo : 0) ? [bytes] : [];
  });
}

const contentOf = (content: string | ArrayBuffer | Uint8Array) =>
  typeof content === "string" ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);

function headersOf(raw: Buffer): Buffer {
  const end = raw.indexOf("\n\n");
  const crlf = raw.indexOf("\r\n\r\n");
  const ends = [end, crlf].filter((at) => at !== -1);
  return raw.subarray(0, Math.min(64 * 1024, raw.length, ...ends));
}

function senderOf({ from }: Email): Mailbox | undefined {
  const [sender] = from === undefined ? [] : mailboxesOf([from]);
  return sender !== undefined && isAddress(sender.address) ? sender : undefined;
}

const isAddress = (text: string) => text.length <= 254 && /^[^\s@<>,;]{1,64}@[^\s@<>,;]+$/u.test(text);

function mailboxesOf(addresses: readonly Address[]): Mailbox[] {
  return addresses.flatMap((address) => (address.group === undefined ? [address] : address.group));
}

/** Where a mail server has delivered it to is in these headers; none of them is standard. */
const deliveryHeaders = new Set(["delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-forwarded-to"]);
const maxRecipients = 100;

function recipientsOf({ to = [], cc = [], headers }: Email): string[] {
  const delivered = headers.filter(({ key }) => deliveryHeaders.has(key)).flatMap(({ value }) => addressesIn(value));
  const named = mailboxesOf([...to, ...cc]).map(({ address }) => address);
  return [...new Set([...delivered, ...named].filter(isAddress))].slice(0, maxRecipients);
}

const addressesIn = (value: string) => value.slice(0, 2000).split(/[\s,<>]+/);

/** The Message-IDs in a header, without their brackets. */
function idsIn(header: string | undefined): string[] {
  const found = (header ?? "").slice(0, 20_000).matchAll(/<([^\s<>]{1,500})>/g);
  return Array.from(found, ([, id]) => id ?? "").slice(0, maxRecipients);
}

async function textOf({ text, html = "" }: Email): Promise<string> {
  const typed = (text ?? "").trim() === "" && html !== "" ? await textOfHtml(html) : (text ?? "");
  const clean = plainText(typed).toWellFormed().trim();
  if (clean.length <= maxText) return clean;
  return (
    clean
      .slice(0, maxText - cutNote.length)
      .toWellFormed()
      .trimEnd() + cutNote
  );
}

/** Senders that no person reads. */
const robots = /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)([+-]|@)/i;

function isAutomatic({ headers, returnPath }: Email, from: string): boolean {
  const valueOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const submitted = valueOf("auto-submitted");
  if (submitted !== undefined && !/^no\b/.test(submitted)) return true;
  if (/^(bulk|junk|list|auto_reply)\b/.test(valueOf("precedence") ?? "")) return true;
  if (["list-id", "list-post", "x-autoreply", "x-autorespond"].some((name) => valueOf(name) !== undefined)) return true;
  // An empty sender of the envelope says that nobody may be answered (RFC 5321, section 4.5.5).
  if (returnPath === "" || valueOf("return-path") === "<>") return true;
  return robots.test(from);
}

/** A report of failed delivery (RFC 3464); null for any other email, and for a report that delivery is only late. */
function bounceOf({ headers, attachments }: Email): Bounce | null {
  const type = headers.find(({ key }) => key === "content-type")?.value ?? "";
  if (!/^multipart\/report\b/i.test(type)) return null;
  const partOf = (...types: readonly string[]) =>
    attachments
      .filter(({ mimeType }) => types.includes(mimeType))
      .map(({ content }) => contentOf(content).toString("utf8", 0, 64 * 1024));
  const report = partOf("message/delivery-status", "message/global-delivery-status").join("\n");
  if (!/^action:\s*failed\b/im.test(report)) return null;
  const originals = partOf("message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers").join(
    "\n",
  );
  return {
    messageIds: idsIn(Array.from(originals.matchAll(/^message-id:\s*(<[^\s<>]{1,500}>)/gim), ([, id]) => id).join(" ")),
    status: /^status:\s*([245]\.\d{1,3}\.\d{1,3})/im.exec(report)?.[1] ?? null,
  };
}
