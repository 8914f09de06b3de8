import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { staleProblemSchema } from "../error.ts";
import { changeKinds, channelLimits } from "#domain/channels/channel-list.ts";
import { channelTypes } from "#domain/brands/brands.ts";
import { messageFields } from "../message-code.ts";
import { checkOpens, teamChannelSchema } from "./channel.ts";
import { hoursSchema } from "./hours.ts";
import { proposalFields } from "../proposal.ts";
import { requiredLine } from "../text.ts";
import { proof, shownTranslations, translations } from "./descriptions.ts";

const instant = z.iso.datetime();
const type = z.enum(channelTypes, { error: say("channel.choose-type") });
const value = requiredLine(say("label.value"), channelLimits.value);
const isActive = z.boolean({ error: say("channel.choose-active") });
/** A member's email; null if the software acted. */
const author = z.string().nullable();

/** The fields of a channel that can be scheduled. */
const scheduledFieldsSchema = z.object(
  {
    value: value.optional(),
    isActive: isActive.optional(),
    proof: proof.optional(),
    translations: translations.optional(),
    hours: hoursSchema.nullable().optional(),
  },
  { error: say("channel.choose-change") },
);

/** A change of one channel for a period, or permanent; the server checks where the value opens. */
export const scheduleInputSchema = z
  .object({
    fields: scheduledFieldsSchema.refine((fields) => Object.values(fields).some((field) => field !== undefined), {
      error: say("request.nothing-to-change"),
    }),
    from: z.iso.datetime(say("field.from-time", { example: "2026-12-24T18:00:00Z" })),
    until: z.iso
      .datetime(say("field.until-time-or-empty", { example: "2026-12-26T09:00:00Z" }))
      .nullable()
      .default(null),
  })
  .meta({ id: "ScheduleFields" });

export type ScheduleInput = z.input<typeof scheduleInputSchema>;

export const scheduleSchema = z
  .object({
    id: z.string(),
    contactId: z.string(),
    fields: scheduledFieldsSchema,
    from: instant,
    until: instant.nullable(),
    by: author,
    /** Whether it has begun. */
    isOn: z.boolean(),
  })
  .meta({ id: "Schedule" });

export type ScheduleEntry = z.output<typeof scheduleSchema>;

/** The rule that a change of a channel's destination or description must wait for. */
export const publishingRuleSchema = z
  .discriminatedUnion(
    "kind",
    [
      z.object({ kind: z.literal("none") }),
      z.object({ kind: z.literal("approval") }),
      z.object({
        kind: z.literal("delay"),
        minutes: z
          .int({ error: say("publication.minutes") })
          .min(1, say("publication.minutes"))
          .max(10_080, say("publication.minutes")),
      }),
    ],
    { error: say("publication.choose") },
  )
  .meta({ id: "PublishingRule" });

/** The rule; `nobodyUntil` is the second yes where nobody else could approve yet: it names until when. */
export const ruleInputSchema = publishingRuleSchema
  .and(z.object({ nobodyUntil: z.iso.datetime(say("trust.name-time")).optional() }))
  .meta({ id: "RuleFields" });

export type RuleInput = z.output<typeof ruleInputSchema>;

/** An entry in the channel history. */
const channelChangeSchema = z
  .object({
    /** Counts from 1. */
    number: z.int(),
    at: instant,
    by: author,
    approvedBy: author.optional(),
    kind: z.enum(changeKinds),
    /** The affected channels, before and after. */
    before: z.array(teamChannelSchema),
    after: z.array(teamChannelSchema),
    /** Whether the order changed. */
    moved: z.boolean(),
    /**
     * Moves of a change of the order: the fewest that explain it, with places counted from 1. `count` is the number of
     * all moves, `told` the first five; null for other changes.
     */
    moves: z
      .object({
        count: z.int(),
        told: z.array(z.object({ contact: teamChannelSchema, from: z.int(), to: z.int() })),
      })
      .nullable(),
    /** Whether it changed a channel's destination. */
    opens: z.boolean(),
    /** Whether it changed the public description of a channel; missing in responses of older servers. */
    describes: z.boolean().optional(),
    schedule: scheduleSchema.optional(),
    rule: z.object({ before: publishingRuleSchema, after: publishingRuleSchema }).optional(),
    undoes: z.int().optional(),
    /** Number of the change that undid it. */
    undoneBy: z.int().nullable(),
    /** Whether it can be undone on the current list. */
    canUndo: z.boolean(),
    /** Whether it could be undone, but the same was changed again since. */
    isChangedSince: z.boolean(),
  })
  .meta({ id: "ChannelChange" });

export type ChannelChange = z.output<typeof channelChangeSchema>;

export const channelHistorySchema = z
  .object({
    /** Newest first. */
    changes: z.array(channelChangeSchema),
    /** `before` for the next page; null on the last one. */
    next: z.int().nullable(),
  })
  .meta({ id: "ChannelHistory" });

export type ChannelHistory = z.output<typeof channelHistorySchema>;

export const channelHistoryQuerySchema = z.object({
  /** `next` of the previous page. */
  before: z.coerce.number().int().min(1).max(1e15).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  /** Limits the list to the changes of this channel. */
  contact: z.string().max(100).optional(),
});

