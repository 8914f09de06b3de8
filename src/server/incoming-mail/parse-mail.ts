import { createHash } from "node:crypto";
import type PostalMime from "postal-mime";
import type { Email } from "postal-mime";
import { cleanFileName } from "#domain/inquiries/file-name.ts";
import { unreadableText } from "#domain/inquiries/mail-remarks.ts";
import { oneLine } from "#domain/text.ts";
import { decodeText } from "../lib/decode-text.ts";
import { type Origin, originOf } from "./automatic-marks.ts";
import { type Bounce, bounceOf, daemonOf } from "./bounce.ts";
import { type InlinePlace, inlinePlaces } from "./inline-pictures.ts";
import { endOfHeaders, withReadableHeaders } from "./mail-headers.ts";
import { flattened, isAddress, type Sender, sendersOf } from "./mail-sender.ts";
import { mailText } from "./mail-text.ts";

/** An email as far as it matters here. Its HTML is not kept: a message without text is converted to text. */
export interface ParsedMail {
  /** The message id without angle brackets; null if there is none. */
  messageId: string | null;
  /** A hash of its date, subject, text and files: programs reuse Message-IDs for other emails. */
  contentHash: string;
  /** Whom `From` names. */
  from: Sender;
  /** Whom an answer goes to. */
  sender: Sender;
  /** Every address that it was sent or delivered to. */
  recipients: string[];
  /** Message-IDs of the emails that it answers, the nearest first. */
  references: string[];
  subject: string;
  /** Cleaned like typed text, and shortened to `maxText`. */
  text: string;
  attachments: MailFile[];
  origin: Origin;
  /** The headers `Authentication-Results`, the topmost first. */
  authenticationResults: string[];
  /** Set if it reports that emails could not be delivered. */
  bounce: Bounce | null;
}

/** A file of an email, or a picture that its text shows. One that was cut is empty. */
export interface MailFile {
  /** The sender's name for the file, cleaned; empty if it has none. */
  name: string;
  bytes: Buffer;
  inline: InlinePlace;
}

/** Bytes of an email; one that has more is cut there. Providers limit emails to some 25 MB. */
export const maxMailBytes = 26_214_400;

const limits = { maxNestingDepth: 50, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 };

/** Parses an email (RFC 5322, MIME); null if no sender can be read from it. Never throws, whatever the bytes are. */
export async function parseMail(raw: Buffer, isCut = raw.length > maxMailBytes): Promise<ParsedMail | null> {
  // Loaded on first use, for a faster start.
  const { default: Parser, addressParser } = await import("postal-mime");
  const readable = withReadableHeaders(raw);
  const read = (bytes: Buffer) => decodingTexts(new Parser({ ...limits, forceRfc822Attachments: true })).parse(bytes);
  const whole = await read(readable).catch(() => null);
  // A body that cannot be parsed must not lose the message.
  const email = whole ?? (await read(readable.subarray(0, endOfHeaders(readable))).catch(() => null));
  const senders = email === null ? null : (sendersOf(email, addressParser) ?? daemonOf(email));
  if (email === null || senders === null) return null;
  const { author, person } = senders;
  const bounce = bounceOf(email, author.address);
  const text = whole === null ? unreadableText : await mailText(email);
  const attachments = bounce === null ? filesIn(email, isCut) : [];
  const subject = oneLine(email.subject ?? "").slice(0, 500);
  return {
    messageId: idsIn(email.messageId)[0] ?? null,
    contentHash: hashOf([email.date ?? "", subject, text, ...attachments.map(({ bytes }) => bytes)]),
    from: author,
    sender: person,
    recipients: recipientsOf(email),
    references: [...idsIn(email.inReplyTo), ...idsIn(email.references).toReversed()],
    subject,
    text,
    attachments,
    origin: originOf(email, author.address, person.address),
    authenticationResults: email.headers
      .filter(({ key }) => key === "authentication-results")
      .slice(0, maxResults)
      .map(({ value }) => value.slice(0, 4096)),
    bounce,
  };
}

/** The part of a MIME node of the library that holds its text; not in its types. */
interface TextNode {
  content: ArrayBuffer | null;
  contentType: { parsed: { value: string; params: Record<string, string | undefined> } };
}

interface Collecting {
  collectNode: (node: TextNode, ...rest: unknown[]) => Promise<void>;
}

/** The parser, with the bytes of each text part in UTF-8: it takes the charset that a part declares for granted. */
function decodingTexts(parser: PostalMime): PostalMime {
  const collecting = parser as unknown as Collecting;
  const collect = collecting.collectNode.bind(parser);
  collecting.collectNode = (node, ...rest) => {
    const { value, params } = node.contentType.parsed;
    if (node.content !== null && /^text\/(?:plain|html)$/.test(value)) {
      const text = decodeText(startOf(new Uint8Array(node.content)), params["charset"], {
        isHtml: value === "text/html",
      });
      node.content = new TextEncoder().encode(text).buffer;
      params["charset"] = "utf-8";
    }
    return collect(node, ...rest);
  };
  return parser;
}

/** Bytes of a text part that are read: far more than the text that is kept. */
const maxTextBytes = 512 * 1024;

/** The start of a long text, not cut within a character. */
function startOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= maxTextBytes) return bytes;
  const lastAscii = bytes.findLastIndex((byte, at) => at < maxTextBytes && byte < 0x80);
  return bytes.subarray(0, lastAscii === -1 ? maxTextBytes : lastAscii + 1);
}

function hashOf(parts: ReadonlyArray<string | Buffer>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest("base64url").slice(0, 22);
}

function filesIn(email: Email, isCut: boolean): MailFile[] {
  const places = inlinePlaces(email);
  const last = email.attachments.length - 1;
  return email.attachments.map(({ filename, content }, at) => ({
    name: cleanFileName(filename ?? ""),
    // The part at which the email was cut is incomplete, so its content is dropped.
    bytes: isCut && at === last ? Buffer.alloc(0) : contentOf(content),
    inline: places[at] ?? null,
  }));
}

const contentOf = (content: string | ArrayBuffer | Uint8Array) =>
  typeof content === "string" ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);

/** Each server that handled an email may have added one. */
const maxResults = 20;

/** Headers in which mail servers name the address that they deliver to; none of them is standard. */
const deliveryHeaders = new Set(["delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-forwarded-to"]);
const maxRecipients = 100;

function recipientsOf({ to = [], cc = [], headers }: Email): string[] {
  const delivered = headers.filter(({ key }) => deliveryHeaders.has(key)).flatMap(({ value }) => addressesIn(value));
  const named = flattened([...to, ...cc]).map(({ address }) => address);
  return [...new Set([...delivered, ...named].filter(isAddress))].slice(0, maxRecipients);
}

const addressesIn = (value: string) => value.slice(0, 2000).split(/[\s,<>]+/);

/** The Message-IDs in a header, without their brackets. */
function idsIn(header: string | undefined): string[] {
  const found = (header ?? "").slice(0, 20_000).matchAll(/<([^\s<>]{1,500})>/g);
  return Array.from(found, ([, id]) => id ?? "").slice(0, maxRecipients);
}
