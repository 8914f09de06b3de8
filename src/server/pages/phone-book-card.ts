import type { ActiveContact } from "#contract/contact.ts";
import { phoneBookPath, phoneBookTypes } from "#domain/channel-files.ts";
import { channelLink } from "#domain/channel-link.ts";

/**
 * One entry for a phone book with the phone, WhatsApp and e-mail channels among `contacts`: a vCard 4.0 (RFC 6350).
 * `publicUrl` is the site's own address, where it is known.
 */
export function phoneBookCard(name: string, contacts: readonly ActiveContact[], publicUrl: URL | undefined): string {
  const shown = contacts.filter(({ type }) => phoneBookTypes.has(type));
  const address = publicUrl && new URL(phoneBookPath, publicUrl).href;
  const lines = [
    "BEGIN:VCARD",
    "VERSION:4.0",
    "KIND:org",
    `FN:${escaped(name)}`,
    `ORG:${escaped(name).replaceAll(";", String.raw`\;`)}`,
    // The same entry when it is saved again, and where its next version is to be had.
    ...(address === undefined ? [] : [`UID:${address}`, `SOURCE:${address}`]),
    ...numbers(shown),
    ...shown.flatMap(otherWays),
    ...(publicUrl === undefined ? [] : [`URL:${publicUrl.href}`]),
    `NOTE:${escaped(["Our own channels, from our website.", ...shown.flatMap(described)].join("\n"))}`,
    "END:VCARD",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** A line for each number: one that is both for calls and for WhatsApp has both marks. */
function numbers(contacts: readonly ActiveContact[]): string[] {
  const marks = new Map<string, Set<string>>();
  for (const { type, value } of contacts) {
    const link = channelLink(type, value);
    const chat = link.ok ? /^https:\/\/wa\.me\/(\d+)$/.exec(link.href)?.[1] : undefined;
    const uri = chat !== undefined ? `tel:+${chat}` : link.ok && type === "phone" ? link.href : undefined;
    if (uri === undefined) continue;
    const known = marks.get(uri) ?? new Set(["work"]);
    // RFC 6350, section 6.4.1: `text` is a number that takes text messages.
    marks.set(uri, known.add(chat === undefined ? "voice" : "text"));
  }
  return [...marks].map(([uri, types], index) => {
    const parameters = `TYPE="${[...types].join(",")}";PREF=${Math.min(index + 1, 100)}`;
    // RFC 3966: without `+` a number is no `tel:` URI until it says where it is local.
    return uri.startsWith("tel:+")
      ? `TEL;VALUE=uri;${parameters}:${uri}`
      : `TEL;VALUE=text;${parameters}:${escaped(uri.slice("tel:".length))}`;
  });
}

/** E-mail addresses, and invitations of WhatsApp that stand for no number. */
function otherWays({ type, value }: ActiveContact): string[] {
  const link = channelLink(type, value);
  if (!link.ok || type === "phone") return [];
  if (type === "email") return [`EMAIL;TYPE=work:${escaped(decodeURIComponent(link.href.slice("mailto:".length)))}`];
  return /^https:\/\/wa\.me\/\d+$/.test(link.href) ? [] : [`URL:${link.href}`];
}

function described({ value, proof }: ActiveContact): string[] {
  return proof === "" ? [] : [`${value}: ${proof}`];
}

/** RFC 6350, section 3.4: what has a meaning in a text. A semicolon has one only where a value has parts. */
function escaped(text: string): string {
  return text.replaceAll(/[\\,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);
}

/** RFC 6350, section 3.2: no line is longer than 75 octets, and no character is cut. */
function folded(line: string): string {
  let room = 75;
  let text = "";
  for (const character of line) {
    const octets = Buffer.byteLength(character);
    if (octets > room) {
      text += "\r\n ";
      room = 74;
    }
    text += character;
    room -= octets;
  }
  return text;
}
