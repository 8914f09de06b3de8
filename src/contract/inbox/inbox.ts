import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { namedAttachmentSchema } from "../inquiries/attachment.ts";
import { changedValue, choiceChanges, choiceFilters, choiceSchemas } from "../inquiries/choices.ts";
import { staleProblemSchema } from "../error.ts";
import { senderKinds } from "#domain/inquiries/blocked-sender.ts";
import { deliveryStates } from "#domain/delivery.ts";
import { entryWays, newestAtFirst } from "#domain/inquiries/conversation.ts";
import { entryLimit, inquiryWays, maxMentionsPerNote } from "#domain/inquiries/inquiry.ts";
import { changedNames } from "#domain/inquiries/choices.ts";
import { tagLimits } from "#domain/inquiries/tag.ts";
import { looseness } from "#domain/search/search-terms.ts";
import { messageCodeSchema, messageFields } from "../message-code.ts";
import { sentLanguage } from "../language.ts";
import { oneLineText, requiredText } from "../text.ts";

/** Maximum number of inquiries that one call changes, erases or exports by id. */
const maxSelected = 500;

/** The first two have places of their own among the fields. */
const { status, kind, ...otherChoices } = choiceSchemas;
const instant = z.iso.datetime();
/** No inquiry is older; the day after the last one has a four-digit year in every time zone. */
const days = { first: "1970-01-01", last: "9998-12-31" };
/** A day in a filter, in the site's time zone. */
export const daySchema = z.iso
  .date(say("field.day", { example: "2026-11-21" }))
  .refine(
    (text) => text >= days.first && text <= days.last,
    say("field.day-between", { first: days.first, last: days.last }),
  );

/** A member as others see them. */
export const personSchema = z.object({ id: z.string(), email: z.string() }).meta({ id: "Person" });

export type Person = z.output<typeof personSchema>;

/** When an inquiry was moved to the bin, by whom, and its latest purge date; null outside the bin. */
const binnedSchema = z.object({ at: instant, by: personSchema.nullable(), until: instant }).nullable();

/** When a snooze ends; `answer` if only the visitor's answer ends it. */
const noEnd = say("inquiry.choose-snooze");
const snoozeEnd = z
  .string({ error: noEnd })
  .refine((text) => text === "answer" || instant.safeParse(text).success, noEnd);
/** The snooze of an open inquiry. `isOver`: it ended by itself, and nobody has acted on the inquiry since. */
const snoozeSchema = z.object({ until: snoozeEnd, isOver: z.boolean() });

export type Snooze = z.output<typeof snoozeSchema>;

/** An inquiry by its id and its reference. */
const namedSchema = z.object({ id: z.string(), reference: z.string() }).meta({ id: "NamedInquiry" });

/** An inquiry in the list; `excerpt` is the start of what the visitor wrote last. */
export const inquirySummarySchema = z
  .object({
    id: z.string(),
    reference: z.string(),
    kind,
    /** The way it came; null if it came before this was stored. */
    way: z.enum(inquiryWays).nullable(),
    /** Subject of an impostor report: a number, name or link; empty for other inquiries. */
    reported: z.string(),
    status,
    ...otherChoices,
    assignee: personSchema.nullable(),
    /** Grows with each change; in quotes it is the `ETag`. */
    version: z.int(),
    receivedAt: instant,
    /** When the visitor wrote last. */
    wroteAt: instant,
    /** When the visitor wrote what is the oldest that the team has not replied to; without that, as `wroteAt`. */
    waitingSince: instant,
    name: z.string(),
    city: z.string(),
    language: sentLanguage,
    excerpt: z.string(),
    /** The ids of its tags. */
    tags: z.array(z.string()),
    /** Number of other inquiries from the same number or email. */
    others: z.int(),
    snooze: snoozeSchema.nullable(),
    /** Whether it waits because a reply did not arrive. */
    undelivered: z.boolean(),
    /** Whether it is closed and waits because of an answer by email whose sender anybody can have forged. */
    unproven: z.boolean(),
    /** Whether no member has seen it since the visitor wrote, a snooze ended or a reply did not arrive. */
    unread: z.boolean(),
    /** Null outside the bin; `status` is the one before deletion. */
    binned: binnedSchema,
    /** The inquiry that this one is merged into, and in whose thread it goes on. */
    mergedInto: namedSchema.nullable(),
  })
  .meta({ id: "InquirySummary" });

