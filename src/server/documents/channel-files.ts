import type { PublicAddress } from "../address/public-address.ts";
import { encodeQR } from "qr";
import type { FastifyInstance } from "fastify";
import type { ActiveChannel } from "#contract/channels/channel.ts";
import type { Site } from "#contract/site/site.ts";
import { codePath, pathIn, paths, phoneBookPath } from "#contract/paths.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { channelLink } from "#domain/channels/channel-link.ts";
import { inLanguageOf } from "#domain/channels/descriptions.ts";
import { fitsPhoneBook } from "#domain/channels/known-channels.ts";
import { defaultLanguage, type Language, languageCodes } from "#domain/languages.ts";
import { cachedByVersion } from "../http/cache/cached-response.ts";
import { readPhoneNumber } from "../lib/phone-number.ts";
import { siteVersion } from "../site/live-site.ts";
import type { Channels } from "../channels/channels.ts";
import { otherScript } from "#domain/script.ts";
import { plainText } from "#domain/text.ts";

const svg = { "content-type": "image/svg+xml; charset=utf-8" };
const vcard = {
  "content-type": "text/vcard; charset=utf-8",
  "content-disposition": 'attachment; filename="contact.vcf"',
};

/** Files made from the active channels: a QR code for each, and a vCard in each language. None outlives its channel. */
export function channelFiles(deps: {
  site: Site;
  channels: Pick<Channels, "active">;
  address: Pick<PublicAddress, "url">;
}) {
  const { site, channels, address } = deps;
  // Keyed by the URL in the code, which is its only content.
  const codes = new Map<string, ReturnType<typeof cachedByVersion>>();

  function codeOf(href: string, shown: readonly ActiveChannel[]): ReturnType<typeof cachedByVersion> {
    const known = codes.get(href);
    if (known !== undefined) return known;
    const current = new Set(shown.map(hrefOf));
    for (const old of codes.keys()) if (!current.has(old)) codes.delete(old);
    const made = cachedByVersion(async () => ({ version: 1, make: () => drawCode(href) }), svg);
    codes.set(href, made);
    return made;
  }

  const cardIn = (language: Language) =>
    cachedByVersion(async () => {
      const { version: ofChannels, channels: shown } = await channels.active();
      const version = `${ofChannels} ${siteVersion(site)}`;
      const spoken = shown.map((one) => inLanguageOf(language, one));
      return {
        version,
        make: () => phoneBookCard(site.brands.contact.name, spoken, address.url, language, site.country),
      };
    }, vcard);

  return (app: FastifyInstance) => {
    app.get<{ Params: { id: string } }>(
      codePath(":id(^[\\w-]+)"),
      { config: { access: "anyone" } },
      async (request, reply) => {
        const { channels: shown } = await channels.active();
        const href = hrefOf(shown.find(({ _id }) => _id === request.params.id));
        return href === undefined ? reply.callNotFound() : codeOf(href, shown)(request, reply);
      },
    );

    for (const language of languageCodes) {
      const sendCard = cardIn(language);
      app.get(pathIn(language, phoneBookPath), { config: { access: "anyone" } }, async (request, reply) => {
        const { channels: shown } = await channels.active();
        if (!shown.some(fitsPhoneBook)) return reply.callNotFound();
        return sendCard(request, reply);
      });
    }
  };
}

function hrefOf(channel: ActiveChannel | undefined): string | undefined {
  const link = channel && channelLink(channel.type, channel.value);
  return link?.ok === true ? link.href : undefined;
}

/** Black on white on any background, with the standard's quiet zone of four modules. */
export function drawCode(href: string): string {
  return encodeQR(href, "svg", { border: 4 }).replace(
    "<path",
    '<path fill="#fff" d="M0 0h200v200H0z"/><path shape-rendering="crispEdges"',
  );
}

/**
 * One vCard 4.0 (RFC 6350) with the phone, WhatsApp and email channels among `channels`, described in `language`.
 * `publicUrl` is the site's address, if known; `country` is that of numbers without a country code. The names are the
 * owner's, and the same in every language; only the notes have one.
 */
