import { teamCopy } from "#copy/current.ts";
import type { FoundChannels } from "./candidate.ts";
import { channelsInCsv } from "./csv-channels.ts";
import { channelsInPage } from "./link-page.ts";
import { channelsInLinkStack } from "./linkstack.ts";

/**
 * The channels in a file of another program: a page of links, LinkStack's export, or CSV. Undefined for other JSON,
 * which may be a file of our own. Told apart by content, since names and types of files often lie.
 */
export function foreignChannels(text: string): FoundChannels | { problem: string } | undefined {
  const start = text.replace(/^\uFEFF/, "").trimStart();
  if (start === "") return { problem: teamCopy.channels.import.reasons.empty };
  if (start.startsWith("<")) return channelsInPage(text);
  if (!/^[{[]/.test(start)) {
    const isText = !/[\0\uFFFD]/.test(text);
    return isText ? channelsInCsv(text) : { problem: teamCopy.channels.import.reasons.notUtf8 };
  }
  try {
    const read: unknown = JSON.parse(start);
    const isForeign = typeof read === "object" && read !== null && "links" in read && !("format" in read);
    return isForeign && Array.isArray(read.links) ? channelsInLinkStack(read.links) : undefined;
  } catch {
    return undefined;
  }
}
