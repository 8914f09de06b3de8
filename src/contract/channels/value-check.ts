import { say, type ServerText } from "#copy/server/say.ts";
import { inputOf } from "#domain/brands/brand-inputs.ts";
import type { ReadNumber } from "#domain/brands/brand.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { checkValue, type ValueRefusal } from "#domain/channels/channel-check.ts";
import { channelLimits } from "#domain/channels/channel-list.ts";

/** The link of a typed value, or why it is rejected: texts for its field, each rejection with an example. */
type ChannelCheck = { ok: true; href: string; warning?: string } | { ok: false; problem: ServerText };

const refusals: Record<ValueRefusal, (expected: string) => ServerText> = {
  "too long": (expected) => say("value.too-long", { count: channelLimits.value, expected }),
  "hidden character": (expected) => say("value.hidden-character", { expected }),
  "no such place": (expected) => say("value.no-such-place", { expected }),
  "trunk zero": (expected) => say("value.trunk-zero", { expected }),
  "a post": (expected) => say("value.post", { expected }),
  "a share link": (expected) => say("value.share-link", { expected }),
  "a redirect": (expected) => say("value.redirect", { expected }),
  "a sign-in page": (expected) => say("value.sign-in-page", { expected }),
  "a page of the service": (expected) => say("value.service-page", { expected }),
};

/** `checkValue` with texts for the team. */
export function checkChannel(type: ChannelType, value: string, read?: ReadNumber): ChannelCheck {
  const checked = checkValue(type, value, read);
  if (!checked.ok) return { ok: false, problem: refusals[checked.reason](checked.offer ?? say(`expected.${type}`)) };
  const { href, warning: key } = checked;
  const warning = key === undefined ? undefined : inputOf(type).warnings[key];
  return warning === undefined ? { ok: true, href } : { ok: true, href, warning };
}
