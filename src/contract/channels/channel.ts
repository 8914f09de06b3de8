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
export const teamChannelSchema = z
  .object({
    ...shown,
    hours: hoursSchema.nullable(),
    /** Left out if there is none. */
    translations: shownTranslations.optional(),
  })
  .meta({ id: "Contact" });

export type TeamChannel = z.output<typeof teamChannelSchema>;

/** A channel for visitors; null `availability` means always open. */
const activeChannelSchema = z
  .object({
    ...shown,
    availability: availabilitySchema.nullable(),
    /** Set if `proof` is the description in the language that was asked for, and that is not English. */
    isTranslated: z.literal(true).optional(),
    /** The usual form of the value, if it is typed otherwise: what to open, show and compare. */
    usual: z.string().optional(),
  })
  .meta({ id: "ActiveContact" });

export type ActiveChannel = z.output<typeof activeChannelSchema>;

/** Checks where a channel opens: when it is saved, and again when its link is built. */
export function checkLink(channel: { type: TeamChannel["type"]; value: string }, context: z.RefinementCtx): void {
  const link = checkChannel(channel.type, channel.value);
  if (!link.ok) context.addIssue({ code: "custom", path: ["value"], message: link.problem });
}

/** Checks only that a value opens, as one of an earlier version may that would be refused now. */
export function checkOpens(channel: { type: TeamChannel["type"]; value: string }, context: z.RefinementCtx): void {
  if (!channelLink(channel.type, usualValue(channel.type, channel.value)).ok) checkLink(channel, context);
}

const fields = {
  type,
  value,
  isActive: isActive.default(true),
  proof: description,
  translations: translations.optional(),
};

/** Input to add or replace a channel; omitted hours and translations stay as they are. */
export const channelInputSchema = z
  .object({ ...fields, hours: hoursSchema.nullable().optional() })
  .superRefine(checkLink)
  .meta({ id: "ContactFields" });

export type ChannelInput = z.output<typeof channelInputSchema>;

/** A channel in the team's list; `problem` is set if its description names anything that is not official. */
const listedChannelSchema = teamChannelSchema
  .extend({ problem: z.string().optional(), problemCode: messageCodeSchema.optional() })
  .meta({ id: "ListedContact" });

export type ListedChannel = z.output<typeof listedChannelSchema>;

/** `version` is the version of the whole list. */
export const teamChannelListSchema = z
  .object({ contacts: z.array(listedChannelSchema), version: z.int() })
  .meta({ id: "ContactList" });

export type TeamChannelList = z.output<typeof teamChannelListSchema>;

/** `hidden`: the list is empty because the team hid all channels. */
export const activeChannelListSchema = z
  .object({ contacts: z.array(activeChannelSchema), hidden: z.boolean() })
  .meta({ id: "ActiveContactList" });

export type ActiveChannelList = z.output<typeof activeChannelListSchema>;

/** Partial change of a channel; other fields keep their current values. The server checks where the value opens. */
export const channelPatchSchema = z
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

export type ChannelPatch = z.output<typeof channelPatchSchema>;

/** The whole list in its new order. */
export const channelOrderSchema = z
  .object({
    ids: z
      .array(z.string({ error: say("channels.list-order") }), {
        error: say("channels.list-order"),
      })
      .max(10_000, say("channels.too-many-listed", { count: 10_000 })),
  })
  .meta({ id: "ContactOrder" });
