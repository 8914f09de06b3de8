import { inputOf } from "../brands/brand-inputs.ts";
import type { ChannelType } from "../brands/brands.ts";
import { type ChannelLink, channelLink } from "./channel-link.ts";
import { channelLimits } from "./channel-list.ts";

/** Where a typed value opens, or why it is rejected: sentences for its field, each rejection with an example. */
type ChannelCheck = { ok: true; href: string; warning?: string } | { ok: false; problem: string };

export const chooseType = "Choose a type of channel, such as WhatsApp or Telegram.";

const refusals: Record<Extract<ChannelLink, { ok: false }>["reason"], string> = {
  "too long": `At most ${channelLimits.value} characters: write`,
  "hidden character": "This holds a hidden character: type by hand",
  "no such place": "Write",
};

/** `channelLink` with messages for the team. */
export function checkChannel(type: ChannelType, value: string): ChannelCheck {
  const link = channelLink(type, value);
  const { expected, warnings } = inputOf(type);
  if (!link.ok) return { ok: false, problem: `${refusals[link.reason]} ${expected}.` };
  const { href, warning: key } = link;
  const warning = key === undefined ? undefined : warnings[key];
  return warning === undefined ? { ok: true, href } : { ok: true, href, warning };
}
