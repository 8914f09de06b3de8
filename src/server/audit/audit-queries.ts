import { setImmediate } from "node:timers/promises";
import { append } from "#domain/lists.ts";
import type { Kysely, Transaction } from "kysely";
import { storedObject } from "../lib/stored-rows.ts";
import type { Database } from "../store/database.ts";
import type { InsertAll } from "../store/engine.ts";
import type { AuditKind } from "#domain/audit.ts";
import { day } from "#domain/time/durations.ts";
import type { GroupCommit } from "../store/group-commit/group-commit.ts";
import { createSignedWrites, type SignedWrites } from "../signing/signed-write.ts";
import type { Signing } from "../signing/signing.ts";
import { type AuditRow, follows } from "./audit-hash.ts";

type Sign = Awaited<ReturnType<Signing["signer"]>>;

/**
 * Makes an entry that follows `last`, the newest entry; null for the first one. It changes nothing. Without `sign`,
 * it gets its own signer.
 */
export type AuditDraft = ((last: AuditRow | null, sign?: Sign) => Promise<AuditRow>) & {
  /** Signs this entry, and those appended with it. */
  signer?: () => Promise<Sign>;
  /** Writes the entry, and raises the alarm if the store does not keep it as drafted. */
  keep?: SignedWrites["keep"];
};

export type AuditStore = ReturnType<typeof createAuditStore>;

/** Entries of a long transaction to sign in one turn of the event loop. */
const rowsPerTurn = 20;

const columns = ["number", "entry", "hash", "seal"] as const;

/** The audit log. Triggers make it append-only (migration 4). */
export function createAuditStore(db: Kysely<Database>, write: GroupCommit, slow: SlowAuditQueries) {
  return {
    /** Appends in a group commit; resolves once the entries are on disk. */
    append: (drafts: readonly AuditDraft[]): Promise<void> => write((transaction) => appendAudit(transaction, drafts)),

    last: (): Promise<AuditRow | null> => newest(db),

    async find(number: number): Promise<AuditRow | null> {
      const row = await db.selectFrom("audit_entry").select(columns).where("number", "=", number).executeTakeFirst();
      return row ?? null;
    },

    /** Returns up to `max` entries above `after`, oldest first. */
    async above(after: number, max: number): Promise<AuditRow[]> {
      return db
        .selectFrom("audit_entry")
        .select(columns)
        .where("number", ">", after)
        .orderBy("number")
        .limit(max)
        .execute();
    },

    /** `follow` in this thread: for checks that are not worth starting the query thread. */
    followHere: createSlowAuditQueries(db).follow,

    ...slow,
  };
}

type SlowAuditQueries = ReturnType<typeof createSlowAuditQueries>;

/** Times are in ms since 1970, `from` inclusive and `until` exclusive; `member` matches the actor or the subject. */
export interface AuditView {
  kinds?: readonly AuditKind[] | undefined;
  member?: string | undefined;
  from?: number | undefined;
  until?: number | undefined;
}

/** Clocks can be set back: within this time (ms) an older entry may have the higher number. */
const clockSlack = day;
/** Rows to compare with a time per query: of those around the range, few may be in it. */
const yieldEach = 1000;

/** Queries that may scan many entries. */
export function createSlowAuditQueries(db: Kysely<Database>) {
  /** The lowest number whose entry's time is not `isBefore`, by a binary search: numbers have no gaps. */
  async function boundary(isBefore: (at: number) => boolean): Promise<number> {
    let low = 1;
    let high = ((await newest(db))?.number ?? 0) + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const row = await db.selectFrom("audit_entry").select("entry").where("number", "=", middle).executeTakeFirst();
      if (isBefore(timeIn(row?.entry))) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    /**
     * Returns up to `max` entries of a view below `before`, newest first. Entries without a readable time are in every
     * view.
     */
    async page(view: AuditView & { before: number; max: number }): Promise<AuditRow[]> {
      const { kinds, member, from = -Infinity, until = Infinity, max } = view;
      // An unreadable time widens the range.
      const first = from === -Infinity ? 1 : await boundary((at) => at < from - clockSlack);
      const end = until === Infinity ? Infinity : await boundary((at) => !(at >= until + clockSlack));
      const batchSize = from === -Infinity && until === Infinity ? max : Math.max(max, yieldEach);
      const rows: AuditRow[] = [];
      for (let before = Math.min(view.before, end); ;) {
        const part = await db
          .selectFrom("audit_entry")
          .select(columns)
          .where("number", "<", before)
          .$if(from !== -Infinity, (query) => query.where("number", ">=", first))
          .$if(kinds !== undefined, (query) => query.where("kind", "in", kinds ?? []))
          .$if(member !== undefined, (query) =>
            query.where((e) => e.or([e("by_member", "=", member ?? ""), e("about_member", "=", member ?? "")])),
          )
          .orderBy("number", "desc")
          .limit(batchSize)
          .execute();
        append(
          rows,
          part.filter(({ entry }) => !(timeIn(entry) < from) && !(timeIn(entry) >= until)),
        );
        if (part.length < batchSize || rows.length >= max) return rows.slice(0, max);
        before = part.at(-1)?.number ?? 0;
      }
    },

    /** Follows the chain of hashes from `last` on for up to `max` entries, to the first that does not fit. */
    follow: async (last: AuditRow | null, max: number) => {
      const rows = await db
        .selectFrom("audit_entry")
        .select(columns)
        .where("number", ">", last?.number ?? Number.MIN_SAFE_INTEGER)
        .orderBy("number")
        .limit(max)
        .execute();
      let fitting = last;
      for (const row of rows) {
        if (!follows(fitting, row)) return { last: fitting, misfit: row, isEnd: true };
        fitting = row;
      }
      return { last: fitting, misfit: null, isEnd: rows.length < max };
    },
  };
}

/** NaN if it cannot be read. */
const timeIn = (entry: string | undefined): number => Number(storedObject(entry ?? null)["at"] ?? Number.NaN);

/**
 * Appends entries in the transaction of the actions they record, and reads them back.
 */
export async function appendAudit(
  transaction: Transaction<Database>,
  drafts: readonly AuditDraft[],
  insertAll: InsertAll = insertEach,
): Promise<void> {
  const [first] = drafts;
  if (first === undefined) return;
  const before = await newest(transaction);
  const sign = await first.signer?.();
  const rows: AuditRow[] = [];
  for (const draft of drafts) {
    rows.push(await draft(rows.at(-1) ?? before, sign));
    // Lets requests run meanwhile: each signature takes a while.
    if (rows.length % rowsPerTurn === 0) await setImmediate();
  }
  const { keep = createSignedWrites().keep } = first;
  await keep("audit entry", rows.flatMap(fieldsOf), {
    write: () => insertAll(transaction, "audit_entry", rows),
    async readBack() {
      const kept = await transaction
        .selectFrom("audit_entry")
        .select(columns)
        .where("number", ">", before?.number ?? Number.MIN_SAFE_INTEGER)
        .orderBy("number")
        .execute();
      return kept.flatMap(fieldsOf);
    },
  });
}

/** Inserts row by row: enough for a few entries. */
const insertEach: InsertAll = async (db, table, rows) => {
  for (const row of rows) await db.insertInto(table).values(row).execute();
};

const fieldsOf = ({ number, entry, hash, seal }: AuditRow) => [Number(number), entry, hash, seal];

async function newest(db: Kysely<Database>): Promise<AuditRow | null> {
  const row = await db.selectFrom("audit_entry").select(columns).orderBy("number", "desc").limit(1).executeTakeFirst();
  return row ?? null;
}
