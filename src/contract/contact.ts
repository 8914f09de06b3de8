import { z } from "zod";
import { channelLimits, channelTypes } from "#domain/channel.ts";
import { checkChannel } from "#domain/channel-check.ts";
import { availabilitySchema, hoursSchema } from "./hours.ts";
import { requiredText, typedText } from "./text.ts";

const type = z.enum(channelTypes, { error: `Type must be one of ${channelTypes.join(", ")}.` });
const value = requiredText("Value", channelLimits.value);
const isActive = z.boolean({ error: "Active must be true or false." });
const proof = typedText("Description", channelLimits.proof);
const description = proof.nullish().transform((text) => text ?? "");

const shown = { _id: z.string(), type, value: z.string(), isActive: z.boolean(), proof: z.string() };

/** A channel as the team sees it; `hours` are null where somebody answers at any time. */
export const contactSchema = z.object({ ...shown, hours: hoursSchema.nullable() }).meta({ id: "Contact" });

export type Contact = z.output<typeof contactSchema>;

/** A channel as visitors get it; `availability` is null where somebody answers at any time. */
export const activeContactSchema = z
  .object({ ...shown, availability: availabilitySchema.nullable() })
  .meta({ id: "ActiveContact" });

export type ActiveContact = z.output<typeof activeContactSchema>;

/** Where a channel opens is checked when it is saved, and once more when its link is built. */
export function checkLink(contact: { type: Contact["type"]; value: string }, context: z.RefinementCtx): void {
  const link = checkChannel(contact.type, contact.value);
  if (!link.ok) context.addIssue({ code: "custom", path: ["value"], message: link.problem });
}

const fields = { type, value, isActive: isActive.default(true), proof: description };

/** What the team sends to add a contact or to replace one; hours that are left out stay as they are. */
export const contactInputSchema = z
  .object({ ...fields, hours: hoursSchema.nullable().optional() })
  .superRefine(checkLink)
  .meta({ id: "ContactFields" });

export type ContactInput = z.output<typeof contactInputSchema>;

/** `version` is that of the whole list. */
export const contactListSchema = z
  .object({ contacts: z.array(contactSchema), version: z.int() })
  .meta({ id: "ContactList" });

export type ContactList = z.output<typeof contactListSchema>;

/** `hidden`: there are none at present, since the team has hidden them all. */
export const activeContactListSchema = z
  .object({ contacts: z.array(activeContactSchema), hidden: z.boolean() })
  .meta({ id: "ActiveContactList" });

export type ActiveContactList = z.output<typeof activeContactListSchema>;

/** What changes of a contact; the rest stays as it is, whoever has changed it meanwhile. The server checks where the value opens. */
export const contactChangeSchema = z
  .object({
    type: type.optional(),
    value: value.optional(),
    isActive: isActive.optional(),
    proof: proof.optional(),
    hours: hoursSchema.nullable().optional(),
  })
  .refine((change) => Object.values(change).some((field) => field !== undefined), {
    error: "There is nothing to change.",
    path: ["isActive"],
  })
  .meta({ id: "ContactChange" });

export type ContactChange = z.output<typeof contactChangeSchema>;

/** The whole list in its new order. */
export const contactOrderSchema = z
  .object({
    ids: z
      .array(z.string({ error: "Each id must be text." }), { error: "Ids must be a list of contact ids." })
      .max(10_000, "Ids must be at most 10000."),
  })
  .meta({ id: "ContactOrder" });
