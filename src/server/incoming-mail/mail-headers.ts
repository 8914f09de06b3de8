import { smallest } from "#domain/lists.ts";

import { decodeText } from "../lib/decode-text.ts";

/** Bytes of the header block that are read; longer ones are cut at a line. */
const maxHeaderBytes = 256 * 1024;

/** The sender of an email by its first `From` line, as it is written: who takes turns with whom. */
export function senderLine(raw: Buffer): string {
  const head = raw.toString("latin1", 0, 16_384);
  return (/^from:(.{0,320})/im.exec(head)?.[1] ?? "").trim().toLowerCase();
}

/** Returns the offset of the empty line that ends the header block of an email. */
export function endOfHeaders(raw: Buffer): number {
  const ends = [raw.indexOf("\n\n"), raw.indexOf("\r\n\r\n")].filter((at) => at !== -1);
  return smallest([raw.length, maxHeaderBytes, ...ends]);
}

/**
 * The email with a header block in UTF-8: eight-bit headers that name no charset, and encoded words (RFC 2047) whose
 * charset is wrong or unknown, as in `=?us-ascii?B?4KSo…?=`.
 */
export function withReadableHeaders(raw: Buffer): Buffer {
  const end = endOfHeaders(raw);
  const block = raw.subarray(0, end);
  const text = decodeText(block);
  const readable = text.replace(encodedWords, (words) => reencoded(words) ?? words);
  if (readable === text && block.every((byte) => byte < 0x80)) return raw;
  return Buffer.concat([Buffer.from(readable), raw.subarray(end)]);
}

/** One encoded word, or several with nothing but white space between. */
const encodedWords =
  /=\?[^?\s]{1,60}\?[bq]\?[^?\s]{0,2000}\?=(?:\s{1,80}=\?[^?\s]{1,60}\?[bq]\?[^?\s]{0,2000}\?=){0,200}/gi;

/**
 * Decodes encoded words to UTF-8. Words of one charset are joined first, since programs split characters between them.
 */
function reencoded(words: string): string | undefined {
  const parts = [...words.matchAll(/=\?([^?*]+)(?:\*[^?]*)?\?([bq])\?([^?]*)\?=/gi)];
  const groups: Array<{ charset: string; bytes: Buffer[] }> = [];
  for (const [, charset = "", encoding = "", data = ""] of parts) {
    const bytes = /b/i.test(encoding) ? Buffer.from(data, "base64") : quotedPrintable(data);
    const last = groups.at(-1);
    if (last?.charset === charset.toLowerCase()) last.bytes.push(bytes);
    else groups.push({ charset: charset.toLowerCase(), bytes: [bytes] });
  }
  const text = groups.map(({ charset, bytes }) => decodeText(Buffer.concat(bytes), charset)).join("");
  // Chunks are short enough for every parser.
  const chunks = text.match(/[\s\S]{1,400}/gu) ?? [];
  return chunks.map((chunk) => `=?utf-8?B?${Buffer.from(chunk).toString("base64")}?=`).join(" ");
}

function quotedPrintable(data: string): Buffer {
  const bytes = data
    .replaceAll("_", " ")
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1");
}
