import { teamCopy } from "#copy/current.ts";
import { inputOf } from "#domain/brands/brand-inputs.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { channelLink } from "#domain/channels/channel-link.ts";

/** Where a typed value opens, or why it opens nothing: as `checkChannel`, but in the language of the page. */
export function checkedChannel(
  type: ChannelType,
  value: string,
): { ok: true; href: string; warning?: string | undefined } | { ok: false; problem: string } {
  const link = channelLink(type, value);
  if (!link.ok) {
    const expected = teamCopy.channels.editor.expected[type] ?? inputOf(type).expected;
    return { ok: false, problem: teamCopy.channels.editor.problems[link.reason](expected) };
  }
  const { href, warning } = link;
  if (warning === undefined) return { ok: true, href };
  return { ok: true, href, warning: teamCopy.channels.editor.warnings[warning] ?? inputOf(type).warnings[warning] };
}
