import { z } from "zod";
import { channelLimits, channelTypes } from "#domain/channel.ts";
import { channelLink } from "#domain/channel-link.ts";
import { requiredText, typedText } from "./text.ts";

const type = z.enum(channelTypes, { error: `Type must be one of ${channelTypes.join(", ")}.` });
const value = requiredText("Value", channelLimits.value);
const isActive = z.boolean({ error: "Active must be true or false." });
const proof = typedText("Description", channelLimits.proof);

export const contactSchema = z
  .object({ _id: z.string(), type, value: z.string(), isActive: z.boolean(), proof: z.string() })
  .meta({ id: "Contact" });

export type Contact = z.output<typeof contactSchema>;

/** What the team sends to add a contact or to replace one: where it opens is checked here, once more when its link is built. */
export const contactInputSchema = z
  .object({ type, value, isActive: isActive.default(true), proof: proof.nullish().transform((text) => text ?? "") })
  .superRefine((contact, context) => {
    const link = channelLink(contact.type, contact.value);
    if (!link.ok) context.addIssue({ code: "custom", path: ["value"], message: link.problem });
  })
  .meta({ id: "ContactFields" });

export type ContactInput = z.output<typeof contactInputSchema>;

export const contactListSchema = z.object({ contacts: z.array(contactSchema) }).meta({ id: "ContactList" });

export type ContactList = z.output<typeof contactListSchema>;

/** Switches a contact on or off without sending the rest of it. */
export const contactSwitchSchema = z.object({ isActive }).meta({ id: "ContactSwitch" });

/** The whole list in its new order. */
export const contactOrderSchema = z
  .object({
    ids: z
      .array(z.string({ error: "Each id must be text." }), { error: "Ids must be a list of contact ids." })
      .max(10_000, "Ids must be at most 10000."),
  })
  .meta({ id: "ContactOrder" });
