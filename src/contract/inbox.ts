import { z } from "zod";
import { inquiryKinds } from "#domain/inquiry.ts";
import { inquiryStatuses } from "#domain/inquiry-status.ts";
import { requiredText } from "./text.ts";

/** At most as many inquiries as one call changes, erases or exports by name. */
export const mostSelected = 500;

const status = z.enum(inquiryStatuses, { error: `Status must be one of ${inquiryStatuses.join(", ")}.` });
const kind = z.enum(inquiryKinds, { error: `Kind must be one of ${inquiryKinds.join(", ")}.` });
const instant = z.iso.datetime();
/** No inquiry is older; and every zone's clock still has four digits for the year of the day after the last one. */
const days = { first: "1970-01-01", last: "9998-12-31" };
const day = z.iso
  .date("Must be a day such as 2026-11-21.")
  .refine((text) => text >= days.first && text <= days.last, `Must be a day from ${days.first} to ${days.last}.`);

/** A member as others see them. */
export const personSchema = z.object({ id: z.string(), email: z.string() }).meta({ id: "Person" });

export type Person = z.output<typeof personSchema>;

/** Whom an inquiry can be assigned to. */
/** An inquiry as the list shows it; `excerpt` is the start of the message. */
export const inquirySummarySchema = z
  .object({
    id: z.string(),
    reference: z.string(),
    kind,
    /** What an impostor report is about: a number, a name or a link that may be a thief's. Empty otherwise. */
    reported: z.string(),
    status,
    assignee: personSchema.nullable(),
    /** Grows with each change; the quoted number is the `ETag`. */
    version: z.int(),
    receivedAt: instant,
    name: z.string(),
    city: z.string(),
    excerpt: z.string(),
    /** How many others came from the same number or address. */
    others: z.int(),
  })
  .meta({ id: "InquirySummary" });

export type InquirySummary = z.output<typeof inquirySummarySchema>;

export const noteSchema = z
  .object({ id: z.string(), author: personSchema.nullable(), text: z.string(), createdAt: instant })
  .meta({ id: "Note" });

export type Note = z.output<typeof noteSchema>;

/** A step in an inquiry's life. `by` is null where the software did it, or somebody who is no longer there. */
export const historyEntrySchema = z
  .discriminatedUnion("what", [
    z.object({ what: z.literal("received"), at: instant, by: z.null(), suspected: z.boolean() }),
    z.object({ what: z.literal("status"), at: instant, by: personSchema.nullable(), from: status, to: status }),
    z.object({
      what: z.literal("assignee"),
      at: instant,
      by: personSchema.nullable(),
      from: personSchema.nullable(),
      to: personSchema.nullable(),
    }),
  ])
  .meta({ id: "HistoryEntry" });

export type HistoryEntry = z.output<typeof historyEntrySchema>;

export const inquiryDetailSchema = z
  .object({
    ...inquirySummarySchema.omit({ excerpt: true, others: true }).shape,
    phone: z.string(),
    /** The number as people write it internationally; null where it is not a number of any country. */
    internationalPhone: z.string().nullable(),
    email: z.string(),
    query: z.string(),
    closedAt: instant.nullable(),
    notes: z.array(noteSchema),
    history: z.array(historyEntrySchema),
    /** The others by the same person, the newest first, 50 at most. */
    others: z.array(inquirySummarySchema.omit({ others: true })),
  })
  .meta({ id: "InquiryDetail" });

export type InquiryDetail = z.output<typeof inquiryDetailSchema>;

/** What chooses the inquiries of a view, in its address and in calls alike. `assignee` is a member's id, `me` or `nobody`; days are the site's. */
export const inboxFilterSchema = z.object({
  status: status.optional(),
  kind: kind.optional(),
  assignee: z.string().min(1).max(100).optional(),
  from: day.optional(),
  to: day.optional(),
  search: z.string().trim().max(200, "Search must be at most 200 characters.").optional(),
});

export type InboxFilter = z.output<typeof inboxFilterSchema>;

