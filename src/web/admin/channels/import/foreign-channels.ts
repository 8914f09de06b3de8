import { teamCopy } from "#copy/current.ts";
import type { FileRead } from "./candidate.ts";
import { channelsInCsv } from "./csv-channels.ts";
import { channelsInPage } from "./link-page.ts";
import { channelsInLinkStack } from "./linkstack.ts";

/**
 * The channels in a file of another program: a page of links, LinkStack's export, or CSV. Undefined for other JSON,
 * which may be a file of our own. Told apart by content, since names and types of files often lie.
 */
export function foreignChannels(text: string): FileRead | undefined {
  const start = text.replace(/^\uFEFF/, "").trimStart();
  if (start === "") return { ok: false, problem: teamCopy.channels.import.reasons.empty };
  if (start.startsWith("<")) return channelsInPage(text);
  if (!/^[{[]/.test(start)) {
    const isText = !/[\0\uFFFD]/.test(text);
    return isText ? channelsInCsv(text) : { ok: false, problem: teamCopy.channels.import.reasons.notUtf8 };
  }
  try {
    const read: unknown = JSON.parse(start);
    const isForeign = typeof read === "object" && read !== null && "links" in read && !("format" in read);
    if (!isForeign || !Array.isArray(read.links)) return undefined;
    return { ok: true, found: channelsInLinkStack(read.links) };
  } catch {
    return undefined;
  }
}
