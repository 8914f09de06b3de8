import type { Kysely, Transaction } from "kysely";
import type { Database } from "../store/database.ts";
import type { GroupCommit } from "../store/group-commit/group-commit.ts";

/** A stored row, not verified against the chain yet. */
export interface AuditRow {
  number: number;
  /** JSON. */
  entry: string;
  hash: string;
  seal: string;
}

/** Makes an entry that follows `last`, the newest entry, or null for the first one. It changes nothing. */
export type AuditDraft = (last: AuditRow | null) => Promise<AuditRow>;

export type AuditStore = ReturnType<typeof createAuditStore>;

const columns = ["number", "entry", "hash", "seal"] as const;

/** The audit log. Triggers make it append-only (migration 4). */
export function createAuditStore(db: Kysely<Database>, write: GroupCommit, readings: AuditReadings) {
  return {
    /** Appends in a group commit; resolves once the entries are on disk. */
    append: (drafts: readonly AuditDraft[]): Promise<void> => write((transaction) => appendAudit(transaction, drafts)),

    last: (): Promise<AuditRow | null> => newest(db),

    async find(number: number): Promise<AuditRow | null> {
      const row = await db.selectFrom("audit_entry").select(columns).where("number", "=", number).executeTakeFirst();
      return row ?? null;
    },

    /** Up to `most` entries above `after`, oldest first. */
    async above(after: number, most: number): Promise<AuditRow[]> {
      return db
        .selectFrom("audit_entry")
        .select(columns)
        .where("number", ">", after)
        .orderBy("number")
        .limit(most)
        .execute();
    },

    ...readings,
  };
}

export type AuditReadings = ReturnType<typeof createSlowAuditQueries>;

/** Queries that may scan many entries. */
export function createSlowAuditQueries(db: Kysely<Database>) {
  return {
    /** Up to `most` entries below `before`, newest first; `member` matches the actor or the subject. */
    async page(filter: { kind?: string | undefined; member?: string | undefined; before: number; most: number }) {
      const { kind, member, before, most } = filter;
      return db
        .selectFrom("audit_entry")
        .select(columns)
        .where("number", "<", before)
        .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? ""))
        .$if(member !== undefined, (query) =>
          query.where((e) => e.or([e("by_member", "=", member ?? ""), e("about_member", "=", member ?? "")])),
        )
        .orderBy("number", "desc")
        .limit(most)
        .execute();
    },
  };
}

/** Appends entries in the transaction of the actions they record. */
export async function appendAudit(transaction: Transaction<Database>, drafts: readonly AuditDraft[]): Promise<void> {
  let last = drafts.length === 0 ? null : await newest(transaction);
  for (const draft of drafts) {
    last = await draft(last);
    await transaction.insertInto("audit_entry").values(last).execute();
  }
}

async function newest(db: Kysely<Database>): Promise<AuditRow | null> {
  const row = await db.selectFrom("audit_entry").select(columns).orderBy("number", "desc").limit(1).executeTakeFirst();
  return row ?? null;
}
