import type { NoChannel, ReadNumber } from "../brands/brand.ts";
import { inputOf } from "../brands/brand-inputs.ts";
import type { ChannelType } from "../brands/brands.ts";
import { withoutWrittenZero } from "../brands/pasted.ts";
import { type ChannelLink, channelLink } from "./channel-link.ts";
import { channelLimits } from "./channel-list.ts";
import { pastedAs, usualValue } from "./usual-value.ts";

/** Why a typed value is not saved. */
export type ValueRefusal = Extract<ChannelLink, { ok: false }>["reason"] | NoChannel | "trunk zero";

/**
 * Where a typed value opens, or why it is not saved. `usual` is its usual form, if it is typed otherwise; `offer` is a
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

/** Where a typed value opens, or why it is rejected: sentences for its field, each rejection with an example. */
type ChannelCheck = { ok: true; href: string; warning?: string } | { ok: false; problem: string };

export const chooseType = "Choose a type of channel, such as WhatsApp or Telegram.";

export const refusalTexts: Record<ValueRefusal, string> = {
  "too long": `At most ${channelLimits.value} characters: write`,
  "hidden character": "This holds a hidden character: type by hand",
  "no such place": "Write",
  "trunk zero": "The 0 after the country code is not dialled: write",
  "a post": "This is a single post or video, not a channel: write",
  "a share link": "This link only shares a text or page, it is no channel: write",
  "a redirect": "This link only leads on to another address: write",
  "a sign-in page": "This is a page to sign in, not a channel: write",
  "a page of the service": "This is a page of the service itself, not a channel: write",
};

/** `checkValue` with messages for the team. */
export function checkChannel(type: ChannelType, value: string, read?: ReadNumber): ChannelCheck {
  const checked = checkValue(type, value, read);
  const { expected, warnings } = inputOf(type);
  if (!checked.ok) return { ok: false, problem: `${refusalTexts[checked.reason]} ${checked.offer ?? expected}.` };
  const { href, warning: key } = checked;
  const warning = key === undefined ? undefined : warnings[key];
  return warning === undefined ? { ok: true, href } : { ok: true, href, warning };
}
