import type { ChannelType } from "./channel.ts";

/** Path of the vCard file with the channels. */
export const phoneBookPath = "/contact.vcf";

/** Channel types that fit into a phone book. */
export const phoneBookTypes: ReadonlySet<ChannelType> = new Set<ChannelType>(["phone", "whatsapp", "email"]);

/** Path of the QR code of an active contact. */
export function codePath(id: string): string {
  return `/qr/${id}.svg`;
}
