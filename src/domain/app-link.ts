import type { ChannelType } from "./channel.ts";
import { channelLink } from "./channel-link.ts";

/** The types that have one. */
export type AppType = "whatsapp" | "instagram" | "facebook";

/** Another door to a channel, and the screens on which it helps. */
export interface AppLink {
  type: AppType;
  href: string;
  screens: "large" | "small" | "all";
}

/** For a type: the page of a profile, its name in the group, and where its conversation opens. */
const doors: Record<AppType, { page: RegExp; start: string; screens: AppLink["screens"] }> = {
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
  if (!link.ok || !isAppType(type)) return undefined;
  const { page, start, screens } = doors[type];
  const name = page.exec(link.href)?.[1];
  return name === undefined ? undefined : { type, href: start + name, screens };
}

function isAppType(type: ChannelType): type is AppType {
  return type in doors;
}
