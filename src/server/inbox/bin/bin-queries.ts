import type { Kysely, Transaction } from "kysely";
import { appendAudit, type AuditDraft } from "../../audit/audit-queries.ts";
import { notSent } from "../../notifications/message-queries.ts";
import type { Database } from "../../store/database.ts";
import type { GroupCommit, GroupEnd } from "../../store/group-commit/group-commit.ts";
import { addMessages, type NewMessage } from "../../notifications/message-queries.ts";
import type { SeenInquiry } from "../../inquiries/change-queries.ts";
import type { ErasureOutcome } from "../../inquiries/erasure-queries.ts";

export type BinStore = ReturnType<typeof createBinStore>;

/** The actor and the time of a change; `entryOf` makes the audit entry for each id. */
interface BinChange {
  memberId: string | null;
  now: number;
  entryOf: (inquiryId: string) => AuditDraft;
}

/**
 * The inquiries that one command put into the bin, and how many the same member has put there since `BinCommand.since`.
 */
export interface Binned {
  count: number;
  lately: number;
}

interface BinCommand extends BinChange {
  since: number;
  /** The notifications to the owners. */
  messagesOf: (binned: Binned) => readonly NewMessage[];
}

/**
 * The bin. A deleted inquiry keeps its row, notes, history and search index entries; only its status changes, so no
 * list by status contains it.
 */
export function createBinStore(db: Kysely<Database>, write: GroupCommit) {
  return {
    /** Bins the inquiries that are unchanged since they were seen; outcomes are in the order of `seen`. */
    add(seen: readonly SeenInquiry[], command: BinCommand): Promise<ErasureOutcome[]> {
      const { memberId, now, since } = command;
      return write(async (transaction, end) => {
        const outcomes: ErasureOutcome[] = [];
        for (const one of seen) outcomes.push(await addOne(transaction, end, one, command));
        const count = outcomes.filter((outcome) => outcome === "erased").length;
        const lately = await countBy(transaction, memberId, since);
        const messages = count === 0 ? [] : command.messagesOf({ count, lately });
        await addMessages(transaction, messages, now);
        return outcomes;
      });
    },

    /** Takes these out of the bin and restores their status. Returns the ids of those that were in it. */
    restore(ids: readonly string[], change: BinChange): Promise<string[]> {
      return write(async (transaction, end) => {
        const restored: string[] = [];
        for (const id of ids) if (await restoreOne(transaction, end, id, change)) restored.push(id);
        return restored;
      });
    },

    /** The number of inquiries in the bin that this member has put there since a time. */
    countBy: (memberId: string, since: number): Promise<number> => countBy(db, memberId, since),

    /** The numbers of up to `max` inquiries binned at or before `time`, oldest first. */
    async numbersUntil(time: number, max: number): Promise<number[]> {
      const rows = await db
        .selectFrom("inquiry")
        .select("number")
        .where("binned_at", "is not", null)
        .where("binned_at", "<=", time)
        .orderBy("binned_at")
        .orderBy("number")
        .limit(max)
        .execute();
      return rows.map(({ number }) => number);
    },

    /** Returns how many inquiries were binned at or before `time`. */
    async countUntil(time: number): Promise<number> {
      const { count } = await db
        .selectFrom("inquiry")
        .select((e) => e.fn.countAll<number>().as("count"))
        .where("binned_at", "is not", null)
        .where("binned_at", "<=", time)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** The numbers of those that are in the bin. */
    async numbersOf(ids: readonly string[]): Promise<number[]> {
      const rows = await db
        .selectFrom("inquiry")
        .select("number")
        .where("id", "in", ids)
        .where("binned_at", "is not", null)
        .execute();
      return rows.map(({ number }) => number);
    },
  };
}

async function countBy(db: Kysely<Database>, memberId: string | null, since: number): Promise<number> {
  const { count } = await db
    .selectFrom("inquiry")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("binned_at", "is not", null)
    .where("binned_at", ">", since)
    .where("binned_by", "=", memberId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function addOne(
  transaction: Transaction<Database>,
  end: GroupEnd,
  { id, version }: SeenInquiry,
  { memberId, now, entryOf }: BinChange,
): Promise<ErasureOutcome> {
  const row = await transaction
    .selectFrom("inquiry")
    .select(["number", "status", "version"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined || row.status === "binned") return "gone";
  if (row.version !== version) return "stale";
  await transaction
    .updateTable("inquiry")
    .set({ status: "binned", binned_status: row.status, binned_at: now, binned_by: memberId, version: version + 1 })
    .where("number", "=", row.number)
    .execute();
  // Cancels its pending notifications; delivered ones stay in the log.
  await transaction.deleteFrom("outbox").where("inquiry_id", "=", id).where("state", "<>", "delivered").execute();
  await transaction
    .updateTable("inquiry_entry")
    .set({ delivery: "dead", problem: notSent })
    .where("inquiry_id", "=", id)
    .where("delivery", "=", "waiting")
    .execute();
  await addEvent(transaction, id, "binned", { memberId, now });
  await appendAudit(transaction, [entryOf(id)]);
  end.count(row.status, -1);
  end.recordInboxEvent(id, "erased", now);
  return "erased";
}

async function restoreOne(
  transaction: Transaction<Database>,
  end: GroupEnd,
  id: string,
  { memberId, now, entryOf }: BinChange,
): Promise<boolean> {
  const row = await transaction
    .selectFrom("inquiry")
    .select(["number", "binned_status", "version"])
    .where("id", "=", id)
    .where("status", "=", "binned")
    .executeTakeFirst();
  if (row === undefined) return false;
  const status = row.binned_status ?? "new";
  await transaction
    .updateTable("inquiry")
    .set({ status, binned_status: null, binned_at: null, binned_by: null, version: row.version + 1 })
    .where("number", "=", row.number)
    .execute();
  await addEvent(transaction, id, "restored", { memberId, now });
  await appendAudit(transaction, [entryOf(id)]);
  end.count(status, 1);
  end.recordInboxEvent(id, "changed", now);
  return true;
}

async function addEvent(
  transaction: Transaction<Database>,
  id: string,
  what: "binned" | "restored",
  { memberId, now }: { memberId: string | null; now: number },
): Promise<void> {
  await transaction
    .insertInto("inquiry_event")
    .values({ inquiry_id: id, member_id: memberId, what, created_at: now })
    .execute();
}