/** A change that waits to be published. */
const proposalSchema = z
  .object({
    id: z.string(),
    /** Its kind in the history. */
    kind: z.enum(changeKinds),
    before: z.array(teamChannelSchema),
    after: z.array(teamChannelSchema),
    schedule: scheduleSchema.optional(),
    rule: z.object({ before: publishingRuleSchema, after: publishingRuleSchema }).optional(),
    ...proposalFields,
  })
  .meta({ id: "Proposal" });

export type ProposalEntry = z.output<typeof proposalSchema>;

/** Response 202: the change waits for a second owner, or for its time. */
export const proposedSchema = z.object({ ...messageFields, proposal: proposalSchema }).meta({ id: "Proposed" });

export type Proposed = z.output<typeof proposedSchema>;

export const hiddenInputSchema = z
  .object({ hidden: z.boolean({ error: say("channels.choose-hidden") }) })
  .meta({ id: "HiddenChannels" });

/** State of the channels besides the list. */
export const channelStateSchema = z
  .object({
    version: z.int(),
    hidden: z.object({ at: instant, by: author }).nullable(),
    /** Set while the stored list differs from what the team saved; visitors then see the last good list. */
    alarm: z
      .object({
        since: instant,
        ...messageFields,
        /** Size of the last good list, which an owner can restore. */
        channels: z.int(),
      })
      .nullable(),
    /** Other changes made to the store outside this program; for owners, empty for agents. */
    storeAlarms: z.array(z.object({ since: instant, ...messageFields })),
    rule: publishingRuleSchema,
    /** When another owner could approve what the caller changes; null if one could now, or there is no other. */
    othersApproveFrom: instant.nullable().optional(),
    proposals: z.array(proposalSchema),
    schedules: z.array(scheduleSchema),
    /** Sensitive changes of the last 24 hours that are not undone, newest first; `canUndo` applies to the caller. */
    recent: z.array(channelChangeSchema),
    /** The last change of each listed channel that the history names; missing in responses of older servers. */
    lastChanges: z.array(z.object({ contactId: z.string(), at: instant, by: author })).optional(),
    /** Country of numbers without a country code; missing in responses of older servers. */
    country: z.string().optional(),
  })
  .meta({ id: "ChannelState" });

export type ChannelState = z.output<typeof channelStateSchema>;

const fileChannelSchema = z
  .object({
    id: z.string().max(100).optional(),
    type,
    value,
    // Omitted fields stay as they are; a new channel is active, without description and always open.
    isActive: isActive.optional(),
    proof: proof
      .nullable()
      .transform((text) => text ?? "")
      .optional(),
    translations: translations.optional(),
    hours: hoursSchema.nullable().optional(),
  })
  .superRefine(checkOpens);

const fileHead = {
  format: z.literal("front-desk-channels", {
    error: say("channel-file.wrong"),
  }),
  version: z.literal(1, { error: say("channel-file.version") }),
};

/** An exported file. */
export const exportedFileSchema = z
  .object({
    ...fileHead,
    exportedAt: instant,
    channels: z.array(
      z.object({
        id: z.string(),
        type,
        value: z.string(),
        isActive: z.boolean(),
        proof: z.string(),
        translations: shownTranslations.optional(),
        hours: hoursSchema.nullable(),
      }),
    ),
  })
  .meta({ id: "ExportedChannels" });

export type ExportedFile = z.output<typeof exportedFileSchema>;

/** A file to import: an export, or a handwritten one. */
const channelFileSchema = z
  .object(
    {
      ...fileHead,
      exportedAt: instant.optional(),
      channels: z
        .array(fileChannelSchema, { error: say("channel-file.no-list") })
        .max(1000, say("channel-file.too-many", { count: 1000 })),
    },
    { error: say("channel-file.choose") },
  )
  .meta({ id: "ChannelFile" });

export type ChannelFile = z.output<typeof channelFileSchema>;

export const importInputSchema = z
  .object({
    file: channelFileSchema,
    /** Whether to delete channels that the file omits; otherwise they stay, after those of the file. */
    removeOthers: z.boolean({ error: say("channel-file.choose-removal") }).default(false),
    /** Shows what would change, without changing it. */
    dryRun: z.boolean({ error: say("channel-file.choose-dry-run") }).default(true),
    /** Version of the list in the dry run; required to import. */
    version: z.int({ error: say("channel-file.version-seen") }).optional(),
  })
  .meta({ id: "ChannelImport" });

export type ImportInput = z.input<typeof importInputSchema>;

export const importPlanSchema = z
  .object({
    /** Whether the import was done. */
    isDone: z.boolean(),
    /** Version of the list that was compared, or that the import created. */
    version: z.int(),
    entries: z.array(
      z.object({
        what: z.enum(["added", "changed", "same", "removed", "kept"]),
        before: teamChannelSchema.nullable(),
        after: teamChannelSchema.nullable(),
      }),
    ),
    /** Whether the order of the list changes. */
    moves: z.boolean(),
  })
  .meta({ id: "ImportPlan" });

export type ImportPlan = z.output<typeof importPlanSchema>;

/** Response 412: the list changed since the dry run; `plan` is the current one. */
export const staleImportSchema = staleProblemSchema.extend({ plan: importPlanSchema }).meta({ id: "StaleImport" });
