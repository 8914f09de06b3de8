import { sql, type Transaction } from "kysely";
import { waitingStatuses } from "#domain/inquiries/inquiry.ts";
import { isProven } from "#domain/inquiries/visibility.ts";
import type { Database } from "../store/database.ts";
import type { GroupCommit } from "../store/group-commit/group-commit.ts";

/** Max answers that are read: more than a visitor writes without a reply in between. */
const maxRead = 200;

/** Moves an inquiry to the top of the orders by activity, unread: its visitor wrote, or a reply was not delivered. */
export async function recordActivity(transaction: Transaction<Database>, number: number, now: number): Promise<void> {
  await transaction
    .updateTable("inquiry")
    .set({
      activity_at: now,
      unread_since: sql`case when status = 'suspected' then unread_since
        when unread_since < ${now} then unread_since else cast(${now} as bigint) end`,
    })
    .where("number", "=", number)
    .execute();
}

interface Waiting {
  id: string;
  number: number;
  status: Database["inquiry"]["status"];
  created_at: number;
  wrote_at: number | null;
  waiting_since: number | null;
}

/** Returns the time from which the visitor waits if they write now, also for an inquiry merged into this one. */
export async function waitingSince(transaction: Transaction<Database>, row: Waiting, now: number): Promise<number> {
  if (!waitingStatuses.some((status) => status === row.status)) return now;
  const wrote = Number(row.wrote_at ?? row.created_at);
  if (row.waiting_since !== null) return Math.min(Number(row.waiting_since), wrote);
  const reply = await transaction
    .selectFrom("inquiry_entry")
    .select("created_at")
    .where("inquiry_id", "=", row.id)
    .where("kind", "=", "reply")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return reply !== undefined && Number(reply.created_at) >= wrote ? now : wrote;
}

/** Sets since when a visitor waits by what is in the conversation, after a part of it was taken back. */
export async function restoreWaiting(transaction: Transaction<Database>, id: string): Promise<void> {
  const row = await transaction
    .selectFrom("inquiry")
    .select(["email", "created_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const entries = await transaction
    .selectFrom("inquiry_entry")
    .select(["kind", "created_at", "sender", "accepted_at"])
    .where("inquiry_id", "=", id)
    .where("kind", "<>", "withdrawn")
    .orderBy("number", "desc")
    .limit(maxRead)
    .execute();
  const reply = entries.findIndex(({ kind }) => kind === "reply");
  const answers = (reply === -1 ? entries : entries.slice(0, reply)).filter(({ sender, accepted_at: acceptedAt }) =>
    isProven({ sender, acceptedAt, email: row.email }),
  );
  const oldest = answers.at(-1)?.created_at ?? null;
  const since = reply === -1 && oldest !== null ? row.created_at : oldest;
  await transaction.updateTable("inquiry").set({ waiting_since: since }).where("id", "=", id).execute();
}

/** Marks an inquiry as seen by a member; false if it was, or is snoozed and becomes unread at the end of that. */
export function createSeenStore(write: GroupCommit) {
  return {
    markSeen: (id: string, now: number): Promise<boolean> =>
      write(async (transaction, end) => {
        const { numUpdatedRows } = await transaction
          .updateTable("inquiry")
          .set({ unread_since: null })
          .where("id", "=", id)
          .where("unread_since", "<=", now)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        end.recordInboxEvent(id, "seen", now);
        return true;
      }),
  };
}