export type InquirySummary = z.output<typeof inquirySummarySchema>;

/** The id of the merged inquiry that it belongs to; null if it belongs to the open one. */
const mergedFrom = z.string().nullable();

const noteSchema = z
  .object({
    id: z.string(),
    author: personSchema.nullable(),
    text: z.string(),
    createdAt: instant,
    /** The members whose `@name` is in the text, as far as they still exist. */
    mentions: z.array(personSchema),
    mergedFrom,
  })
  .meta({ id: "Note" });

export type Note = z.output<typeof noteSchema>;

/** An entry of a conversation after the visitor's first message. */
const entrySchema = z
  .object({
    id: z.string(),
    /** A `reply` is the team's, an `answer` the visitor's. */
    kind: z.enum(["reply", "answer"]),
    way: z.enum(entryWays),
    /** Null for an answer, and for a reply of a member who no longer exists. */
    author: personSchema.nullable(),
    text: z.string(),
    createdAt: instant,
    /** Time until which its author can take a reply back; null for an answer. */
    leavesAt: instant.nullable(),
    /** State of its email; `dead`: every try failed. */
    delivery: z.enum(deliveryStates).nullable(),
    /** Why the last try failed. */
    problem: z.string().nullable(),
    problemCode: messageCodeSchema.optional(),
    /** The address that an answer came from by email, if it is not the inquiry's, or only its subject led here. */
    sender: z.string().nullable(),
    /** False for an answer by email whose sender anybody can have forged, until a member accepts it. */
    isProven: z.boolean(),
    /** The member who took such an answer as the visitor's; `by` is null for one who no longer exists. */
    accepted: z.object({ at: instant, by: personSchema.nullable() }).nullable(),
    attachments: z.array(namedAttachmentSchema),
    mergedFrom,
  })
  .meta({ id: "Entry" });

export type Entry = z.output<typeof entrySchema>;

/** Whether an answer by email whose sender can be forged is the visitor's. */
export const answerSenderSchema = z
  .object({ isVisitors: z.boolean(say("answer.choose-visitors")) })
  .meta({ id: "AnswerSender" });

/** A reply; `If-Match` names the version of the inquiry that its author saw. */
export const replyInputSchema = z
  .object({
    id: z.uuid(say("reply.new-id")),
    way: z.enum(entryWays, { error: say("reply.choose-way") }),
    text: requiredText(say("label.reply"), entryLimit),
    /** The new status; without it, the status stays. */
    status: z.enum(["answered", "closed"], { error: say("reply.choose-status") }).optional(),
  })
  .meta({ id: "ReplyFields" });

export type ReplyInput = z.output<typeof replyInputSchema>;

/**
 * An event in an inquiry's history. `by` is null if the visitor or the software acted, or the member no longer exists.
 */
