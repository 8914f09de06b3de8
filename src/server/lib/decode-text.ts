/**
 * Decodes the bytes of a text whose charset is wrong, missing or unknown: emails, and files of other programs. The
 * declared charset comes first if it fits without loss, then what the bytes themselves say.
 *
 * @param declared a label such as `iso-8859-1`
 * @param isHtml whether a `<meta>` in the text may name its charset
 */
export function decodeText(bytes: Uint8Array, declared = "", { isHtml = false } = {}): string {
  const label = declared.trim().toLowerCase();
  const units = evenBytes(bytes);
  const attempts = [
    () => byMark(bytes) ?? byMark(units),
    () => byLabel(bytes, label),
    () => (isHtml ? byLabel(bytes, metaCharset(bytes)) : undefined),
    () => byLabel(units, unmarkedUtf16(units)),
    () => (isAscii(bytes) ? byEscapes(bytes) : undefined),
    () => strictly(bytes, "utf-8"),
    () => strictly(bytes, "windows-1252"),
  ];
  for (const attempt of attempts) {
    const text = attempt();
    if (text !== undefined) return text;
  }
  // Latin-1 maps each byte to a character, so nothing is lost.
  return new TextDecoder("latin1").decode(bytes);
}

/** The bytes without a newline that a mail server has added to UTF-16. */
const evenBytes = (bytes: Uint8Array) =>
  bytes.length % 2 === 1 && bytes.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes;

/** The text in this charset; undefined if it cannot hold these bytes, or if it is unknown. */
function byLabel(bytes: Uint8Array, label: string): string | undefined {
  if (label === "") return undefined;
  if (/^(?:us-)?ascii$|^ansi_x3\.4/.test(label))
    return isAscii(bytes) ? (byEscapes(bytes) ?? strictly(bytes, "utf-8")) : undefined;
  if (/^(?:unicode-1-1-|x-)?utf-?7$/.test(label)) return isAscii(bytes) ? decodeUtf7(bytes) : undefined;
  if (/^utf-?16$|^(?:iso-10646-)?ucs-?2$/.test(label)) return utf16(evenBytes(bytes));
  // UTF-8 under the name of another charset is common; text of single bytes that is valid UTF-8 is not.
  if (isSingleByte(label) && !isAscii(bytes)) return strictly(bytes, "utf-8") ?? strictly(bytes, label);
  return strictly(bytes, label);
}

/** The text if it decodes without a replacement character, and without control characters that no text holds. */
function strictly(bytes: Uint8Array, label: string): string | undefined {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    // Bytes 80 to 9F that a charset does not define come out as C1 controls.
    return /[\u0080-\u0084\u0086-\u009f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Returns the encoding that a byte order mark names. */
function byMark(bytes: Uint8Array): string | undefined {
  const label = markedCharset(bytes);
  return label === "" ? undefined : strictly(bytes, label);
}

/** The charset of a byte order mark (Encoding Standard, section 6.1); empty without one. */
function markedCharset([first, second, third]: Uint8Array): string {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : "";
}

/** The charset that the start of a file shows; empty if that takes the rest of it. */
export const charsetOfStart = (bytes: Uint8Array): string => markedCharset(bytes) || unmarkedUtf16(bytes);

/** The charset that the beginning of an HTML document names (HTML Standard, section 13.2.3.2); empty if none. */
function metaCharset(bytes: Uint8Array): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 4096));
  return /<meta\b[^>]{0,300}?charset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(start)?.[1]?.toLowerCase() ?? "";
}

const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80);

const isSingleByte = (label: string) => /^(?:iso-?8859|windows-?125|cp125|latin|l\d$|macintosh|koi8)/.test(label);

/** UTF-16 that a label names: in the order of bytes that makes the likelier text, if no mark says it. */
function utf16(bytes: Uint8Array): string | undefined {
  const [big, little] = [strictly(bytes, "utf-16be"), strictly(bytes, "utf-16le")];
  if (big === undefined || little === undefined) return big ?? little;
  // The high bytes of a text are few: those of its script, and of spaces and digits.
  return highBytes(bytes, 0) <= highBytes(bytes, 1) ? big : little;
}

function highBytes(bytes: Uint8Array, offset: 0 | 1): number {
  const seen = new Set<number>();
  for (let at = offset; at < Math.min(bytes.length, 2000); at += 2) seen.add(bytes[at] ?? 0);
  return seen.size;
}

/** High bytes of UTF-16 in Latin letters and in the scripts of India. */
const commonHighBytes = [0x00, 0x09, 0x0a, 0x0b, 0x0c, 0x0d];

/**
 * UTF-16 that nothing announces: of every second byte, most are high bytes of a few scripts, and of the others few are.
 * Empty if it is not. Spaces and digits have the high byte 0, which no other text holds.
 */
function unmarkedUtf16(bytes: Uint8Array): string {
  if (bytes.length < 4 || bytes.length % 2 === 1) return "";
  const share = (highs: readonly number[], offset: 0 | 1) => {
    let found = 0;
    for (let at = offset; at < bytes.length; at += 2) if (highs.includes(bytes[at] ?? 1)) found += 1;
    return found / (bytes.length / 2);
  };
  const [even, odd] = [share(commonHighBytes, 0), share(commonHighBytes, 1)];
  if (even > 0.6 && odd < 0.2 && share([0], 0) > 0) return "utf-16be";
  return odd > 0.6 && even < 0.2 && share([0], 1) > 0 ? "utf-16le" : "";
}

/** The escape sequences that start characters of two bytes (RFC 1468). */
const iso2022Escapes = ["\u001b$@", "\u001b$B"];

/** Charsets of seven bits, by the escapes that only they have; undefined if there are none. */
function byEscapes(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString("latin1");
  if (iso2022Escapes.some((escape) => text.includes(escape))) return strictly(bytes, "iso-2022-jp");
  // Excludes texts such as "call +91-98765": each escape must hold letters, and decode to characters beyond ASCII.
  const runs = [...text.matchAll(/\+([A-Za-z0-9+/]*)/g)].map(([, run = ""]) => run).filter((run) => run !== "");
  const isUtf7 = runs.length > 0 && runs.every((run) => /[A-Za-z]/.test(run) && isPlausible(decodedUtf7Run(run)));
  return isUtf7 ? decodeUtf7(bytes) : undefined;
}

const isPlausible = (text: string | undefined) =>
  text !== undefined && text !== "" && /^[\u00a0-\u24ff\u2600-\u27bf\u{1f300}-\u{1faff}\s]+$/u.test(text);

/** UTF-7 (RFC 2152). An escape that is none stays as it is. */
function decodeUtf7(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (written, run: string) => {
    if (run === "") return written === "+-" ? "+" : written;
    return decodedUtf7Run(run) ?? written;
  });
}

/** The characters of one escape; undefined unless it is whole UTF-16 with zero bits as padding. */
function decodedUtf7Run(run: string): string | undefined {
  const units = Math.floor((run.length * 6) / 16);
  const spare = run.length * 6 - units * 16;
  if (units === 0 || spare >= 6) return undefined;
  const bits = Array.from(run, (sign) => base64Signs.indexOf(sign).toString(2).padStart(6, "0")).join("");
  if (spare > 0 && /1/.test(bits.slice(-spare))) return undefined;
  const codes = Array.from({ length: units }, (_, at) => Number.parseInt(bits.slice(at * 16, at * 16 + 16), 2));
  const text = Buffer.from(Uint16Array.from(codes).buffer).toString("utf16le");
  return text.isWellFormed() ? text : undefined;
}

const base64Signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
