import { z } from "zod";
import { trustKindNames, trustStates } from "#domain/trust-changes.ts";
import { messageFields } from "./message-code.ts";

const instant = z.iso.datetime();

/** A change that carries trust: what, by whom, and what it waits for. */
export const trustChangeSchema = z
  .object({
    id: z.string(),
    kind: z.enum(trustKindNames),
    state: z.enum(trustStates),
    /** The address of who made it. */
    by: z.string(),
    at: instant,
    /** The address of the account that it is about. */
    member: z.string().nullable(),
    /** The settings that it changes, such as `mail.host`. */
    fields: z.array(z.string()),
    /** New values by field, except for secrets. */
    values: z.record(z.string(), z.string()),
    /** When it takes effect by itself; null if another owner has to approve it first, and once it waits no more. */
    takesEffectAt: instant.nullable(),
    /** The earliest time, also with an approval. */
    earliestAt: instant,
    needsApproval: z.boolean(),
    approvedBy: z.string().nullable(),
    /** When it took effect or was stopped. */
    settledAt: instant.nullable(),
    /** Whether the caller may approve it now. */
    canApprove: z.boolean(),
    /** When the caller, as a new owner, may approve; null for others. */
    approvesFrom: instant.nullable(),
    isSeen: z.boolean(),
    /** Whether it can count as seen: only by an owner whose credentials are older. */
    countsAsSeen: z.boolean(),
  })
  .meta({ id: "TrustChange" });

export type TrustChange = z.output<typeof trustChangeSchema>;

/** A notice of the site that another owner has published without waiting, since it runs for a day at most. */
export const briefNoticeSchema = z
  .object({
    text: z.string(),
    from: instant.nullable(),
    until: instant,
    /** The address of who published it. */
    by: z.string().nullable(),
    at: instant,
  })
  .meta({ id: "BriefNotice" });

export type BriefNotice = z.output<typeof briefNoticeSchema>;

export const trustChangesSchema = z
  .object({
    changes: z.array(trustChangeSchema),
    /** Current notices of other owners: any owner may take them down (`POST /api/site/notices/removal`). */
    notices: z.array(briefNoticeSchema),
  })
  .meta({ id: "TrustChanges" });

export type TrustChanges = z.output<typeof trustChangesSchema>;

/** Wait of an action, in a response with status 202. `takesEffectAt` is null if another owner has to approve it. */
export const waitingSchema = z
  .object({ ...messageFields, takesEffectAt: instant.nullable(), earliestAt: instant })
  .meta({ id: "Waiting" });

export type Waiting = z.output<typeof waitingSchema>;
