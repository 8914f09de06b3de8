import { z } from "zod";
import { changeKinds } from "#domain/channel-book.ts";
import { channelLimits, channelTypes } from "#domain/channel.ts";
import { checkLink, contactSchema } from "./contact.ts";
import { hoursSchema } from "./hours.ts";
import { requiredText, typedText } from "./text.ts";

const instant = z.iso.datetime();
const type = z.enum(channelTypes, { error: `Type must be one of ${channelTypes.join(", ")}.` });
const value = requiredText("Value", channelLimits.value);
const isActive = z.boolean({ error: "Active must be true or false." });
const proof = typedText("Description", channelLimits.proof);
/** A member's address; null where the software did it. */
const by = z.string().nullable();

/** What may be scheduled of a channel. */
const scheduledFieldsSchema = z.object(
  {
    value: value.optional(),
    isActive: isActive.optional(),
    proof: proof.optional(),
    hours: hoursSchema.nullable().optional(),
  },
  { error: "Fields must be what changes." },
);

/** A change of one channel from one time until another, or for good; the server checks where the value opens. */
export const scheduleInputSchema = z
  .object({
    fields: scheduledFieldsSchema.refine((fields) => Object.values(fields).some((field) => field !== undefined), {
      error: "There is nothing to change.",
    }),
    from: z.iso.datetime("From must be a time such as 2026-12-24T18:00:00Z."),
    until: z.iso.datetime("Until must be a time such as 2026-12-26T09:00:00Z, or null.").nullable().default(null),
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
    by,
    /** Whether it has begun. */
    isOn: z.boolean(),
  })
  .meta({ id: "Schedule" });

export type ScheduleEntry = z.output<typeof scheduleSchema>;

/** What a change of where a channel opens has to wait for. */
export const publishingRuleSchema = z
  .discriminatedUnion(
    "kind",
    [
      z.object({ kind: z.literal("none") }),
      z.object({ kind: z.literal("approval") }),
      z.object({
        kind: z.literal("delay"),
        minutes: z
          .int({ error: "Minutes must be a whole number from 1 to 10080." })
          .min(1, "Minutes must be a whole number from 1 to 10080.")
          .max(10_080, "Minutes must be a whole number from 1 to 10080."),
      }),
    ],
    { error: "Kind must be one of none, approval, delay." },
  )
  .meta({ id: "PublishingRule" });

/** A step in the history of the channels. */
export const channelChangeSchema = z
  .object({
    /** Counted from 1. */
    number: z.int(),
    at: instant,
    by,
    approvedBy: by.optional(),
    kind: z.enum(changeKinds),
    /** The channels that it touched, as they were and as they are. */
    before: z.array(contactSchema),
    after: z.array(contactSchema),
    /** Whether the order of the list has changed. */
    moved: z.boolean(),
    /**
     * Where only the order has changed: who went from which place to which, counted from 1, as few as explain it. `count` is of all,
     * `told` the first five; null where it is another change.
     */
    moves: z
      .object({
        count: z.int(),
        told: z.array(z.object({ contact: contactSchema, from: z.int(), to: z.int() })),
      })
      .nullable(),
    /** Whether it changed where a channel opens. */
    opens: z.boolean(),
    schedule: scheduleSchema.optional(),
    rule: z.object({ before: publishingRuleSchema, after: publishingRuleSchema }).optional(),
    undoes: z.int().optional(),
    /** The number of the change that has undone it. */
    undoneBy: z.int().nullable(),
    /** Whether it can be undone now, on the list as it is. */
    canUndo: z.boolean(),
    /** Whether it could be undone, had nobody changed the same since. */
    isChangedSince: z.boolean(),
  })
  .meta({ id: "ChannelChange" });

export type ChannelChange = z.output<typeof channelChangeSchema>;

export const channelHistorySchema = z
  .object({
    /** The newest first. */
    changes: z.array(channelChangeSchema),
    /** What `before` must be for the next page; null on the last one. */
    next: z.int().nullable(),
  })
  .meta({ id: "ChannelHistory" });

export type ChannelHistory = z.output<typeof channelHistorySchema>;

