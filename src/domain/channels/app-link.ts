import type { ChannelType } from "./channel.ts";
import { channelLink } from "./channel-link.ts";

/** Types with a second link that opens a conversation. */
export type AppType = "whatsapp" | "instagram" | "facebook";

/** A second link to a channel, and the screens on which it helps. */
export interface AppLink {
  type: AppType;
  href: string;
  screens: "large" | "small" | "all";
}

/** Per type: the profile page (its group captures the name), and where the conversation opens. */
const doors: Record<AppType, { page: RegExp; start: string; screens: AppLink["screens"] }> = {
  whatsapp: {
    page: /^https:\/\/wa\.me\/(\d+)$/,
    // Third-party notes: on a desktop, wa.me first asks the visitor to install an app.
    start: "https://web.whatsapp.com/send?phone=",
    screens: "large",
  },
  instagram: {
    page: /^https:\/\/(?:(?:www|m)\.)?instagram\.com\/([\w.]{1,30})\/?$/,
    // https://developers.facebook.com/docs/messenger-platform/instagram/features/ig-me-links (not in Instagram on the
    // web)
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

/**
 * Link that opens a channel as a conversation, besides its own link; undefined if there is none. Built from the checked
 * link only.
 */
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
