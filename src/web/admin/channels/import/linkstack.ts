import { teamCopy } from "#copy/current.ts";
import { type FoundChannels, sortCandidates, titleOf } from "./candidate.ts";

/** LinkStack's numbers of its buttons, if a link has no type of its own: what is not a link, and a website. */
const buttonTypes: ReadonlyMap<string, string> = new Map([
  ["6", "email"],
  ["37", "website"],
  ["42", "heading"],
  ["43", "spacer"],
  ["44", "telephone"],
  ["47", "spacer"],
  ["93", "text"],
  ["96", "vcard"],
]);

const noLinks = ["heading", "spacer", "text", "vcard"];

/** The channels of a file from LinkStack's **Export links** or **Export all**, in the order of its page. */
export function channelsInLinkStack(links: readonly unknown[]): FoundChannels {
  const known = links.map((link, at) => ({
    link: isRecord(link) ? link : {},
    place: teamCopy.channels.import.reasons.link(at + 1),
  }));
  const orderOf = ({ link }: (typeof known)[number]) => Number(link["order"] ?? 0) || 0;
  const candidates = known
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .flatMap(({ link, place }) => {
      const button = buttonTypes.get(textOf(link["button_id"])) ?? "";
      const kind = noLinks.includes(button) || button === "website" ? button : textOf(link["type"]) || button;
      if (noLinks.includes(kind)) return [];
      const value = textOf(link["link"]);
      const description = titleOf(textOf(link["title"]), value);
      const type = kind === "telephone" ? "phone" : kind === "email" || kind === "website" ? kind : "";
      return [{ place, type, value, ...(description !== undefined && { description }) }];
    });
  return sortCandidates(candidates);
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