export const channelHistoryQuerySchema = z.object({
  /** The `next` of the page before. */
  before: z.coerce.number().int().min(1).max(1e15).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** A change that waits to be published. */
export const proposalSchema = z
  .object({
    id: z.string(),
    /** As the history will name it. */
    kind: z.enum(changeKinds),
    before: z.array(contactSchema),
    after: z.array(contactSchema),
    schedule: scheduleSchema.optional(),
    rule: z.object({ before: publishingRuleSchema, after: publishingRuleSchema }).optional(),
    by,
    at: instant,
    /** When it is published by itself; null where a second owner has to approve it. */
    publishesAt: instant.nullable(),
    /** Whether the list has changed so that it cannot be published any more. */
    isStale: z.boolean(),
    /** Whether whoever asks may approve it. */
    canApprove: z.boolean(),
  })
  .meta({ id: "Proposal" });

export type ProposalEntry = z.output<typeof proposalSchema>;

/** Answer 202: the change waits for a second owner, or for its time. */
export const proposedSchema = z.object({ message: z.string(), proposal: proposalSchema }).meta({ id: "Proposed" });

export type Proposed = z.output<typeof proposedSchema>;

export const hiddenInputSchema = z
  .object({ hidden: z.boolean({ error: "Hidden must be true or false." }) })
  .meta({ id: "HiddenChannels" });

/** What the team has to know of the channels besides the list. */
export const channelStateSchema = z
  .object({
    version: z.int(),
    hidden: z.object({ at: instant, by }).nullable(),
    /** Set while the store holds something else than the team has put there; visitors then see the last good list. */
    alarm: z
      .object({
        since: instant,
        message: z.string(),
        /** How many the last good list has, which an owner can put back. */
        channels: z.int(),
      })
      .nullable(),
    rule: publishingRuleSchema,
    proposals: z.array(proposalSchema),
    schedules: z.array(scheduleSchema),
    /** The changes of where a channel opens in the last 24 hours that are not undone, the newest first; `canUndo` is for whoever asks. */
    recent: z.array(channelChangeSchema),
  })
  .meta({ id: "ChannelState" });

export type ChannelState = z.output<typeof channelStateSchema>;

const fileChannelSchema = z
  .object({
    id: z.string().max(100).optional(),
    type,
    value,
    isActive: isActive.default(true),
    proof: proof.nullish().transform((text) => text ?? ""),
    hours: hoursSchema.nullable().default(null),
  })
  .superRefine(checkLink);

const fileHead = {
  format: z.literal("front-desk-channels", {
    error: "This is not a file of channels: its format must be front-desk-channels.",
  }),
  version: z.literal(1, { error: "This file is of a version that this program does not know; it knows 1." }),
};

/** The file that an export gives. */
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
        hours: hoursSchema.nullable(),
      }),
    ),
  })
  .meta({ id: "ExportedChannels" });

export type ExportedFile = z.output<typeof exportedFileSchema>;

/** The file that an import takes: an export, or one written by hand. */
export const channelFileSchema = z
  .object(
    {
      ...fileHead,
      exportedAt: instant.optional(),
      channels: z
        .array(fileChannelSchema, { error: "Channels must be a list." })
        .max(1000, "Channels must be at most 1000."),
    },
    { error: "File must be an export of channels." },
  )
  .meta({ id: "ChannelFile" });

export type ChannelFile = z.output<typeof channelFileSchema>;

export const importInputSchema = z
  .object({
    file: channelFileSchema,
    /** Whether channels that the file does not name are deleted; without it they stay, after those of the file. */
    removeOthers: z.boolean({ error: "Remove others must be true or false." }).default(false),
    /** Only tells what would change. */
    dryRun: z.boolean({ error: "Dry run must be true or false." }).default(true),
    /** That of the list which the dry run looked at; needed to import. */
    version: z.int({ error: "Version must be a whole number." }).optional(),
  })
  .meta({ id: "ChannelImport" });

export type ImportInput = z.input<typeof importInputSchema>;

export const importPlanSchema = z
  .object({
    /** Whether it has been done. */
    isDone: z.boolean(),
    /** That of the list which it looked at, or which it has made. */
    version: z.int(),
    entries: z.array(
      z.object({
        what: z.enum(["added", "changed", "same", "removed", "kept"]),
        before: contactSchema.nullable(),
        after: contactSchema.nullable(),
      }),
    ),
    /** Whether the order of the list changes. */
    moves: z.boolean(),
  })
  .meta({ id: "ImportPlan" });

export type ImportPlan = z.output<typeof importPlanSchema>;

/** Answer 412: the list has changed since the dry run; `plan` is that of now. */
export const staleImportSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.literal(412),
    message: z.string(),
    plan: importPlanSchema,
  })
  .meta({ id: "StaleImport" });
