import type { ChannelType } from "#domain/channels/channel.ts";

/** The name of each type, and an example value. */
export const channelWords: Record<ChannelType, { label: string; action: string; example: string }> = {
  phone: { label: "Phone", action: "Call", example: "+91 98765 43210" },
  whatsapp: { label: "WhatsApp", action: "Chat", example: "+91 98765 43210" },
  email: { label: "E-mail", action: "Write", example: "support@example.com" },
  telegram: { label: "Telegram", action: "Open", example: "https://t.me/yourchannel" },
  withdrawal_proof: { label: "Withdrawal proof", action: "See", example: "https://example.com/proof" },
  youtube: { label: "YouTube", action: "Watch", example: "https://www.youtube.com/@yourchannel" },
  instagram: { label: "Instagram", action: "Follow", example: "https://www.instagram.com/yourname" },
  facebook: { label: "Facebook", action: "Follow", example: "https://www.facebook.com/yourpage" },
  twitter: { label: "X", action: "Follow", example: "https://x.com/yourname" },
  linkedin: { label: "LinkedIn", action: "Follow", example: "https://www.linkedin.com/company/yourname" },
  website: { label: "Website", action: "Visit", example: "https://example.com" },
};
