import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { channelTypes } from "#domain/brands/brands.ts";
import { channelLimits } from "#domain/channels/channel-list.ts";
import { channelLink } from "#domain/channels/channel-link.ts";
import { usualValue } from "#domain/channels/usual-value.ts";
import { messageCodeSchema } from "../message-code.ts";
import { availabilitySchema, hoursSchema } from "./hours.ts";
import { requiredLine } from "../text.ts";
import { proof, shownTranslations, translations } from "./descriptions.ts";
import { checkChannel } from "./value-check.ts";

const type = z.enum(channelTypes, { error: say("channel.choose-type") });
const value = requiredLine(say("label.value"), channelLimits.value);
const isActive = z.boolean({ error: say("channel.choose-active") });
const description = proof.nullish().transform((text) => text ?? "");

const shown = { _id: z.string(), type, value: z.string(), isActive: z.boolean(), proof: z.string() };

/** A channel for the team; null `hours` mean always open. */
export const contactSchema = z
  .object({
    ...shown,
    hours: hoursSchema.nullable(),
    /** Left out if there is none. */
    translations: shownTranslations.optional(),
  })
  .meta({ id: "Contact" });

export type Contact = z.output<typeof contactSchema>;

/** A channel for visitors; null `availability` means always open. */
const activeContactSchema = z
  .object({
    ...shown,
    availability: availabilitySchema.nullable(),
    /** Set if `proof` is the description in the language that was asked for, and that is not English. */
    isTranslated: z.literal(true).optional(),
    /** The usual form of the value, if it is typed otherwise: what to open, show and compare. */
    usual: z.string().optional(),
  })
  .meta({ id: "ActiveContact" });

export type ActiveContact = z.output<typeof activeContactSchema>;

/** Checks where a channel opens: when it is saved, and again when its link is built. */
export function checkLink(contact: { type: Contact["type"]; value: string }, context: z.RefinementCtx): void {
  const link = checkChannel(contact.type, contact.value);
  if (!link.ok) context.addIssue({ code: "custom", path: ["value"], message: link.problem });
}

/** Checks only that a value opens, as one of an earlier version may that would be refused now. */
export function checkOpens(contact: { type: Contact["type"]; value: string }, context: z.RefinementCtx): void {
  if (!channelLink(contact.type, usualValue(contact.type, contact.value)).ok) checkLink(contact, context);
}

const fields = {
  type,
  value,
  isActive: isActive.default(true),
  proof: description,
  translations: translations.optional(),
};

/** Input to add or replace a contact; omitted hours and translations stay as they are. */
export const contactInputSchema = z
  .object({ ...fields, hours: hoursSchema.nullable().optional() })
  .superRefine(checkLink)
  .meta({ id: "ContactFields" });

export type ContactInput = z.output<typeof contactInputSchema>;

/** A channel in the team's list; `problem` is set if its description names anything that is not official. */
const listedContactSchema = contactSchema
  .extend({ problem: z.string().optional(), problemCode: messageCodeSchema.optional() })
  .meta({ id: "ListedContact" });

export type ListedContact = z.output<typeof listedContactSchema>;

/** `version` is the version of the whole list. */
export const contactListSchema = z
  .object({ contacts: z.array(listedContactSchema), version: z.int() })
  .meta({ id: "ContactList" });

export type ContactList = z.output<typeof contactListSchema>;

/** `hidden`: the list is empty because the team hid all channels. */
export const activeContactListSchema = z
  .object({ contacts: z.array(activeContactSchema), hidden: z.boolean() })
  .meta({ id: "ActiveContactList" });

export type ActiveContactList = z.output<typeof activeContactListSchema>;

/** Partial change of a contact; other fields keep their current values. The server checks where the value opens. */
export const contactChangeSchema = z
  .object({
    type: type.optional(),
    value: value.optional(),
    isActive: isActive.optional(),
    proof: proof.optional(),
    translations: translations.optional(),
    hours: hoursSchema.nullable().optional(),
  })
  .refine((change) => Object.values(change).some((field) => field !== undefined), {
    error: say("request.nothing-to-change"),
    path: ["isActive"],
  })
  .meta({ id: "ContactChange" });

export type ContactChange = z.output<typeof contactChangeSchema>;

/** The whole list in its new order. */
export const contactOrderSchema = z
  .object({
    ids: z
      .array(z.string({ error: say("channels.list-order") }), {
        error: say("channels.list-order"),
      })
      .max(10_000, say("channels.too-many-listed", { count: 10_000 })),
  })
  .meta({ id: "ContactOrder" });
