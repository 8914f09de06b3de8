import type { ExpressionBuilder, Kysely, Selectable, Transaction } from "kysely";
import { appendAudit, type AuditDraft } from "../audit/audit-queries.ts";
import { addWebhookEvent } from "../notifications/message-queries.ts";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";
import type { GroupCommit, GroupEnd } from "../store/group-commit/group-commit.ts";
import { deleteFromIndex } from "../store/search-text.ts";
import { searchedTextOf } from "./inquiry-queries.ts";
import { releaseMerged } from "./merge-event-queries.ts";

export type ErasureStore = ReturnType<typeof createErasureStore>;

/**
 * `stale`: somebody changed it since that version, so it is not erased. `gone`: it did not exist or was in the bin
 * already.
 */
export type ErasureOutcome = "erased" | "stale" | "gone";

export type ErasureReason = Database["erasure"]["reason"];

/** What erases inquiries, and finds those that are due. */
export function createErasureStore(
  db: Kysely<Database>,
  engine: Pick<Engine, "purgeErased" | "search">,
  write: GroupCommit,
  slow: SlowErasureQueries,
) {
  const { search } = engine;

  return {
    /** As the slow query of this name, which runs only if any inquiry is old enough: usually none is. */
    async numbersOver(over: Over, max: number): Promise<number[]> {
      const aged = await db
        .selectFrom("inquiry")
        .select("number")
        .where((e) => e.or([closedBefore(e, over.closed), openSince(e, over.untouched)]))
        .limit(1)
        .executeTakeFirst();
      return aged === undefined ? [] : slow.numbersOver(over, max);
    },

    /**
     * Erases these and returns how many still existed. `entryOf` makes the audit entry for each id; `inBin` skips those
     * that were restored in the meantime, `over` those that somebody has written to or reopened.
     */
    erase(
      numbers: readonly number[],
      reason: ErasureReason,
      now: number,
      {
        entryOf,
        inBin = false,
        over,
      }: { entryOf?: (inquiryId: string) => AuditDraft; inBin?: boolean; over?: Over } = {},
    ): Promise<number> {
      return write(async (transaction, end) => {
        let erased = 0;
        for (const number of numbers) {
          const row = await transaction
            .selectFrom("inquiry")
            .selectAll()
            .where("number", "=", number)
            .executeTakeFirst();
          if (row === undefined || (inBin && row.status !== "binned")) continue;
          if (over !== undefined && (await numbersOver(transaction, over, 1, number)).length === 0) continue;
          await eraseRow(row, { transaction, end, search }, reason, now);
          if (entryOf !== undefined) await appendAudit(transaction, [entryOf(row.id)]);
          erased += 1;
        }
        return erased;
      });
    },

    /** Purges erased data from the engine's own files as well; false if a reader prevents that for now. */
    purgeErased: () => engine.purgeErased(db),

    /** Removes an address from answers that came from it by email, on others' inquiries. Reads all entries. */
    async removeSender(email: string): Promise<void> {
      await db
        .updateTable("inquiry_entry")
        .set({ sender: null })
        .where((e) => e(e.fn<string>("lower", ["sender"]), "=", email.toLowerCase()))
        .execute();
    },

    /** The numbers of up to `max` inquiries sent with this address, ignoring case. */
    async numbersByEmail(email: string, max: number): Promise<number[]> {
      const rows = await db
        .selectFrom("inquiry")
        .select("number")
        .where("email_key", "=", email.toLowerCase())
        .limit(max)
        .execute();
      return rows.map(({ number }) => number);
    },
  };
}

type SlowErasureQueries = ReturnType<typeof createSlowErasureQueries>;

/** The query for what is due, which scans many inquiries. */
export function createSlowErasureQueries(db: Kysely<Database>) {
  return {
    numbersOver: (over: Over, max: number): Promise<number[]> => numbersOver(db, over, max),
  };
}

/** Inquiries closed before `closed`; and others sent before `untouched`, without a change, note or entry since then. */
interface Over {
  closed: number;
  untouched: number;
}

/** The numbers of up to `max` inquiries that are over, or `only` this one if it is. */
async function numbersOver(db: Kysely<Database>, over: Over, max: number, only?: number): Promise<number[]> {
  const inquiries = db
    .selectFrom("inquiry")
    .select("number")
    .$if(only !== undefined, (query) => query.where("number", "=", only ?? 0));
  const closed = await inquiries
    .where((e) => closedBefore(e, over.closed))
    .limit(max)
    .execute();
  const open = await inquiries
    .where((e) => openSince(e, over.untouched))
    .where((e) => {
      const touched = (table: "inquiry_event" | "inquiry_note" | "inquiry_entry") =>
        e
          .selectFrom(table)
          .select("inquiry_id")
          .whereRef("inquiry_id", "=", "inquiry.id")
          .where(`${table}.created_at`, ">=", over.untouched);
      // Putting an inquiry into the bin does not extend its retention.
      const changed = touched("inquiry_event").where("inquiry_event.what", "<>", "binned");
      // An answer to one that is merged into it counts, too.
      const wrote = e.and([e("wrote_at", "is not", null), e("wrote_at", ">=", over.untouched)]);
      return e.not(
        e.or([wrote, ...[changed, touched("inquiry_note"), touched("inquiry_entry")].map((rows) => e.exists(rows))]),
      );
    })
    .limit(max - closed.length)
    .execute();
  return [...closed, ...open].map(({ number }) => number);
}

function closedBefore(e: ExpressionBuilder<Database, "inquiry">, time: number) {
  return e("closed_at", "<", time);
}

/** Not closed, and sent before that time. */
function openSince(e: ExpressionBuilder<Database, "inquiry">, time: number) {
  return e.and([e("closed_at", "is", null), e("created_at", "<", time)]);
}

/** Erases an inquiry; its search index entries at the end of the transaction. */
export async function eraseRow(
  row: Selectable<Database["inquiry"]>,
  { transaction, end, search }: { transaction: Transaction<Database>; end: GroupEnd; search: Engine["search"] },
  reason: ErasureReason,
  now: number,
): Promise<void> {
  const text = await searchedTextOf(transaction, row);
  await transaction.deleteFrom("outbox").where("inquiry_id", "=", row.id).execute();
  // Cascades to its notes, history, tags, conversation and links.
  await transaction.deleteFrom("inquiry").where("number", "=", row.number).execute();
  await releaseMerged(transaction, end, row.id, now);
  if (row.merged_into !== null) end.recordInboxEvent(row.merged_into, "changed", now);
  // The counters do not include the bin.
  if (row.status !== "binned") end.count(row.status, -1);
  await transaction.insertInto("erasure").values({ inquiry_id: row.id, reason, erased_at: now }).execute();
  const event = { kind: "inquiry-erased" as const, inquiry: row.id, reason };
  await addWebhookEvent(transaction, end, event, now, { inquiryId: null });
  end.recordInboxEvent(row.id, "erased", now);
  end.step((last) => deleteFromIndex(search, last, row.number, text));
}
