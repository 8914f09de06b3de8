import type { Contact, ContactChange } from "#contract/contact.ts";

/** The fields of a contact's form. */
export type ContactFields = Omit<Contact, "_id">;

/** The fields of `after` that were edited; surrounding blanks do not count. */
export function changedFields(before: ContactFields, after: ContactFields): ContactChange {
  return {
    ...(after.type !== before.type && { type: after.type }),
    ...(after.value.trim() !== before.value.trim() && { value: after.value }),
    ...(after.isActive !== before.isActive && { isActive: after.isActive }),
    ...(after.proof.trim() !== before.proof.trim() && { proof: after.proof }),
    // Both come from drafts, which have the fields in the same order.
    ...(JSON.stringify(after.hours) !== JSON.stringify(before.hours) && { hours: after.hours }),
  };
}