const historyEntrySchema = z
  .discriminatedUnion("what", [
    z.object({ what: z.literal("received"), at: instant, by: z.null(), suspected: z.boolean() }),
    z.object({
      what: z.literal(changedNames),
      at: instant,
      by: personSchema.nullable(),
      from: changedValue,
      to: changedValue,
      /** Whether the visitor's answer reopened it. */
      isByAnswer: z.boolean(),
      /** Whether a reply that did not arrive reopened it. */
      isByFailure: z.boolean(),
    }),
    z.object({
      what: z.literal("assignee"),
      at: instant,
      by: personSchema.nullable(),
      from: personSchema.nullable(),
      to: personSchema.nullable(),
    }),
    /** Tags are named as they were called at the time. */
    z.object({
      what: z.enum(["tagged", "untagged"]),
      at: instant,
      by: personSchema.nullable(),
      tag: z.string(),
    }),
    /** `until` is null if it was ended before its time. */
    z.object({
      what: z.literal("snooze"),
      at: instant,
      by: personSchema.nullable(),
      until: snoozeEnd.nullable(),
      /** Whether the visitor's answer ended it. */
      isByAnswer: z.boolean(),
    }),
    z.object({ what: z.literal("blocked"), at: instant, by: personSchema.nullable() }),
    z.object({ what: z.literal("unblocked"), at: instant, by: personSchema.nullable() }),
    /** `absorbed`: `other` was merged into it; `released`: that was undone. `other` is null if it is erased. */
    z.object({
      what: z.enum(["merged", "unmerged", "absorbed", "released"]),
      at: instant,
      by: personSchema.nullable(),
      other: namedSchema.nullable(),
    }),
    /** `source` is the program that it comes from, `number` what it was called there. */
    z.object({
      what: z.literal("imported"),
      at: instant,
      by: personSchema.nullable(),
      source: z.string(),
      number: z.string().nullable(),
    }),
    z.object({ what: z.literal("binned"), at: instant, by: personSchema.nullable() }),
    z.object({ what: z.literal("restored"), at: instant, by: personSchema.nullable() }),
  ])
  .meta({ id: "HistoryEntry" });

export type HistoryEntry = z.output<typeof historyEntrySchema>;

/** An inquiry merged into the open one, as its thread shows it besides entries and notes. */
const mergedSchema = z
  .object({
    ...inquirySummarySchema.pick({ id: true, reference: true, kind: true, way: true, reported: true, version: true })
      .shape,
    receivedAt: instant,
    name: z.string(),
    email: z.string(),
    query: z.string(),
    attachments: z.array(namedAttachmentSchema),
  })
  .meta({ id: "MergedInquiry" });

export type MergedInquiry = z.output<typeof mergedSchema>;

export const inquiryDetailSchema = z
  .object({
    ...inquirySummarySchema.omit({ excerpt: true, others: true }).shape,
    phone: z.string(),
    /** The number in international format; null if it is not a valid number. */
    internationalPhone: z.string().nullable(),
    email: z.string(),
    query: z.string(),
    /** The message's files. */
    attachments: z.array(namedAttachmentSchema),
    closedAt: instant.nullable(),
    /** The inquiries merged into it, without those in the bin. */
    merged: z.array(mergedSchema),
    /** Notes of the inquiry and of the merged ones, in order. */
    notes: z.array(noteSchema),
    /** The newest of the conversation, in order. */
    entries: z.array(entrySchema),
    /** Number of entries before these. */
    earlier: z.int(),
    /** Whether replies can be sent to the visitor by email now. */
    mayEmail: z.boolean(),
    /** The sender's details that are blocked, and those that can be. */
    blocked: z.array(z.enum(senderKinds)),
    blockable: z.array(z.enum(senderKinds)),
    history: z.array(historyEntrySchema),
    /** Number of others from the same number or email, limited to 1,000. */
    othersCount: z.int(),
    /** The newest 20 of them, newest first. */
    others: z.array(inquirySummarySchema.omit({ others: true, snooze: true, binned: true, unread: true })),
  })
  .meta({ id: "InquiryDetail" });

export type InquiryDetail = z.output<typeof inquiryDetailSchema>;

const hours = say("inbox.choose-waiting");
/** Hours that the visitor has waited. */
export const waitingSchema = z.int(hours).min(0, hours).max(8760, hours);

/**
 * Filters of a view and its order, in page URLs and in calls. `assignee` is a member's id, `me` or `nobody`; days are
 * in the site's time zone. Its condition is in `server/inbox/view-queries.ts` (in `toView` if it depends on the caller
 * or the time, in `isNarrow` if few inquiries meet it), its reader and texts in `web/admin/inbox/filters.ts`.
 */
