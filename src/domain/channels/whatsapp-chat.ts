import { channelLink } from "./channel-link.ts";

/**
 * The chat link of a WhatsApp value with a prefilled text; undefined if the value opens no chat, such as a group invite
 * (https://faq.whatsapp.com/5913398998672934).
 */
export function whatsappChat(value: string, text: string): string | undefined {
  const link = channelLink("whatsapp", value);
  if (!link.ok || !link.href.startsWith("https://wa.me/")) return undefined;
  return `${link.href}?text=${encodeURIComponent(text)}`;
}