export function phoneBookCard(
  name: string,
  channels: readonly ActiveChannel[],
  publicUrl: URL | undefined,
  language: Language = defaultLanguage,
  country = "",
): string {
  const shown = channels.filter(fitsPhoneBook);
  const address = (path: string) => publicUrl && new URL(path, publicUrl).href;
  const source = address(pathIn(language, phoneBookPath));
  // RFC 6350, section 5.1: a text in another language is a property of its own.
  const isOther = (one: ActiveChannel) => language !== defaultLanguage && one.isTranslated !== true;
  const others = shown.filter(isOther).flatMap(described);
  const own = shown.filter((one) => !isOther(one)).flatMap(described);
  const note = (property: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [`${property}:${escaped(texts.join("\n"))}`];
  const ownNote = language === defaultLanguage ? "NOTE" : `NOTE;LANGUAGE=${language}`;
  const lines = [
    "BEGIN:VCARD",
    "VERSION:4.0",
    "KIND:org",
    `FN:${escaped(name)}`,
    `ORG:${escaped(name).replaceAll(";", String.raw`\;`)}`,
    // `UID` makes a second import update the entry, in any language; `SOURCE` says where to get the next version.
    ...(source === undefined ? [] : [`UID:${address(phoneBookPath)}`, `SOURCE:${source}`]),
    ...numbers(shown, country),
    ...shown.flatMap(otherWays),
    ...(publicUrl === undefined ? [] : [`URL:${address(pathIn(language, paths.home))}`]),
    ...note(ownNote, [dictionaries[language].phoneBook.note, ...own]),
    ...note(
      `NOTE;LANGUAGE=${defaultLanguage}`,
      others.filter((text) => !otherScript.test(text)),
    ),
    // Owners write what is not translated in any language.
    ...note(
      "NOTE",
      others.filter((text) => otherScript.test(text)),
    ),
    "END:VCARD",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** One line per number; a number for both calls and WhatsApp has both types. */
function numbers(channels: readonly ActiveChannel[], country: string): string[] {
  const marks = new Map<string, Set<string>>();
  for (const { type, value } of channels) {
    const link = channelLink(type, value);
    const chat = link.ok ? /^https:\/\/wa\.me\/(\d+)$/.exec(link.href)?.[1] : undefined;
    const uri =
      chat !== undefined ? `tel:+${chat}` : link.ok && type === "phone" ? inFull(link.href, country) : undefined;
    if (uri === undefined) continue;
    const known = marks.get(uri) ?? new Set(["work"]);
    // RFC 6350, section 6.4.1: `text` marks a number that receives text messages.
    marks.set(uri, known.add(chat === undefined ? "voice" : "text"));
  }
  return [...marks].map(([uri, types], index) => {
    const parameters = `TYPE="${[...types].join(",")}";PREF=${Math.min(index + 1, 100)}`;
    // RFC 3966: a number without `+` is a valid `tel:` URI only with a phone context.
    return uri.startsWith("tel:+")
      ? `TEL;VALUE=uri;${parameters}:${uri}`
      : `TEL;VALUE=text;${parameters}:${escaped(uri.slice("tel:".length))}`;
  });
}

/** A `tel:` link with the country code, for phones elsewhere; a service number has none. */
function inFull(href: string, country: string): string {
  const [, number = "", extension = ""] = /^tel:([^;]+)(;.*)?$/.exec(href) ?? [];
  // Emergency and service numbers are short, and only reached without it.
  const read = number.replaceAll(/\D/g, "").length < 7 ? null : readPhoneNumber(number, country);
  return read === null || read.isService ? href : `tel:${read.key}${extension}`;
}

/** Email addresses, and WhatsApp invitation links, which have no number. */
function otherWays({ type, value }: ActiveChannel): string[] {
  const link = channelLink(type, value);
  if (!link.ok || type === "phone") return [];
  if (type === "email") return [`EMAIL;TYPE=work:${escaped(decodeURIComponent(link.href.slice("mailto:".length)))}`];
  return /^https:\/\/wa\.me\/\d+$/.test(link.href) ? [] : [`URL:${link.href}`];
}

function described({ value, proof }: ActiveChannel): string[] {
  return proof === "" ? [] : [`${value}: ${proof}`];
}

/** RFC 6350, section 3.4: escapes special characters. A semicolon is special only in structured values. */
function escaped(text: string): string {
  return plainText(text)
    .replaceAll(/[\\,]/g, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`);
}

/** RFC 6350, section 3.2: folds lines at 75 octets without splitting a character. */
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
