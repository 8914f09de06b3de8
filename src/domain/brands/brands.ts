import type { Brand } from "./brand.ts";
import { registry } from "./registry.ts";

export type ChannelType = keyof typeof registry;

/** Channel types in the order in which they are offered. The keys of an object literal are those of its type. */
export const channelTypes = Object.keys(registry) as ChannelType[];

export function brandOf(type: ChannelType): Brand<string> {
  return registry[type].brand;
}
