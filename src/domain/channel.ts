/** A support channel's vocabulary: its types and the limits of its fields. */

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

export type ChannelType = (typeof channelTypes)[number];

/** Lengths in UTF-16 units, as a browser's `maxlength` counts them. */
export const channelLimits = { value: 500, proof: 500 } as const;

/** The types whose value is a link; the admin form asks for the full URL. */
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
