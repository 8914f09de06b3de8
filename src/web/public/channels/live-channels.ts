import type { ActiveContact } from "#contract/channels/contact.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { nextFlip, openAt } from "#domain/time/hours.ts";

/** The types on which a person answers at once. */
const live = ["whatsapp", "phone"] as const satisfies ChannelType[];
type LiveType = (typeof live)[number];

export function isLive({ type }: ActiveContact): boolean {
  return live.some((each) => each === type);
}

/**
 * The live type whose card has the page's primary action: the first, in the order above, whose first channel is open.
 * Undefined if none is, so that an inquiry is the better way.
 */
export function primaryType(contacts: readonly ActiveContact[], time: number): LiveType | undefined {
  return typesIn(contacts).find((type) =>
    openAt(contacts.find((contact) => contact.type === type)?.availability ?? null, time),
  );
}

/** The live type with the page's large card: that of the primary action, else the first that there is. */
export function leadType(contacts: readonly ActiveContact[], time: number): LiveType | undefined {
  return primaryType(contacts, time) ?? typesIn(contacts)[0];
}

/** The live types that are rows below the large card. */
export function otherLiveTypes(contacts: readonly ActiveContact[], time: number): LiveType[] {
  const lead = leadType(contacts, time);
  return typesIn(contacts).filter((type) => type !== lead);
}

function typesIn(contacts: readonly ActiveContact[]): LiveType[] {
  return live.filter((type) => contacts.some((contact) => contact.type === type));
}

/** Returns whether there are live channels, and all are closed. */
export function isNobodyThere(contacts: readonly ActiveContact[], time: number): boolean {
  const all = contacts.filter(isLive);
  return all.length > 0 && all.every(({ availability }) => !openAt(availability, time));
}

/** Returns whether every live channel is open without an end that is known. */
export function isAlwaysOpen(contacts: readonly ActiveContact[], time: number): boolean {
  return contacts
    .filter(isLive)
    .every(({ availability }) => openAt(availability, time) && nextFlip(availability, time) === undefined);
}
