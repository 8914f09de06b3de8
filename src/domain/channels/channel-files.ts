import type { ChannelType } from "./channel.ts";

/** Channel types that fit into a phone book. */
export const phoneBookTypes: ReadonlySet<ChannelType> = new Set<ChannelType>(["phone", "whatsapp", "email"]);
