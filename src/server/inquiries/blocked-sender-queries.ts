import type { Kysely, Transaction } from "kysely";
import { appendAudit, type AuditDraft } from "../audit/audit-queries.ts";
import type { Database } from "../store/database.ts";
import type { GroupCommit } from "../store/group-commit/group-commit.ts";
import type { SeenInquiry } from "./change-queries.ts";

/** A blocked sender: a code of a number or an address, and a hint to recognize it by. */
export interface BlockedSender {
  id: string;
  keyHash: string;
  kind: "phone" | "email";
  hint: string;
  memberId: string | null;
  createdAt: number;
}

/** A number or an address of an inquiry's sender, and whether it is to be blocked. */
type WantedBlock = Pick<BlockedSender, "id" | "keyHash" | "kind" | "hint"> & { isBlocked: boolean };

type Kinds = ReadonlyArray<BlockedSender["kind"]>;

/** Makes the audit entry of what was blocked or unblocked. */
type EntryOf = (what: "sender-blocked" | "sender-unblocked", kinds: Kinds) => AuditDraft;

export type BlockedSenderStore = ReturnType<typeof createBlockedSenderStore>;

export function createBlockedSenderStore(db: Kysely<Database>, write: GroupCommit) {
  return {
    async hasAny(): Promise<boolean> {
      return (await db.selectFrom("blocked_sender").select("id").limit(1).executeTakeFirst()) !== undefined;
    },

    /** Returns the kinds of the blocked senders among these hashes. */
    async blockedOf(hashes: readonly string[]): Promise<Array<BlockedSender["kind"]>> {
      const rows = await db.selectFrom("blocked_sender").select("kind").where("key_hash", "in", hashes).execute();
      return rows.map(({ kind }) => kind);
    },

    /** Returns the contact details of an inquiry's sender; null if there is no such inquiry. */
    async senderOf(inquiryId: string): Promise<{ phone: string; email: string } | null> {
      const row = await db
        .selectFrom("inquiry")
        .select(["phone", "email"])
        .where("id", "=", inquiryId)
        .executeTakeFirst();
      return row ?? null;
    },

    /**
     * Blocks and unblocks what an inquiry's sender left, with an entry in its history; again, it changes nothing.
     * `stale`: somebody changed it since. `gone`: it does not exist or is in the bin. `full`: `max` are blocked
     * already.
     */
    set(
      seen: SeenInquiry,
      wanted: readonly WantedBlock[],
      command: { memberId: string; now: number; max: number; entryOf: EntryOf },
    ): Promise<"changed" | "stale" | "gone" | "full"> {
      const { memberId, now, max, entryOf } = command;
      return write(async (transaction, end) => {
        const row = await transaction
          .selectFrom("inquiry")
          .select(["number", "version", "status"])
          .where("id", "=", seen.id)
          .executeTakeFirst();
        if (row === undefined || row.status === "binned") return "gone";
        const known = await transaction
          .selectFrom("blocked_sender")
          .select("key_hash")
          .where(
            "key_hash",
            "in",
            wanted.map(({ keyHash }) => keyHash),
          )
          .execute();
        const isKnown = ({ keyHash }: WantedBlock) => known.some(({ key_hash }) => key_hash === keyHash);
        const added = wanted.filter((one) => one.isBlocked && !isKnown(one));
        const removed = wanted.filter((one) => !one.isBlocked && isKnown(one));
        // Even if somebody changed it since, this is no conflict: the response to the first try may be lost.
        if (added.length + removed.length === 0) return "changed";
        if (row.version !== seen.version) return "stale";
        if (added.length > 0 && (await countIn(transaction)) + added.length > max) return "full";
        for (const { isBlocked: _wanted, ...one } of added)
          await insertInto(transaction, { ...one, memberId, createdAt: now });
        for (const { keyHash } of removed)
          await transaction.deleteFrom("blocked_sender").where("key_hash", "=", keyHash).execute();
        const changes = [
          { what: "blocked" as const, kinds: added.map(({ kind }) => kind) },
          { what: "unblocked" as const, kinds: removed.map(({ kind }) => kind) },
        ].filter(({ kinds }) => kinds.length > 0);
        for (const { what, kinds } of changes) {
          await transaction
            .insertInto("inquiry_event")
            .values({ inquiry_id: seen.id, member_id: memberId, what, after: kinds.join(), created_at: now })
            .execute();
          await appendAudit(transaction, [entryOf(`sender-${what}`, kinds)]);
        }
        await transaction
          .updateTable("inquiry")
          .set({ version: row.version + 1 })
          .where("number", "=", row.number)
          .execute();
        end.recordInboxEvent(seen.id, "changed", now);
        return "changed";
      });
    },

    /** All of them, the newest first. */
    async list() {
      const rows = await db
        .selectFrom("blocked_sender as blocked")
        .leftJoin("member", "member.id", "blocked.member_id")
        .select(["blocked.id", "kind", "hint", "blocked.created_at"])
        .select(["member.id as by_id", "member.email as by_email"])
        .orderBy("blocked.created_at", "desc")
        .orderBy("blocked.id")
        .execute();
      return rows.map(({ id, kind, hint, created_at, by_id, by_email }) => ({
        id,
        kind,
        hint,
        createdAt: Number(created_at),
        by: by_id === null || by_email === null ? null : { id: by_id, email: by_email },
      }));
    },

    /** Removes everything that is kept of it, and returns it; null if there is none. */
    remove(id: string, entryOf: EntryOf): Promise<BlockedSender | null> {
      return write(async (transaction) => {
        const row = await transaction
          .deleteFrom("blocked_sender")
          .where("id", "=", id)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return null;
        await appendAudit(transaction, [entryOf("sender-unblocked", [row.kind])]);
        return {
          id,
          keyHash: row.key_hash,
          kind: row.kind,
          hint: row.hint,
          memberId: row.member_id,
          createdAt: Number(row.created_at),
        };
      });
    },

    /** Puts one back that was removed; false if the list is full. One that is blocked again already stays. */
    restore(sender: BlockedSender, max: number, entryOf: EntryOf): Promise<boolean> {
      return write(async (transaction) => {
        if ((await countIn(transaction)) >= max) return false;
        if (await insertInto(transaction, sender))
          await appendAudit(transaction, [entryOf("sender-blocked", [sender.kind])]);
        return true;
      });
    },

    async deleteBefore(time: number): Promise<void> {
      await db.deleteFrom("blocked_sender").where("created_at", "<", time).execute();
    },
  };
}

async function countIn(transaction: Transaction<Database>): Promise<number> {
  const { count } = await transaction
    .selectFrom("blocked_sender")
    .select((e) => e.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a blocked sender; returns false if it is there already. */
async function insertInto(
  transaction: Transaction<Database>,
  { id, keyHash, kind, hint, memberId, createdAt }: BlockedSender,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("blocked_sender")
    .values({ id, key_hash: keyHash, kind, hint, member_id: memberId, created_at: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
