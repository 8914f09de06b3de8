import { teamCopy } from "#copy/current.ts";
import { oneLine } from "#domain/text.ts";
import { type FileRead, sortCandidates, titleOf } from "./candidate.ts";

interface PageLink {
  line: number;
  href: string;
  title: string;
}

/** The channels of a page in the style of littlelink: the links of the class `button`. */
export function channelsInPage(html: string): FileRead {
  const links = buttonsIn(html);
  if (links.length === 0) {
    return { ok: false, problem: teamCopy.channels.import.reasons.noButtons };
  }
  const found = sortCandidates(
    links.map(({ line, href, title }) => {
      const description = titleOf(title, href);
      return {
        place: teamCopy.channels.import.reasons.line(line),
        type: "",
        value: href,
        ...(description !== undefined && { description }),
      };
    }),
  );
  return { ok: true, found };
}

/** Elements whose content is text and not markup. */
const rawText = /^(?:script|style|textarea|title|template|noscript|iframe|xmp|noembed|noframes)$/;

/**
 * Reads HTML as text, once from start to end: tags, their attributes and comments. Nothing of it becomes a document. An
 * unfinished tag ends the page.
 */
function buttonsIn(html: string): PageLink[] {
  const links: PageLink[] = [];
  let open: PageLink | undefined;
  let at = 0;
  let line = 1;
  const moveTo = (next: number) => {
    for (let i = at; i < next; i += 1) if (html[i] === "\n") line += 1;
    at = next;
  };
  for (;;) {
    const start = html.indexOf("<", at);
    if (open !== undefined && open.title.length < 500) open.title += html.slice(at, start < 0 ? html.length : start);
    if (start < 0) break;
    moveTo(start);
    if (html.startsWith("<!--", at)) {
      const end = html.indexOf("-->", at + 2);
      if (end < 0) break;
      moveTo(end + 3);
      continue;
    }
    const tag = tagAt(html, at);
    if (tag === undefined) {
      moveTo(at + 1);
      continue;
    }
    if (tag.end < 0) break;
    const { name, attributes } = tag;
    if (name === "a") {
      const href = attributes.get("href");
      const classes = (attributes.get("class") ?? "").split(/\s+/);
      open = href !== undefined && classes.includes("button") ? { line, href, title: "" } : undefined;
      if (open !== undefined) links.push(open);
    } else if (name === "/a") open = undefined;
    moveTo(tag.end);
    if (rawText.test(name)) {
      const end = closingTag(html, name, at);
      if (end < 0) break;
      moveTo(end);
    }
  }
  return links.map(({ title, ...link }) => ({ ...link, title: oneLine(decoded(title)).replaceAll(/ {2,}/g, " ") }));
}

/** Returns the index of the next `</name`; -1 if there is none. */
function closingTag(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, "gi");
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? -1;
}

/** The tag that begins here; undefined if this `<` begins none. `end` is -1 if the page ends before the tag. */
function tagAt(html: string, start: number) {
  const namePart = /<(\/?[a-z][^\s/>]*|[!?/])/iy;
  namePart.lastIndex = start;
  const name = namePart.exec(html)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  const attributes = new Map<string, string>();
  const attribute =
    /[\s/]*(?:(>)|([^\s/>=][^\s/>=]*|=[^\s/>=]*)(\s*=\s*(?:"([^"]*)("?)|'([^']*)('?)|([^\s>"'][^\s>]*)?))?)/y;
  attribute.lastIndex = namePart.lastIndex;
  for (;;) {
    const found = attribute.exec(html);
    if (found === null) return { name, attributes, end: -1 };
    const [, isEnd, key = "", , double, , single, , bare = ""] = found;
    if (isEnd !== undefined) return { name, attributes, end: attribute.lastIndex };
    // The first of two attributes of one name counts, as in browsers.
    const lower = key.toLowerCase();
    if (lower === "href" || lower === "class") {
      if (!attributes.has(lower)) attributes.set(lower, decoded(double ?? single ?? bare));
    }
  }
}

const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

/** `text` with its character references read. */
function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named.get(name.toLowerCase()) ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
