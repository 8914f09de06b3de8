import type { ActiveContact } from "#contract/contact.ts";
import { openAt } from "#domain/time/hours.ts";

/** Whether every live channel is closed, so that an inquiry is the better way; false without any. */
export function isNobodyThere(contacts: readonly ActiveContact[], time: number): boolean {
  const live = contacts.filter(({ type }) => type === "whatsapp" || type === "phone");
  return live.length > 0 && live.every(({ availability }) => !openAt(availability, time));
}
