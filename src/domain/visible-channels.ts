import { availabilityOf } from "./availability.ts";
import { channelLink } from "./channel-link.ts";
import type { ChannelType } from "./channel.ts";
import type { Availability, Hours } from "./hours.ts";

/** Those of the channels that open something safe, in their order: checked when they were saved, and once more here. */
export function openingChannels<Channel extends { type: ChannelType; value: string }>(
  channels: readonly Channel[],
): Channel[] {
  return channels.filter(({ type, value }) => channelLink(type, value).ok);
}

/**
 * The channels as visitors get them: with when somebody answers, from `at` (milliseconds since 1970), in place of their hours.
 * `read` is how that is told from the hours.
 */
export function withAvailability<Channel extends { hours: Hours | null }>(
  channels: readonly Channel[],
  at: number,
  read: (hours: Hours | null, at: number) => Availability | null = availabilityOf,
): Array<Omit<Channel, "hours"> & { availability: Availability | null }> {
  // Most channels have the hours of another one, and reading them takes a while.
  const known = new Map<string, Availability | null>();
  return channels.map(({ hours, ...channel }) => {
    const key = JSON.stringify(hours);
    const availability = known.get(key) ?? read(hours, at);
    known.set(key, availability);
    return { ...channel, availability };
  });
}
