import { type ChannelLink, channelLink, type Oddity } from "./channel-link.ts";
import { channelLimits, type ChannelType } from "./channel.ts";

/** Where a typed value opens, or why it is rejected: sentences for its field, each rejection with an example. */
export type ChannelCheck = { ok: true; href: string; warning?: string } | { ok: false; problem: string };

/** What each type expects, with an example; completes "Write ...". */
const expected: Record<ChannelType, string> = {
  phone: "one number of at most 15 digits, such as +91 90000 00000 or 1800 000 0000",
  whatsapp: "the full number with its country code, such as +91 90000 00000",
  email: "one e-mail address and nothing else, such as support@example.com",
  telegram: "the channel's full URL on t.me or its @name, such as https://t.me/example",
  instagram: "the profile's full URL or its name, such as https://instagram.com/example",
  facebook: "the page's full URL or its name, such as https://facebook.com/example",
  youtube: "the channel's full URL, such as https://www.youtube.com/@example",
  twitter: "the profile's full URL, such as https://x.com/example",
  linkedin: "the profile's full URL, such as https://www.linkedin.com/company/example",
  website: "the full URL without port or password, such as https://example.com",
  withdrawal_proof: "the full URL without port or password, such as https://example.com/1",
};

const refusals: Record<Extract<ChannelLink, { ok: false }>["reason"], string> = {
  "too long": `At most ${channelLimits.value} characters: write`,
  "hidden character": "This holds a hidden character: type by hand",
  "no such place": "Write",
};

const warnings: Record<Oddity, string> = {
  "short telegram name": "Telegram names of fewer than 5 characters are rare, paid ones; try this one.",
  "odd instagram name": "Instagram names have at most 30 letters, digits, dots and underscores; try this one.",
  "odd facebook name": "Facebook names have 5 or more letters, digits and dots; try this one.",
  "old youtube link": "YouTube prefers links such as https://www.youtube.com/@example; try this one.",
  "long x name": "Names on X have at most 15 letters, digits and underscores; try this one.",
  "short link": "A short link hides where it leads; try this one.",
};

/** `channelLink` with messages for the team. */
export function checkChannel(type: ChannelType, value: string): ChannelCheck {
  const link = channelLink(type, value);
  if (!link.ok) return { ok: false, problem: `${refusals[link.reason]} ${expected[type]}.` };
  const { href, oddity } = link;
  return oddity === undefined ? { ok: true, href } : { ok: true, href, warning: warnings[oddity] };
}
