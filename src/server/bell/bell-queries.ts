import type { Kysely, Transaction } from "kysely";
import { randomUUID } from "node:crypto";
import type { OwnSettings } from "#contract/auth/own-settings.ts";
import type { BellEntry, ReadBell } from "#contract/inbox/bell.ts";
import { type BellKind, bellLimits } from "#domain/inquiries/bell.ts";
import { instant } from "#domain/time/instant.ts";
import { readRows } from "../lib/stored-rows.ts";
import { addMessages, memberMail } from "../notifications/message-queries.ts";
import { readOwnSettings } from "../own-settings/own-settings-queries.ts";
import type { Database } from "../store/database.ts";
import type { GroupCommit, GroupEnd } from "../store/group-commit/group-commit.ts";
import { keepNewest } from "../store/newest-rows.ts";

export type BellStore = ReturnType<typeof createBellStore>;

/** The setting that says where a member is told of a kind. */
export const settingOf = {
  mention: "mentions",
  assignment: "assignments",
  answer: "answers",
  undelivered: "undelivered",
} as const satisfies Record<BellKind, keyof OwnSettings>;

/** Stands in place of an email's id while the email is due. */
const mailDue = "";

/** A bell entry as an email tells it. */
export interface MailedBellEntry {
  kind: BellKind;
  id: string;
  reference: string;
}

interface NewBellEntry {
  memberId: string;
  kind: BellKind;
  inquiryId: string;
  /** The member whose act it is; null for anybody else. */
  by: string | null;
  /** Whether it is only in the bell, whatever the member has chosen. */
  isInBellOnly?: boolean;
}

/**
 * Tells a member of an inquiry, within the transaction of what happened; never of an act of their own. There is one
 * entry of each kind for an inquiry: it is unread again, and first in the list.
 */
export async function addBellEntry(
  transaction: Transaction<Database>,
  end: Pick<GroupEnd, "recordInboxEvent" | "hasMail">,
  { memberId, kind, inquiryId, by, isInBellOnly = false }: NewBellEntry,
  now: number,
): Promise<void> {
  if (memberId === by) return;
  const isMailed =
    end.hasMail && !isInBellOnly && (await readOwnSettings(transaction, memberId))[settingOf[kind]].email;
  const state = { by_id: by, created_at: now, mail_id: isMailed ? mailDue : null };
  await transaction
    .insertInto("bell_entry")
    .values({ id: randomUUID(), member_id: memberId, inquiry_id: inquiryId, kind, ...state })
    .onConflict((conflict) =>
      conflict.columns(["member_id", "inquiry_id", "kind"]).doUpdateSet({ ...state, read_at: null }),
    )
    .execute();
  // A failed reply needs no email here: another message tells the team, with the reason.
  if (isMailed && kind !== "undelivered") await addMessages(transaction, [memberMail(memberId, kind)], now, inquiryId);
  // A mention has an event of its own.
  if (kind !== "mention") end.recordInboxEvent("", "bell", now, memberId);
}

/** Removes an entry that is no longer true, such as of an assignment that was undone. */
export async function removeBellEntry(
  transaction: Transaction<Database>,
  end: Pick<GroupEnd, "recordInboxEvent">,
  { memberId, kind, inquiryId }: Pick<NewBellEntry, "memberId" | "kind" | "inquiryId">,
  now: number,
): Promise<void> {
  const { numDeletedRows } = await transaction
    .deleteFrom("bell_entry")
    .where("member_id", "=", memberId)
    .where("inquiry_id", "=", inquiryId)
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) end.recordInboxEvent("", "bell", now, memberId);
}

