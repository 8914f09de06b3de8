import { randomBytes } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { EntryWay } from "#domain/inquiries/conversation.ts";
import { type Inquiry, type InquiryStatus, newReference } from "#domain/inquiries/inquiry.ts";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";
import type { GroupCommit, GroupEnd } from "../store/group-commit/group-commit.ts";
import { noteImport } from "./imported-queries.ts";
import { addToIndex } from "../store/search-text.ts";

export type ImportStore = ReturnType<typeof createImportStore>;

/** An inquiry of another program with its conversation. Times are in ms since 1970. */
export interface ImportedInquiry {
  id: string;
  receiptHash: string;
  status: InquiryStatus;
  phoneKey: string | null;
  fields: Inquiry;
  createdAt: number;
  closedAt: number | null;
  snoozedUntil: number | null;
  wroteAt: number | null;
  entries: Array<{
    id: string;
    kind: "reply" | "answer";
    way: EntryWay;
    memberId: string | null;
    text: string;
    at: number;
    /** MAC of a reply, which shows that this program wrote it. */
    proof: string | null;
  }>;
  notes: Array<{ id: string; memberId: string | null; text: string; at: number }>;
  /** The program it comes from, shown in the inquiry's history; `number` is its number there. */
  source: string;
  number: string | null;
}

/** `erased`: it was imported, and erased since. */
type ImportOutcome = "added" | "known" | "erased";

/** Adds what other programs exported: nobody is notified, and nothing is added twice. */
export function createImportStore(
  db: Kysely<Database>,
  engine: Pick<Engine, "search" | "listed" | "untilWritten">,
  write: GroupCommit,
) {
  async function known(from: Kysely<Database>, ids: readonly string[]): Promise<Map<string, "known" | "erased">> {
    const listed = engine.listed.texts(ids);
    const stored = await from.selectFrom("inquiry").select("id").where("id", "in", listed).execute();
    const erased = await from.selectFrom("erasure").select("inquiry_id").where("inquiry_id", "in", listed).execute();
    return new Map([
      ...erased.map(({ inquiry_id: id }) => [id, "erased"] as const),
      ...stored.map(({ id }) => [id, "known"] as const),
    ]);
  }

  async function add(transaction: Transaction<Database>, end: GroupEnd, one: ImportedInquiry, now: number) {
    const { id, fields, status, phoneKey } = one;
    for (;;) {
      const reference = newReference(randomBytes);
      const inserted = await transaction
        .insertInto("inquiry")
        .values({
          id,
          ...fields,
          created_at: one.createdAt,
          reference,
          status,
          phone_key: phoneKey,
          email_key: fields.email.toLowerCase() || null,
          receipt_hash: one.receiptHash,
          closed_at: one.closedAt,
          snoozed_until: one.snoozedUntil,
          wrote_at: one.wroteAt,
          arrival_way: "import",
        })
        .onConflict((conflict) => conflict.column("reference").doNothing())
        .returning("number")
        .executeTakeFirst();
      if (inserted === undefined) continue;
      for (const { memberId, at, ...entry } of one.entries) {
        const leaves = entry.kind === "reply" ? at : null;
        await transaction
          .insertInto("inquiry_entry")
          .values({ ...entry, inquiry_id: id, member_id: memberId, created_at: at, leaves_at: leaves })
          .execute();
      }
      for (const { memberId, at, ...note } of one.notes) {
        await transaction
          .insertInto("inquiry_note")
          .values({ ...note, inquiry_id: id, member_id: memberId, created_at: at })
          .execute();
      }
      await transaction
        .insertInto("inquiry_event")
        .values({
          inquiry_id: id,
          member_id: null,
          what: "imported",
          before: one.source,
          after: one.number,
          created_at: now,
        })
        .execute();
      end.count(status, 1);
      // The event is not `added`, which alerts the members whose inbox is open.
      end.recordInboxEvent(id, "changed", now);
      const texts = [...one.notes, ...one.entries].map(({ text }) => text);
      end.step((last) =>
        addToIndex(engine.search, last, inserted.number, { fields, reference, reported: "", phoneKey, texts }),
      );
      return;
    }
  }

  return {
    /** Returns the ids that were imported before. */
    known: (ids: readonly string[]) => known(db, ids),

    untilWritten: () => engine.untilWritten(db),

    /** Adds these, all or none, except those that were added before. */
    add(inquiries: readonly ImportedInquiry[], now: number): Promise<ImportOutcome[]> {
      return write(async (transaction, end) => {
        const before = await known(
          transaction,
          inquiries.map(({ id }) => id),
        );
        const outcomes: ImportOutcome[] = [];
        for (const inquiry of inquiries) {
          const outcome = before.get(inquiry.id);
          if (outcome === undefined) await add(transaction, end, inquiry, now);
          outcomes.push(outcome ?? "added");
        }
        if (outcomes.includes("added")) await noteImport(transaction);
        return outcomes;
      });
    },
  };
}
