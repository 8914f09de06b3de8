/** Channel types. */

export const channelTypes = [
  "phone",
  "whatsapp",
  "email",
  "telegram",
  "withdrawal_proof",
  "youtube",
  "instagram",
  "facebook",
  "twitter",
  "linkedin",
  "website",
] as const;

export const chooseType = "Choose a type of channel, such as WhatsApp or Telegram.";

export type ChannelType = (typeof channelTypes)[number];

/** Lengths in UTF-16 units, as in a browser's `maxlength`. */
export const channelLimits = { value: 500, proof: 500 } as const;

/** Types whose value is a link; the admin form asks for the full URL. */
export const linkTypes: ReadonlySet<ChannelType> = new Set<ChannelType>([
  "telegram",
  "youtube",
  "instagram",
  "facebook",
  "twitter",
  "linkedin",
  "website",
  "withdrawal_proof",
]);
