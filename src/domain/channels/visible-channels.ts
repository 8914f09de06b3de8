import { availabilityOf } from "../time/availability.ts";
import { channelLink } from "./channel-link.ts";
import { usualValue } from "./usual-value.ts";
import type { ChannelType } from "../brands/brands.ts";
import type { Availability, Hours } from "../time/hours.ts";
import { knownChannels } from "./known-channels.ts";

/** The channels whose link is safe, in order: checked when saved, and again here. */
export function openingChannels<Channel extends { type: ChannelType; value: string }>(
  channels: readonly Channel[],
): Channel[] {
  return knownChannels(channels).filter(({ type, value }) => channelLink(type, usualValue(type, value)).ok);
}

/**
 * The channels for visitors: availability from `at` (ms since 1970) replaces the hours. `read` computes it from the
 * hours.
 */
export function withAvailability<Channel extends { hours: Hours | null }>(
  channels: readonly Channel[],
  at: number,
  read: (hours: Hours | null, at: number) => Availability | null = availabilityOf,
): Array<Omit<Channel, "hours"> & { availability: Availability | null }> {
  // Most channels share their hours, and computing them is slow.
  const known = new Map<string, Availability | null>();
  return channels.map(({ hours, ...channel }) => {
    const key = JSON.stringify(hours);
    const availability = known.get(key) ?? read(hours, at);
    known.set(key, availability);
    return { ...channel, availability };
  });
}
