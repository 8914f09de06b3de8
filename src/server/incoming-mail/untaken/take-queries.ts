import type { Kysely, Selectable, Transaction } from "kysely";
import type { InquiryStatus } from "#domain/inquiries/inquiry.ts";
import { stillSnoozed } from "#domain/inquiries/snooze.ts";
import { appendAudit, type AuditDraft } from "../../audit/audit-queries.ts";
import { removeAttachments } from "../../inquiries/attachments/attachment-queries.ts";
import { restoreWaiting } from "../../inquiries/activity-queries.ts";
import { applyChange, findOutsideBin, foundIn } from "../../inquiries/change-queries.ts";
import { type ErasingEngine, eraseRows } from "../../inquiries/erasure-queries.ts";
import type { Database } from "../../store/database.ts";
import type { StoredFiles } from "../../store/files/stored-files.ts";
import type { GroupCommit, GroupEnd } from "../../store/group-commit/group-commit.ts";

export type TakeStore = ReturnType<typeof createTakeStore>;

/** Writes what becomes of an email of the list, and takes it back. */
export function createTakeStore(
  db: Kysely<Database>,
  engine: ErasingEngine,
  write: GroupCommit,
  stored: Pick<StoredFiles, "tryRemoving">,
) {
  return {
    /** Says that a listed email was taken; false if it is not listed with this id of its own any more. */
    async setTaken(
      mail: { id: string; takeId: string },
      taken: { inquiryId: string; by: string; at: number },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("untaken_mail")
        .set({ state: "taken", inquiry_id: taken.inquiryId, taken_by: taken.by, taken_at: taken.at })
        .where("id", "=", mail.id)
        .where("take_id", "=", mail.takeId)
        .where("state", "=", "listed")
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    /**
     * Takes back what taking an email made, and lists it again, to be taken with the id `takeId`. `worked on`: somebody
     * has answered since, or written a note. `gone`: it is not taken.
     */
    async undo(
      id: string,
      {
        by,
        takeId,
        entryOf,
        now,
      }: { by: string; takeId: string; entryOf: (inquiryId: string) => AuditDraft; now: number },
    ): Promise<"undone" | "worked on" | "gone"> {
      const outcome = await write<"undone" | "worked on" | "gone">(async (transaction, end) => {
        const mail = await transaction
          .selectFrom("untaken_mail")
          .select(["take_id", "inquiry_id"])
          .where("id", "=", id)
          .where("state", "=", "taken")
          .executeTakeFirst();
        const { take_id: made, inquiry_id: inquiryId } = mail ?? { take_id: "", inquiry_id: null };
        const row = inquiryId === null ? undefined : await findOutsideBin(transaction, inquiryId);
        if (row === undefined) return "gone";
        if (await isWorkedOn(transaction, row, made)) return "worked on";
        // First: what is erased takes the email with it.
        await transaction
          .updateTable("untaken_mail")
          .set({ state: "listed", inquiry_id: null, taken_by: null, taken_at: null, take_id: takeId })
          .where("id", "=", id)
          .execute();
        if (row.id === made) {
          await eraseRows([row], { transaction, end, engine }, "team", now);
          await appendAudit(transaction, [entryOf(row.id)]);
        } else await removeAnswer(transaction, end, row, { id: made, by }, now);
        return "undone";
      });
      await stored.tryRemoving();
      return outcome;
    },
  };
}

type Row = Selectable<Database["inquiry"]> & { status: InquiryStatus };

/** Returns whether anybody has written to an inquiry after it was made, or after the answer `made` was added. */
async function isWorkedOn(transaction: Transaction<Database>, row: Row, made: string): Promise<boolean> {
  const answer = await transaction
    .selectFrom("inquiry_entry")
    .select("number")
    .where("id", "=", made)
    .executeTakeFirst();
  const later = await transaction
    .selectFrom("inquiry_entry")
    .select("id")
    .where("inquiry_id", "=", row.id)
    .where("kind", "<>", "withdrawn")
    .where("number", ">", answer?.number ?? 0)
    .limit(1)
    .executeTakeFirst();
  const note = await transaction
    .selectFrom("inquiry_note")
    .select("id")
    .where("inquiry_id", "=", row.id)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined || row.merged_into !== null || (row.id === made && note !== undefined);
}

/** Takes an answer out of its conversation, with the status and the snooze that it changed. */
async function removeAnswer(
  transaction: Transaction<Database>,
  end: GroupEnd,
  row: Row,
  { id, by }: { id: string; by: string },
  now: number,
): Promise<void> {
  const entry = await transaction
    .selectFrom("inquiry_entry")
    .select("created_at")
    .where("id", "=", id)
    .executeTakeFirst();
  if (entry === undefined) return;
  // Its text stays in the search index, as that of a reply that was taken back.
  await transaction.updateTable("inquiry_entry").set({ kind: "withdrawn" }).where("id", "=", id).execute();
  await removeAttachments(transaction, id);
  const { wrote_at } = await transaction
    .selectFrom("inquiry_entry")
    .select((e) => e.fn.max("created_at").as("wrote_at"))
    .where("inquiry_id", "=", row.id)
    .where("kind", "=", "answer")
    .executeTakeFirstOrThrow();
  await transaction.updateTable("inquiry").set({ wrote_at }).where("id", "=", row.id).execute();
  await restoreWaiting(transaction, row.id);
  const steps = await transaction
    .selectFrom("inquiry_event")
    .select(["what", "before", "after"])
    .where("inquiry_id", "=", row.id)
    .where("created_at", "=", entry.created_at)
    .where("member_id", "is", null)
    .execute();
  const status = steps.find(({ what, after }) => what === "status" && after === row.status)?.before ?? row.status;
  const snooze = steps.find(({ what }) => what === "snooze")?.before ?? null;
  const snoozedUntil = snooze === null ? undefined : stillSnoozed(Number(snooze), now);
  // The value of an event of the status is one.
  const change = { status: status as InquiryStatus, assigneeId: row.assignee_id, snoozedUntil, memberId: by };
  await applyChange(transaction, end, foundIn(row), change, now);
}
