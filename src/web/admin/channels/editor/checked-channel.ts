import { teamCopy } from "#copy/current.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { channelLink } from "#domain/channels/channel-link.ts";

/** Where a typed value opens, or why it opens nothing: as `checkChannel`, but in the language of the page. */
export function checkedChannel(
  type: ChannelType,
  value: string,
): { ok: true; href: string; warning?: string | undefined } | { ok: false; problem: string } {
  const link = channelLink(type, value);
  if (!link.ok) {
    const expected = teamCopy.channels.editor.expected[type];
    return { ok: false, problem: teamCopy.channels.editor.problems[link.reason](expected) };
  }
  const { href, warning } = link;
  const warnings = new Map(Object.entries(teamCopy.channels.editor.warnings));
  return { ok: true, href, warning: warning === undefined ? undefined : warnings.get(warning) };
}
