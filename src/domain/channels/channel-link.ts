import type { Brand, Opening } from "../brands/brand.ts";
import { brandOf, type ChannelType } from "../brands/brands.ts";
import { openPage } from "../brands/open-page.ts";
import { hidden } from "../text.ts";
import { channelLimits } from "./channel-list.ts";

/**
 * The link of a channel, or why it has none. The messages for the team are in `channel-check.ts`, which visitors do not
 * download.
 */
export type ChannelLink =
  | ({ ok: true } & Opening)
  | { ok: false; reason: "too long" | "hidden character" | "no such place" };

/**
 * Returns the link of a channel's value: always http(s), `tel:` or `mailto:`, and on the brand's own host for a branded
 * type. Runs when a value is saved and again when its link is built.
 */
export function channelLink(type: ChannelType, value: string): ChannelLink {
  const text = value.trim();
  if (text.length > channelLimits.value) return { ok: false, reason: "too long" };
  if (hidden.test(text)) return { ok: false, reason: "hidden character" };
  const { opens } = brandOf(type);
  const opening = typeof opens === "function" ? opens(text) : openPage(opens, text);
  return opening ? { ok: true, ...opening } : { ok: false, reason: "no such place" };
}

/** A second link to a channel, and the screens on which it helps. */
interface AppLink extends Pick<NonNullable<Brand["app"]>, "label" | "screens"> {
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

/**
 * The chat link of a WhatsApp value with a prefilled text; undefined if the value opens no chat, such as a group invite
 * (https://faq.whatsapp.com/5913398998672934).
 */
export function whatsappChat(value: string, text: string): string | undefined {
  const link = channelLink("whatsapp", value);
  if (!link.ok || !link.href.startsWith("https://wa.me/")) return undefined;
  return `${link.href}?text=${encodeURIComponent(text)}`;
}
