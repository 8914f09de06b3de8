import type { NoChannel, ReadNumber } from "../brands/brand.ts";
import { inputOf } from "../brands/brand-inputs.ts";
import type { ChannelType } from "../brands/brands.ts";
import { withoutWrittenZero } from "../brands/pasted.ts";
import { type ChannelLink, channelLink } from "./channel-link.ts";
import { channelLimits } from "./channel-list.ts";
import { pastedAs, usualValue } from "./usual-value.ts";

/** Reason for which a typed value is not saved. */
export type ValueRefusal = Extract<ChannelLink, { ok: false }>["reason"] | NoChannel | "trunk zero";

/**
 * The link of a typed value, or why it is not saved. `usual` is its usual form, if it is typed otherwise; `offer` is a
 * value that would be right. A value of an earlier version may be refused now and still open.
 */
export type ValueCheck =
  | { ok: true; href: string; warning?: string; usual?: string }
  | { ok: false; reason: ValueRefusal; offer?: string; href?: string };

/** Checks a value that is typed or pasted: more strictly than `channelLink`, which opens what is stored. */
export function checkValue(type: ChannelType, value: string, read?: ReadNumber): ValueCheck {
  const text = value.trim();
  if (text.length > channelLimits.value) return { ok: false, reason: "too long" };
  const usual = usualValue(type, text, read);
  const link = channelLink(type, usual);
  const { refused, warning = link.ok ? link.warning : undefined } = pastedAs(type, text);
  const open = link.ok ? { href: link.href } : {};
  if (refused !== undefined) return { ok: false, reason: refused, ...open };
  const number = inputOf(type).number?.(text);
  if (number !== undefined && withoutWrittenZero(number) !== undefined)
    return { ok: false, reason: "trunk zero", ...open, offer: usual };
  if (!link.ok) {
    const national = inputOf(type).number === undefined ? undefined : read?.(text)?.international;
    const isBetter = national !== undefined && channelLink(type, national).ok;
    return { ok: false, reason: link.reason, ...(isBetter && { offer: national }) };
  }
  return { ok: true, ...open, href: link.href, ...(warning && { warning }), ...(usual !== text && { usual }) };
}