export const inboxQuerySchema = inboxFilterSchema.extend({
  /** The `next` of the page before. */
  after: z
    .string()
    .regex(/^\d{1,15}$/, "After must be the `next` of a page.")
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** What an export holds: the view, or, where `ids` are given, those inquiries. */
export const exportQuerySchema = inboxFilterSchema.extend({
  /** Ids or references, which are shorter, parted by commas. */
  ids: z
    .string()
    .transform((text) => text.split(",").filter((part) => part !== ""))
    .pipe(z.array(z.string()).max(mostSelected, `Choose at most ${mostSelected} inquiries.`))
    .optional(),
});

export type ExportQuery = z.output<typeof exportQuerySchema>;

export const inboxPageSchema = z
  .object({
    inquiries: z.array(inquirySummarySchema),
    /**
     * What `after` must be for the next page; null on the last one. A search that finds little stops looking after a while: its
     * pages may be short, even empty, with more to come.
     */
    next: z.string().nullable(),
    counts: z.record(status, z.int()),
  })
  .meta({ id: "InboxPage" });

export type InboxPage = z.output<typeof inboxPageSchema>;

const assigneeId = z.string({ error: "Assignee must be a member's id, or null for nobody." }).max(100).nullable();
/** An inquiry as somebody saw it. */
const seen = {
  id: z.string({ error: "Id must be text." }).max(100),
  version: z.int({ error: "Version must be a whole number." }),
};
const few = "Choose at least one inquiry.";
const many = `Choose at most ${mostSelected} inquiries.`;

/** A change of one inquiry; `If-Match` names the version it was made on. */
export const inquiryChangeSchema = z
  .object({ status: status.optional(), assigneeId: assigneeId.optional() })
  .refine(({ status: to, assigneeId: id }) => to !== undefined || id !== undefined, {
    error: "There is nothing to change.",
    path: ["status"],
  })
  .meta({ id: "InquiryChange" });

export type InquiryChange = z.output<typeof inquiryChangeSchema>;

/** Changes of several inquiries, and the way to undo them; each is refused by itself where its `version` is no longer the inquiry's. */
export const inquiryChangesSchema = z
  .object({
    changes: z
      .array(
        z.object(
          {
            ...seen,
            status: status.optional(),
            assigneeId: assigneeId.optional(),
          },
          { error: "Each change must name an inquiry." },
        ),
        { error: "Changes must be a list of changes." },
      )
      .min(1, few)
      .max(mostSelected, many),
  })
  .meta({ id: "InquiryChanges" });

export type InquiryChanges = z.output<typeof inquiryChangesSchema>;

export const inquiryChangesDoneSchema = z
  .object({
    message: z.string(),
    /** What changed, as it is now. */
    changed: z.array(inquirySummarySchema),
    /** The ids of those that a colleague had changed or erased in the meantime. */
    refused: z.array(z.string()),
  })
  .meta({ id: "InquiryChangesDone" });

export type InquiryChangesDone = z.output<typeof inquiryChangesDoneSchema>;

/** Answer 412: what was sent was made on an older version; `current` is the inquiry as it is. */
export const staleSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.literal(412),
    message: z.string(),
    current: inquiryDetailSchema,
  })
  .meta({ id: "Stale" });

export const noteInputSchema = z.object({ text: requiredText("Note", 4000) }).meta({ id: "NoteFields" });

/** Which inquiries to erase, each as it was seen: it is refused by itself where its `version` is no longer the inquiry's. */
export const erasureSchema = z
  .object({
    inquiries: z
      .array(z.object(seen, { error: "Each inquiry must have an id and a version." }), {
        error: "Inquiries must be a list of inquiries.",
      })
      .min(1, few)
      .max(mostSelected, many),
  })
  .meta({ id: "Erasure" });

export type Erasure = z.output<typeof erasureSchema>;

export const erasureDoneSchema = z
  .object({
    message: z.string(),
    /** How many were erased; those that were gone already count for nothing. */
    erased: z.int(),
    /** The ids of those that a colleague had changed in the meantime: they are kept. */
    refused: z.array(z.string()),
  })
  .meta({ id: "ErasureDone" });

export type ErasureDone = z.output<typeof erasureDoneSchema>;

/** What an open inbox is told, as the `data` of a server-sent event. */
export type InboxEvent =
  /** `event: change`, with the change's number as `id:`. */
  | { kind: "added" | "changed" | "erased"; id: string }
  /** `event: presence`: who looks at which inquiry, by its id; those alone are left out. */
  | { viewers: Record<string, Person[]> }
  /** `event: hello`, the first of each connection, with the number of the last change that needs no telling as `id:`: the name of this connection, and whether more was missed than can be told, so that all must be loaded again. */
  | { connection: string; reload: boolean };

/** Tells colleagues which inquiry is open here. */
export const presenceSchema = z
  .object({
    connection: z.string({ error: "Connection must be text." }).max(100, "Connection must be at most 100 characters."),
    inquiryId: z.string({ error: "Inquiry must be an inquiry's id, or null for none." }).max(100).nullable(),
  })
  .meta({ id: "Presence" });
