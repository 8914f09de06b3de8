import type { AppType } from "#domain/channels/app-link.ts";

/** The label of the link that opens a channel's conversation in its app. */
export const appWords: Record<AppType, string> = {
  whatsapp: "Open WhatsApp Web",
  instagram: "Message us on Instagram",
  facebook: "Message us on Messenger",
};
