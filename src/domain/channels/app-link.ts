import type { Brand } from "../brands/brand.ts";
import { brandOf, type ChannelType } from "../brands/brands.ts";
import { channelLink } from "./channel-link.ts";

/** A second link to a channel, and the screens on which it helps. */
export interface AppLink extends Pick<NonNullable<Brand["app"]>, "label" | "screens"> {
  href: string;
}

/**
 * Link that opens a channel as a conversation, besides its own link; undefined if there is none. Built from the checked
 * link only.
 */
export function appLink(type: ChannelType, value: string): AppLink | undefined {
  const link = channelLink(type, value);
  const { app } = brandOf(type);
  if (!link.ok || !app) return undefined;
  const name = app.page.exec(link.href)?.[1];
  return name === undefined ? undefined : { href: app.start + name, label: app.label, screens: app.screens };
}
