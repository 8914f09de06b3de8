import type { ActiveContact, Contact } from "#contract/contact.ts";
import { availabilityOf } from "#domain/time/availability.ts";
import { openingChannels, withAvailability } from "#domain/channels/visible-channels.ts";

/** A channel as visitors see it at `now` (milliseconds since 1970). */
export function asVisitorsSee({ hours, ...contact }: Contact, now: number): ActiveContact {
  return { ...contact, availability: safeAvailability(hours, now) };
}

/** The channels that visitors see, in the team's order. */
export function allThatVisitorsSee(contacts: readonly Contact[], now: number): ActiveContact[] {
  const active = contacts.filter(({ isActive }) => isActive);
  return withAvailability(openingChannels(active), now, safeAvailability);
}

/** Whether this browser can tell when a channel of these hours is open. */
export function isKnownZone(hours: Contact["hours"]): boolean {
  return hours === null || availabilityIn(hours, 0) !== undefined;
}

/** If unknown, never: better than to promise a reply. */
function safeAvailability(hours: Contact["hours"], now: number): ActiveContact["availability"] {
  if (hours === null) return null;
  return availabilityIn(hours, now) ?? { timeZone: hours.timeZone, isOpen: false, flips: [] };
}

/** Undefined if the time zone does not exist: hours being typed may name anything. */
function availabilityIn(hours: Contact["hours"], now: number): ActiveContact["availability"] | undefined {
  try {
    return availabilityOf(hours, now);
  } catch {
    return undefined;
  }
}
