import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { type Attachment, attachmentSchema, type NamedAttachment } from "#contract/inquiries/attachment.ts";
import type { EntryOrigin } from "#domain/inquiries/visibility.ts";
import { readRows, reportUnreadable } from "../../lib/stored-rows.ts";
import type { Database } from "../../store/database.ts";
import type { Engine } from "../../store/engine.ts";
import { contentHash } from "../../lib/tokens.ts";
import { insertParts, type Placed, type StoredFiles, unlessAway, wholeOf } from "../../store/files/stored-files.ts";
import type { CheckedFile } from "./check-file.ts";

export type AttachmentStore = ReturnType<typeof createAttachmentStore>;

/** A file to download, with the reference of its inquiry. */
export interface StoredFile extends Attachment {
  inquiryId: string;
  reference: string;
  /** Null for a file of the visitor's first message; `gone`: of a reply that was taken back. */
  entry: EntryOrigin | "gone" | null;
  /** Null for a file of an earlier version that is no reply's. */
  hash: string | null;
  /** Place of its content; null for parts in the database. */
  storedAs: string | null;
  entryId: string | null;
  /** The sender's name for the file; empty if it has none. */
  name: string;
  /** When the reply leaves; null for a file of the visitor. */
  leavesAt: number | null;
}

/** Files of an answer by email, and of an inquiry that came by email. */
const cameByMail = sql<boolean>`(
  exists (select 1 from inquiry_entry as mailed
    where mailed.id = attachment.entry_id and mailed.kind = 'answer' and mailed.way = 'email')
  or attachment.entry_id is null and exists (select 1 from inquiry as mailed
    where mailed.id = attachment.inquiry_id and mailed.arrival_way = 'email'))`;

/** Stores the files of a message or, with `entryId`, of an answer or a reply. */
export async function addAttachments(
  transaction: Transaction<Database>,
  owner: { inquiryId: string; entryId: string | null },
  files: ReadonlyArray<Placed<CheckedFile>>,
  now: number,
): Promise<void> {
  for (const { type, bytes, width, height, name = "", inline, storedAs } of files) {
    const id = randomUUID();
    await transaction
      .insertInto("attachment")
      .values({
        id,
        inquiry_id: owner.inquiryId,
        entry_id: owner.entryId,
        type,
        size: bytes.length,
        width,
        height,
        created_at: now,
        file_name: name,
        picture_key: inline?.key ?? null,
        is_quoted: inline?.isQuoted === true ? 1 : 0,
        content_hash: contentHash(bytes),
        stored_as: storedAs,
      })
      .execute();
    if (storedAs === null) await insertParts(transaction, id, bytes);
  }
}

/** Removes the files of a reply that was taken back. */
export async function removeAttachments(transaction: Transaction<Database>, entryId: string): Promise<void> {
  await transaction.deleteFrom("attachment").where("entry_id", "=", entryId).execute();
}

/** The files of these inquiries, in order: by entry or, for those of the first message, by inquiry. */
export async function attachmentsOf(
  db: Kysely<Database>,
  listed: Engine["listed"],
  inquiryIds: readonly string[],
): Promise<Map<string, NamedAttachment[]>> {
  const rows = await db
    .selectFrom("attachment as a")
    .select(["id", "inquiry_id", "entry_id", "type", "size", "width", "height", "file_name", "is_quoted"])
    .select((e) =>
      e
        .exists(
          e
            .selectFrom("attachment as earlier")
            .select("earlier.number")
            .whereRef("earlier.picture_key", "=", "a.picture_key")
            .whereRef("earlier.number", "<", "a.number"),
        )
        .as("isRepeated"),
    )
    .where("inquiry_id", "in", listed.texts(inquiryIds))
    .orderBy("number")
    .execute();
  const files = new Map<string, NamedAttachment[]>();
  for (const { inquiry_id: inquiryId, entry_id: entryId, file_name: name, is_quoted: isQuoted, ...row } of rows) {
    const { isRepeated, ...file } = row;
    const key = entryId ?? inquiryId;
    const isLogo = Boolean(isRepeated) || isQuoted === 1;
    files.set(key, [...(files.get(key) ?? []), { ...file, name, isLogo }]);
  }
  return files;
}