export const inboxFilterSchema = z.object({
  ...choiceFilters,
  assignee: z.string().min(1).max(100).optional(),
  from: daySchema.optional(),
  to: daySchema.optional(),
  /** A tag's id. */
  tag: z.string().min(1).max(100).optional(),
  /**
   * Limits the list to inquiries that are new or in progress, and whose visitor last wrote at least this many hours
   * ago.
   */
  waiting: z
    .string()
    .regex(/^\d{1,4}$/, hours)
    .transform(Number)
    .pipe(waitingSchema)
    .optional(),
  /**
   * Order other than the newest arrival first: `oldest` by when the visitor wrote last, `waiting` by their oldest
   * message without a reply, `activity` by what happened last. With the last two, `waiting` also finds closed inquiries
   * with an answer by email that anybody can have sent. A search and an export ignore it.
   */
  sort: z
    .enum(["oldest", "waiting", "activity"], {
      error: say("inbox.choose-order"),
    })
    .optional(),
  /** Limits the list to snoozed inquiries. Otherwise they are left out, except from a search. */
  snoozed: z.literal("yes", say("inbox.choose-snoozed")).optional(),
  /** Limits the list to inquiries with a note that mentions the caller, while the bell has the mention. */
  mentioned: z.literal("me", say("inbox.choose-mentions")).optional(),
  /** Limits the list to inquiries that wait because a reply did not arrive. */
  undelivered: z.literal("yes", say("inbox.choose-undelivered")).optional(),
  search: oneLineText(say("inbox.search-text")).max(200, say("inbox.search-too-long")).optional(),
});

export type InboxFilter = z.output<typeof inboxFilterSchema>;

export const inboxQuerySchema = inboxFilterSchema.extend({
  /** `next` of the previous page. */
  after: z
    .string()
    .regex(/^(\d{1,15}-)?\d{1,16}$/, say("inbox.no-page"))
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** `entries`: how many of the conversation, the newest. */
export const inquiryQuerySchema = z.object({
  entries: z.coerce.number().int().min(1).max(100_000).default(newestAtFirst),
});

/** The view to export or, if `ids` are given, the inquiries. */
export const exportQuerySchema = inboxFilterSchema.extend({
  /** Ids or (shorter) references, separated by commas. */
  ids: z
    .string()
    .transform((text) => text.split(",").filter((part) => part !== ""))
    .pipe(z.array(z.string()).max(maxSelected, say("inquiries.too-many-chosen", { count: maxSelected })))
    .optional(),
});

export type ExportQuery = z.output<typeof exportQuerySchema>;

/** Estimated number of inquiries in an export; null if there are too many to count beforehand. */
export const exportPreviewSchema = z.object({ expected: z.int().nullable() }).meta({ id: "ExportLook" });

export type ExportPreview = z.output<typeof exportPreviewSchema>;

/** The words around what a search has found, and whether they are it. */
const excerptSchema = z.array(z.object({ text: z.string(), isHit: z.boolean() }));

export type FoundExcerpt = z.output<typeof excerptSchema>;

/**
 * `how` the page compared with the words: as they are written, in other spellings, or with one typo or the same sound.
 * Excerpts by inquiry, where a text has the words.
 */
const foundSchema = z.object({ how: z.enum(looseness), excerpts: z.record(z.string(), excerptSchema) });

export type Found = z.output<typeof foundSchema>;

export const inboxPageSchema = z
  .object({
    /**
     * The first page begins with up to 20 inquiries whose reply did not arrive, and 20 whose snooze has ended, in
     * addition to `limit`.
     */
    inquiries: z.array(inquirySummarySchema),
    /**
     * `after` for the next page; null on the last one. A search with few hits stops after a time limit, so pages may be
     * short or empty with more to come.
     */
    next: z.string().nullable(),
    /** How the inquiries of a search were found; null without a search. */
    found: foundSchema.nullable(),
    /** Counts by status, without snoozed inquiries. */
    counts: z.record(status, z.int()),
    snoozedCount: z.int(),
    /** Number of inquiries that wait because a reply did not arrive. */
    undeliveredCount: z.int(),
    /** Number of inquiries that wait for the team, without the snoozed ones. */
    waitingCount: z.int(),
    /** Number of inquiries whose current state no member has seen, limited to 1,000; without the suspected ones. */
    unreadCount: z.int(),
    /** Number of emails that were not taken and wait to be reviewed. */
    untakenCount: z.int(),
    /** Number of inquiries in the bin, limited to 1,000. */
    binCount: z.int(),
    /** Whether the caller may delete several at once, and export. */
    mayBulk: z.boolean(),
  })
  .meta({ id: "InboxPage" });

export type InboxPage = z.output<typeof inboxPageSchema>;

/** End of a snooze. Only an open inquiry can be snoozed, and null ends a snooze. */
const snoozedUntil = snoozeEnd.nullable().optional();
const assigneeId = z
  .string({ error: say("inquiry.choose-member") })
  .max(100)
  .nullable();
/** An inquiry at the version that the caller saw. */
export const seen = {
  id: z.string({ error: say("inquiry.choose") }).max(100),
  version: z.int({ error: say("inquiry.version-seen") }),
};
const tagIds = (what: string) =>
  z
    .array(z.string({ error: what }).max(100, what), { error: what })
    .max(tagLimits.each, say("tags.too-many", { count: tagLimits.each }))
    .default([]);
/** Differences, so that two members who tag one inquiry do not undo each other. */
const tags = z
  .object(
    { add: tagIds(say("tags.list-added")), remove: tagIds(say("tags.list-removed")) },
    { error: say("tags.list-changes") },
  )
  .optional();
const changes = { ...choiceChanges, assigneeId: assigneeId.optional(), tags, snoozedUntil };
const few = say("inquiries.choose-some");
const many = say("inquiries.too-many-chosen", { count: maxSelected });

/**
 * Returns the schema of a selection: a list of one to `maxSelected` inquiries. `error` is the text for other values.
 */
export function selectionOf<Each extends z.ZodType>(each: Each, error = few) {
  return z.array(each, { error }).min(1, few).max(maxSelected, many);
}

/** A change of one inquiry; `If-Match` names its base version. */
export const inquiryChangeSchema = z
  .object(changes)
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: say("request.nothing-to-change"),
    path: ["status"],
  })
  .meta({ id: "InquiryChange" });

