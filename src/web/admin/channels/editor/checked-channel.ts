import { teamCopy } from "#copy/current.ts";
import type { ReadNumber } from "#domain/brands/brand.ts";
import { inputOf } from "#domain/brands/brand-inputs.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { checkValue } from "#domain/channels/channel-check.ts";

/**
 * Returns the link of a typed value, or why it is not saved: as `checkChannel`, but in the language of the page.
 * `offer` is the form to save instead; `href` is the link of a refused value of an earlier version.
 */
export function checkedChannel(
  type: ChannelType,
  value: string,
  read?: ReadNumber,
):
  | { ok: true; href: string; warning?: string | undefined; offer?: string | undefined }
  | { ok: false; problem: string; href?: string | undefined; offer?: string | undefined } {
  const checked = checkValue(type, value, read);
  if (!checked.ok) {
    const { reason, href, offer } = checked;
    const expected = teamCopy.channels.editor.expected[type] ?? inputOf(type).expected;
    return { ok: false, problem: teamCopy.channels.editor.problems[reason](offer ?? expected), href, offer };
  }
  const { href, warning, usual: offer } = checked;
  if (warning === undefined) return { ok: true, href, offer };
  const text = teamCopy.channels.editor.warnings[warning] ?? inputOf(type).warnings[warning];
  return { ok: true, href, warning: text, offer };
}