/** Stores the bell entries of each member. They are erased with the inquiry, and with the member. */
export function createBellStore(db: Kysely<Database>, write: GroupCommit) {
  /** Selects a member's entries of these kinds; inquiries in the bin are left out. */
  const listed = (memberId: string, kinds: readonly BellKind[]) =>
    db
      .selectFrom("bell_entry")
      .innerJoin("inquiry", "inquiry.id", "bell_entry.inquiry_id")
      .where("bell_entry.member_id", "=", memberId)
      .where("bell_entry.kind", "in", kinds)
      .where("inquiry.status", "<>", "binned");

  return {
    /** The newest entries of these kinds, and how many are unread. */
    async list(memberId: string, kinds: readonly BellKind[]): Promise<{ entries: BellEntry[]; unread: number }> {
      if (kinds.length === 0) return { entries: [], unread: 0 };
      const rows = await listed(memberId, kinds)
        .leftJoin("member", "member.id", "bell_entry.by_id")
        .select([
          "bell_entry.id",
          "bell_entry.kind",
          "bell_entry.created_at",
          "read_at",
          "member.id as by",
          "member.email as byEmail",
        ])
        .select(["inquiry.id as inquiryId", "reference", "inquiry.name"])
        .orderBy("bell_entry.created_at", "desc")
        .orderBy("bell_entry.id")
        .limit(bellLimits.shown)
        .execute();
      const { unread } = await listed(memberId, kinds)
        .select((e) => e.fn.countAll<number>().as("unread"))
        .where("read_at", "is", null)
        .executeTakeFirstOrThrow();
      const entries = readRows("bell_entry", rows, ({ id, kind, created_at, read_at, by, byEmail, ...about }) => ({
        id,
        kind,
        at: instant(created_at),
        isRead: read_at !== null,
        by: by === null || byEmail === null ? null : { id: by, email: byEmail },
        inquiry: { id: about.inquiryId, reference: about.reference, name: about.name },
      }));
      return { entries, unread: Number(unread) };
    },

    /** Marks those of a member as read, and says so to their other browsers. */
    markRead(memberId: string, { until, inquiryId }: ReadBell, now: number): Promise<void> {
      return write(async (transaction, end) => {
        const { numUpdatedRows } = await transaction
          .updateTable("bell_entry")
          .set({ read_at: now })
          .where("member_id", "=", memberId)
          .where("read_at", "is", null)
          .where("created_at", "<=", Date.parse(until))
          .$if(inquiryId !== undefined, (query) => query.where("inquiry_id", "=", inquiryId ?? ""))
          .executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) end.recordInboxEvent("", "bell", now, memberId);
      });
    },

    /**
     * The entries that this email tells a member of: all that are to be mailed and unread, also those of other emails
     * that wait, which are then needless. Empty if it is needless itself; null if `own`, the entry that it was written
     * for, was never stored, as by an earlier version.
     */
    claimForMail(
      mailId: string,
      memberId: string,
      own: { kind: BellKind; inquiryId: string },
      kinds: readonly BellKind[],
    ): Promise<MailedBellEntry[] | null> {
      return write(async (transaction) => {
        const row = await transaction
          .selectFrom("bell_entry")
          .select(["read_at", "mail_id"])
          .where("member_id", "=", memberId)
          .where("inquiry_id", "=", own.inquiryId)
          .where("kind", "=", own.kind)
          .executeTakeFirst();
        // Earlier versions wrote emails for mentions alone. An assignment may be undone before its email is sent.
        if (row === undefined) return own.kind === "mention" ? null : [];
        if (row.read_at !== null || (row.mail_id !== mailDue && row.mail_id !== mailId)) return [];
        await transaction
          .updateTable("bell_entry")
          .set({ mail_id: mailId })
          .where("member_id", "=", memberId)
          .where("mail_id", "=", mailDue)
          .where("read_at", "is", null)
          .where("kind", "in", kinds)
          .execute();
        return transaction
          .selectFrom("bell_entry")
          .innerJoin("inquiry", "inquiry.id", "bell_entry.inquiry_id")
          .select(["bell_entry.kind", "inquiry.id", "reference"])
          .where("bell_entry.member_id", "=", memberId)
          .where("mail_id", "=", mailId)
          .where("read_at", "is", null)
          .where("inquiry.status", "<>", "binned")
          .orderBy("bell_entry.created_at")
          .orderBy("bell_entry.id")
          .execute();
      });
    },

    /** Deletes those from before this time, and the oldest of members who have more than `max`. */
    async purge(before: number, max: number): Promise<void> {
      await db.deleteFrom("bell_entry").where("created_at", "<", before).execute();
      const full = await db
        .selectFrom("bell_entry")
        .select("member_id")
        .groupBy("member_id")
        .having((e) => e(e.fn.countAll(), ">", max))
        .execute();
      for (const { member_id } of full) await keepNewest(db, "bell_entry", member_id, max);
    },
  };
}
