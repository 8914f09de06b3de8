import type { ActiveContact } from "#contract/contact.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { nextFlip, openAt } from "#domain/time/hours.ts";

/** The types on which a person answers at once. */
const live: readonly ChannelType[] = ["whatsapp", "phone"];

export function isLive({ type }: ActiveContact): boolean {
  return live.includes(type);
}

/**
 * The live channel that gets the page's primary action: the first that is open, in the order of the types above and
 * then the team's. Undefined if none is, so that an inquiry is the better way.
 */
export function firstOpen(contacts: readonly ActiveContact[], time: number): ActiveContact | undefined {
  const firsts = live.flatMap((type) => contacts.find((contact) => contact.type === type) ?? []);
  return firsts.find(({ availability }) => openAt(availability, time));
}

/** Whether there are live channels, and all are closed. */
export function isNobodyThere(contacts: readonly ActiveContact[], time: number): boolean {
  const all = contacts.filter(isLive);
  return all.length > 0 && all.every(({ availability }) => !openAt(availability, time));
}

/** Whether every live channel is open without an end that is known. */
export function isAlwaysOpen(contacts: readonly ActiveContact[], time: number): boolean {
  return contacts
    .filter(isLive)
    .every(({ availability }) => openAt(availability, time) && nextFlip(availability, time) === undefined);
}
