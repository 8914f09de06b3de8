import type { ActiveChannel } from "#contract/channels/channel.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { nextFlip, openAt } from "#domain/time/hours.ts";

/** The types on which a person answers at once. */
const live = ["whatsapp", "phone"] as const satisfies ChannelType[];
type LiveType = (typeof live)[number];

export function isLive({ type }: ActiveChannel): boolean {
  return live.some((each) => each === type);
}

/**
 * The live type whose card has the page's primary action: the first, in the order above, whose first channel is open.
 * Undefined if none is, so that an inquiry is the better way.
 */
export function primaryType(channels: readonly ActiveChannel[], time: number): LiveType | undefined {
  return typesIn(channels).find((type) =>
    openAt(channels.find((channel) => channel.type === type)?.availability ?? null, time),
  );
}

/** The live type with the page's large card: that of the primary action, else the first that there is. */
export function leadType(channels: readonly ActiveChannel[], time: number): LiveType | undefined {
  return primaryType(channels, time) ?? typesIn(channels)[0];
}

/** The live types that are rows below the large card. */
export function otherLiveTypes(channels: readonly ActiveChannel[], time: number): LiveType[] {
  const lead = leadType(channels, time);
  return typesIn(channels).filter((type) => type !== lead);
}

function typesIn(channels: readonly ActiveChannel[]): LiveType[] {
  return live.filter((type) => channels.some((channel) => channel.type === type));
}

/** Returns whether there are live channels, and all are closed. */
export function isNobodyThere(channels: readonly ActiveChannel[], time: number): boolean {
  const all = channels.filter(isLive);
  return all.length > 0 && all.every(({ availability }) => !openAt(availability, time));
}

/** Returns whether every live channel is open without an end that is known. */
export function isAlwaysOpen(channels: readonly ActiveChannel[], time: number): boolean {
  return channels
    .filter(isLive)
    .every(({ availability }) => openAt(availability, time) && nextFlip(availability, time) === undefined);
}
