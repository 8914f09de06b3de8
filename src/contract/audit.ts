import { z } from "zod";
import { auditGroups, auditKinds } from "#domain/audit.ts";
import { changeKinds } from "#domain/channels/channel-list.ts";
import { messageCodeSchema } from "./message-code.ts";
import { publishingRuleSchema } from "./channels/channel-list.ts";
import { teamChannelSchema } from "./channels/channel.ts";
import { daySchema } from "./inbox/inbox.ts";

const fact = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

/** An entry as owners see it. */
export const auditEntrySchema = z
  .object({
    number: z.int(),
    at: z.iso.datetime(),
    kind: z.enum(auditKinds),
    by: z.object({ id: z.string(), email: z.string() }).nullable(),
    about: z.record(z.string(), fact),
    /** Why it failed, or the finding, in the reader's language; `about` has it in English. */
    problem: z.string().optional(),
    problemCode: messageCodeSchema.optional(),
  })
  .meta({ id: "AuditEntry" });

/** A change of the channels that an entry names by its number, from their history. */
const auditedChangeSchema = z
  .object({
    number: z.int(),
    kind: z.enum(changeKinds),
    before: z.array(teamChannelSchema),
    after: z.array(teamChannelSchema),
    rule: z.object({ before: publishingRuleSchema, after: publishingRuleSchema }).optional(),
    /** The email of the owner who approved it, if approval was required. */
    approvedBy: z.string().nullable().optional(),
  })
  .meta({ id: "AuditedChange" });

/** The result of verifying the whole log. `problem` says what is wrong, null if nothing is. */
export const auditCheckSchema = z
  .object({
    ok: z.boolean(),
    /** Number of whole entries, from the first one on. */
    entries: z.int(),
    checkedAt: z.iso.datetime(),
    problem: z.string().nullable(),
    problemCode: messageCodeSchema.optional(),
  })
  .meta({ id: "AuditCheck" });

/** Newest first. `unreadable`: numbers of entries on this page that were modified outside this program. */
export const auditPageSchema = z
  .object({
    entries: z.array(auditEntrySchema),
    unreadable: z.array(z.int()),
    /** The changes that the entries name, without any that the history no longer has. */
    changes: z.array(auditedChangeSchema),
    /** The inquiries that the entries name, without any that is erased. */
    inquiries: z.array(z.object({ id: z.string(), reference: z.string() })).optional(),
    /** The last check by this server; null before the first one. */
    checked: auditCheckSchema.nullable(),
    /** `before` for the next page; null on the last one. */
    next: z.int().nullable(),
  })
  .meta({ id: "AuditPage" });

export type AuditEntryView = z.output<typeof auditEntrySchema>;
export type AuditedChange = z.output<typeof auditedChangeSchema>;
export type AuditCheckView = z.output<typeof auditCheckSchema>;
export type AuditPage = z.output<typeof auditPageSchema>;

/** `member` matches the actor or the subject; `kind` wins over `group`. */
export const auditFilterSchema = z.object({
  kind: z.enum(auditKinds).optional(),
  group: z.enum(auditGroups).optional(),
  member: z.string().min(1).max(100).optional(),
  from: daySchema.optional(),
  to: daySchema.optional(),
});

export type AuditFilter = z.output<typeof auditFilterSchema>;

export const auditQuerySchema = auditFilterSchema.extend({
  /** Limits the list to entries below this number. */
  before: z.coerce.number<string>().int().min(1).optional(),
  limit: z.coerce.number<string>().int().min(1).max(200).default(50),
});
