import type { ActiveContact, Contact } from "#contract/contact.ts";
import { channelLink } from "#domain/channel-link.ts";
import { availabilityOf } from "#domain/availability.ts";

/** A channel as visitors get it at `now` (milliseconds since 1970). */
export function asVisitorsSee({ hours, ...contact }: Contact, now: number): ActiveContact {
  return { ...contact, availability: safeAvailability(hours, now) };
}

/** The channels that visitors see, in the team's order. */
export function allThatVisitorsSee(contacts: readonly Contact[], now: number): ActiveContact[] {
  return contacts
    .filter(({ type, value, isActive }) => isActive && channelLink(type, value).ok)
    .map((contact) => asVisitorsSee(contact, now));
}

/** Hours that are being typed may name a time zone that there is not. */
function safeAvailability(hours: Contact["hours"], now: number): ActiveContact["availability"] {
  try {
    return availabilityOf(hours, now);
  } catch {
    return null;
  }
}
