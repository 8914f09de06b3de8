import type { ChannelType } from "./channel.ts";

/** Where the files stand that the server makes of the channels. */
export const phoneBookPath = "/contact.vcf";

/** The channels that a phone book has room for. */
export const phoneBookTypes: ReadonlySet<ChannelType> = new Set<ChannelType>(["phone", "whatsapp", "email"]);

/** The QR code of an active contact. */
export function codePath(id: string): string {
  return `/qr/${id}.svg`;
}
