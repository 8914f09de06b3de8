import { z } from "zod";
import { auditKinds } from "#domain/audit.ts";

const fact = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

/** An entry as owners see it. */
export const auditEntrySchema = z
  .object({
    number: z.int(),
    at: z.iso.datetime(),
    kind: z.enum(auditKinds),
    by: z.object({ id: z.string(), email: z.string() }).nullable(),
    about: z.record(z.string(), fact),
  })
  .meta({ id: "AuditEntry" });

/** Newest first. `unreadable`: numbers of entries on this page that were modified outside this program. */
export const auditPageSchema = z
  .object({
    entries: z.array(auditEntrySchema),
    unreadable: z.array(z.int()),
    /** `before` for the next page; null on the last one. */
    next: z.int().nullable(),
  })
  .meta({ id: "AuditPage" });

export type AuditEntryView = z.output<typeof auditEntrySchema>;
export type AuditPage = z.output<typeof auditPageSchema>;

/** Filters: by kind, by or about a member, below a number. */
export const auditQuerySchema = z.object({
  kind: z.enum(auditKinds).optional(),
  member: z.string().min(1).max(100).optional(),
  before: z.coerce.number<string>().int().min(1).optional(),
  limit: z.coerce.number<string>().int().min(1).max(200).default(50),
});

export type AuditFilter = Pick<z.output<typeof auditQuerySchema>, "kind" | "member">;
