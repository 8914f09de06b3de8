import type { ChannelType } from "./channel.ts";
import { channelLink } from "./channel-link.ts";

/** Another door to a channel, and the screens on which it helps. */
export interface AppLink {
  href: string;
  screens: "large" | "small" | "all";
}

/** For a type: the page of a profile, its name in the group, and where its conversation opens. */
const doors: Partial<Record<ChannelType, { page: RegExp; start: string; screens: AppLink["screens"] }>> = {
  whatsapp: {
    page: /^https:\/\/wa\.me\/(\d+)$/,
    // Others' notes: at a desk, wa.me first asks for a program to be installed.
    start: "https://web.whatsapp.com/send?phone=",
    screens: "large",
  },
  instagram: {
    page: /^https:\/\/(?:(?:www|m)\.)?instagram\.com\/([\w.]{1,30})\/?$/,
    // https://developers.facebook.com/docs/messenger-platform/instagram/features/ig-me-links (not in Instagram on the web)
    start: "https://ig.me/m/",
    screens: "small",
  },
  facebook: {
    page: /^https:\/\/(?:(?:www|m)\.)?(?:facebook|fb)\.com\/([A-Za-z\d.]{5,})\/?$/,
    // https://developers.facebook.com/docs/messenger-platform/discovery/m-me-links
    start: "https://m.me/",
    screens: "all",
  },
};

/** Where a channel opens as a conversation, apart from its own link; undefined where it opens none. Made from the checked link alone. */
export function appLink(type: ChannelType, value: string): AppLink | undefined {
  const link = channelLink(type, value);
  const door = doors[type];
  const name = link.ok ? door?.page.exec(link.href)?.[1] : undefined;
  return door && name ? { href: door.start + name, screens: door.screens } : undefined;
}