export type InquiryChange = z.output<typeof inquiryChangeSchema>;

/** Changes of several inquiries, also to undo them; each is rejected separately if its `version` is stale. */
export const inquiryChangesSchema = z
  .object({
    changes: selectionOf(
      z.object({ ...seen, ...changes }, { error: say("inquiries.change-names-inquiry") }),
      say("inquiries.list-changes"),
    ),
  })
  .meta({ id: "InquiryChanges" });

export type InquiryChanges = z.output<typeof inquiryChangesSchema>;

export const inquiryChangesDoneSchema = z
  .object({
    ...messageFields,
    /** The changed inquiries, as they are now. */
    changed: z.array(inquirySummarySchema),
    /** Ids of those that a colleague changed or erased meanwhile, or that would get too many tags. */
    refused: z.array(z.string()),
  })
  .meta({ id: "InquiryChangesDone" });

export type InquiryChangesDone = z.output<typeof inquiryChangesDoneSchema>;

/** Response 412: the request used a stale version; `current` is the current inquiry. */
export const staleSchema = staleProblemSchema.extend({ current: inquiryDetailSchema }).meta({ id: "Stale" });

/** The inquiry to merge into, at the version that the caller saw; `If-Match` names that of the merged one. */
export const mergeSchema = z.object({ into: z.object(seen, { error: say("inquiry.choose") }) }).meta({ id: "Merge" });

export const noteInputSchema = z
  .object({
    text: requiredText(say("label.note"), 4000),
    /** The ids of the members who are notified of it. */
    mentions: z
      .array(z.string().max(100), { error: say("note.list-mentions") })
      .max(maxMentionsPerNote, say("note.too-many-mentions", { count: maxMentionsPerNote }))
      .default([]),
  })
  .meta({ id: "NoteFields" });

export type NoteInput = z.input<typeof noteInputSchema>;
