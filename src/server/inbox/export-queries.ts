import type { Kysely } from "kysely";
import type { Attachment } from "#contract/inquiries/attachment.ts";
import type { Entry } from "#contract/inbox/inbox.ts";
import { choiceNames, type Choices } from "#domain/inquiries/choices.ts";
import type { Inquiry, InquiryStatus, InquiryWay } from "#domain/inquiries/inquiry.ts";
import { knownLanguage, type Language } from "#domain/languages.ts";
import { snoozeEnd } from "#domain/inquiries/snooze.ts";
import { instant, instantOrNull } from "#domain/time/instant.ts";
import { attachmentsOf } from "../inquiries/attachments/attachment-queries.ts";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";
import { entriesOf, notesOf, tagsOf } from "./thread-queries.ts";

/** An inquiry in an export. */
export interface ExportedInquiry extends Inquiry, Choices {
  id: string;
  reference: string;
  way: InquiryWay | null;
  reported: string;
  assignee: string | null;
  receivedAt: string;
  closedAt: string | null;
  /** The message's files, without their content. */
  attachments: Attachment[];
  tags: string[];
  /** When its snooze ends or has ended, `answer` if only the visitor's answer ends it. */
  snoozedUntil: string | null;
  /** The reference of the inquiry that it is merged into. */
  mergedInto: string | null;
  language: Language | null;
  notes: Array<{ author: string | null; text: string; createdAt: string }>;
  /** Entries after the visitor's message. */
  conversation: Array<Pick<Entry, "kind" | "way" | "text" | "createdAt" | "attachments"> & { author: string | null }>;
}

/** The inquiries of an export. */
export function createExportQueries(db: Kysely<Database>, listed: Engine["listed"]) {
  return {
    /** The full data of these inquiries, newest first, without those in the bin. */
    async read(numbers: readonly number[]): Promise<ExportedInquiry[]> {
      const rows = await db
        .selectFrom("inquiry as i")
        .leftJoin("member", "member.id", "i.assignee_id")
        .leftJoin("inquiry as target", "target.id", "i.merged_into")
        .select(["i.id", "i.number", "i.reference"])
        .select(choiceNames.map((name) => `i.${name}` as const))
        .select(["i.reported", "i.created_at", "i.closed_at"])
        .select(["i.snoozed_until", "target.reference as merged_into", "i.language", "i.arrival_way as way"])
        .select(["i.name", "i.phone", "i.email", "i.city", "i.query", "member.email as assignee_email"])
        .where("i.number", "in", listed.numbers(numbers))
        .where("i.binned_at", "is", null)
        .orderBy("i.number", "desc")
        .execute();
      const ids = rows.map(({ id }) => id);
      const files = await attachmentsOf(db, listed, ids);
      const [notes, entries] = [await notesOf(db, listed, ids), await entriesOf(db, listed, ids, files)];
      const tags = await tagsOf(db, listed, numbers);
      return rows.map(
        ({
          id,
          number,
          reference,
          status,
          created_at,
          closed_at,
          snoozed_until,
          merged_into,
          language,
          assignee_email,
          ...fields
        }) => ({
          id,
          reference,
          status: outOfBin(status),
          assignee: assignee_email,
          receivedAt: instant(created_at),
          closedAt: instantOrNull(closed_at),
          snoozedUntil: snoozed_until === null ? null : snoozeEnd(snoozed_until),
          mergedInto: merged_into,
          language: knownLanguage(language),
          ...fields,
          attachments: files.get(id) ?? [],
          tags: (tags.get(number) ?? []).map(({ name }) => name),
          notes: (notes.get(id) ?? []).map(({ author, text, createdAt }) => ({
            author: author?.email ?? null,
            text,
            createdAt,
          })),
          conversation: (entries.get(id) ?? []).map(({ kind, way, author, text, createdAt, attachments }) => ({
            kind,
            way,
            author: author?.email ?? null,
            text,
            createdAt,
            attachments,
          })),
        }),
      );
    },
  };
}

/** The status of a row outside the bin. */
function outOfBin(status: Database["inquiry"]["status"]): InquiryStatus {
  if (status === "binned") throw new Error("this inquiry is in the bin");
  return status;
}