export function createAttachmentStore(
  db: Kysely<Database>,
  engine: Pick<Engine, "listed">,
  stored: Pick<StoredFiles, "read" | "isWhole" | "isShared">,
) {
  const files = () =>
    db
      .selectFrom("attachment")
      .innerJoin("inquiry", "inquiry.id", "attachment.inquiry_id")
      .leftJoin("inquiry_entry as entry", "entry.id", "attachment.entry_id")
      .select(["attachment.content_hash as hash", "attachment.entry_id as entryId", "attachment.file_name as name"])
      .select("attachment.stored_as as storedAs")
      .select(["attachment.id", "attachment.inquiry_id", "reference", "type", "size", "width", "height"])
      .select(["entry.kind", "entry.way", "entry.sender", "entry.accepted_at", "entry.leaves_at", "inquiry.email"]);

  async function unchanged(file: Pick<StoredFile, "id" | "storedAs" | "hash">): Promise<Buffer | null> {
    const bytes = await wholeOf(stored.read(file)).catch((error: unknown) => unlessAway(error, null));
    return bytes !== null && file.hash === contentHash(bytes) ? bytes : null;
  }

  return {
    /** The bytes of all files, and of those since a time. */
    async used(since: number): Promise<{ all: number; recent: number; allMail: number; recentMail: number }> {
      const sizeOf = async (from: number, isOfMail: boolean) => {
        const { bytes } = await db
          .selectFrom("attachment")
          .select((e) => e.fn.coalesce(e.fn.sum<number>("size"), sql<number>`0`).as("bytes"))
          .where("attachment.created_at", ">=", from)
          .$if(isOfMail, (query) => query.where(cameByMail))
          .executeTakeFirstOrThrow();
        return Number(bytes);
      };
      return {
        all: await sizeOf(0, false),
        recent: await sizeOf(since, false),
        allMail: await sizeOf(0, true),
        recentMail: await sizeOf(since, true),
      };
    },

    /** The files of an inquiry: by entry or, for those of the first message, by the inquiry's id. */
    of: (inquiryId: string): Promise<Map<string, NamedAttachment[]>> => attachmentsOf(db, engine.listed, [inquiryId]),

    /** A file; null if there is none. */
    async find(id: string): Promise<StoredFile | null> {
      const [file] = await files().where("attachment.id", "=", id).execute();
      return file === undefined ? null : (readRows("attachment", [file], storedFile)[0] ?? null);
    },

    /** The files of a reply, in order. */
    async filesOf(entryId: string): Promise<StoredFile[]> {
      const rows = await files().where("entry_id", "=", entryId).orderBy("attachment.number").execute();
      return readRows("attachment", rows, storedFile);
    },

    /** The content of a file, piece by piece; null if it is missing, or not what was stored. */
    async content(file: Pick<StoredFile, "id" | "storedAs" | "hash">): Promise<AsyncIterable<Buffer> | null> {
      if (stored.isShared && file.storedAs !== null) {
        // Read once: a second reading could be of something else than what was compared.
        const bytes = await unchanged(file);
        if (bytes !== null) return Readable.from([bytes]);
      } else if (await stored.isWhole(file)) return stored.read(file);
      reportUnreadable({ place: "attachment content", id: file.id });
      return null;
    },

    /** The content of a file whose hash is known; null if it is missing, or not what was stored. */
    unchanged,
  };
}

function storedFile({
  inquiry_id: inquiryId,
  leaves_at: leavesAt,
  kind,
  way,
  sender,
  accepted_at: acceptedAt,
  email,
  ...file
}: Pick<Selectable<Database["attachment"]>, "id" | "inquiry_id" | "type" | "size" | "width" | "height"> & {
  reference: string;
  hash: string | null;
  storedAs: string | null;
  entryId: string | null;
  name: string;
  kind: Database["inquiry_entry"]["kind"] | null;
  way: EntryOrigin["way"] | null;
  sender: string | null;
  accepted_at: number | null;
  leaves_at: number | null;
  email: string;
}): StoredFile {
  const entry =
    kind === null || way === null ? null : kind === "withdrawn" ? "gone" : { kind, way, sender, acceptedAt, email };
  return {
    ...file,
    ...attachmentSchema.parse(file),
    name: file.name,
    inquiryId,
    entry,
    leavesAt: leavesAt === null ? null : Number(leavesAt),
  };
}
