import type { ActiveContact, Contact } from "#contract/contact.ts";
import { availabilityOf } from "#domain/availability.ts";
import { openingChannels, withAvailability } from "#domain/visible-channels.ts";

/** A channel that is being typed, as visitors would get it at `now` (milliseconds since 1970). */
export function asVisitorsSee({ hours, ...draft }: Contact, now: number): ActiveContact {
  try {
    return { ...draft, availability: availabilityOf(hours, now) };
  } catch {
    // There is no such time zone, or not yet.
    return { ...draft, availability: null };
  }
}

/** The channels that visitors see, in the team's order. */
export function allThatVisitorsSee(contacts: readonly Contact[], now: number): ActiveContact[] {
  return withAvailability(openingChannels(contacts.filter(({ isActive }) => isActive)), now);
}
