import { type Kysely, sql } from "kysely";
import type { EntryWay } from "#domain/inquiries/conversation.ts";
import { contentHash } from "../lib/tokens.ts";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";
import { type StoredFiles, wholeOf } from "../store/files/stored-files.ts";
import type { GroupCommit } from "../store/group-commit/group-commit.ts";

export type EntryProofStore = ReturnType<typeof createEntryProofStore>;

/** A file as the proof of its reply covers it. */
export interface ProvedFile {
  type: string;
  hash: string;
  /** The file's name, given by a member; visitors see it. */
  name: string;
}

/** Fields of a reply that its proof covers. */
export interface ProvedReply {
  id: string;
  inquiryId: string;
  way: EntryWay;
  text: string;
  createdAt: number;
  /** The author's name as visitors see it, in the form that is stored; null for the site itself. */
  author: string | null;
  files: readonly ProvedFile[];
}

/** A reply as the store has it. */
export interface StoredReply extends ProvedReply {
  number: number;
  proof: string | null;
}

/** The team's replies with their proofs. */
export function createEntryProofStore(
  db: Kysely<Database>,
  { listed }: Pick<Engine, "listed">,
  write: GroupCommit,
  stored: Pick<StoredFiles, "read">,
) {
  const replies = () =>
    db
      .selectFrom("inquiry_entry")
      .select(["number", "id", "inquiry_id", "way", "text", "created_at", "author", "proof"])
      .where("kind", "=", "reply")
      .orderBy("number");

  async function withFiles(rows: Awaited<ReturnType<ReturnType<typeof replies>["execute"]>>): Promise<StoredReply[]> {
    const ids = rows.map(({ id }) => id);
    const files =
      ids.length === 0
        ? []
        : await db
            .selectFrom("attachment")
            .select(["entry_id", "type", "content_hash", "file_name"])
            .where("entry_id", "in", listed.texts(ids))
            .orderBy("number")
            .execute();
    const byEntry = Map.groupBy(files, ({ entry_id: id }) => id);
    return rows.map(({ inquiry_id: inquiryId, created_at, ...row }) => ({
      ...row,
      inquiryId,
      createdAt: Number(created_at),
      files: (byEntry.get(row.id) ?? []).map(({ type, content_hash: hash, file_name: name }) => ({
        type,
        hash: hash ?? "",
        name,
      })),
    }));
  }

  /** Hashes the files of these replies as they are now. */
  async function hashFiles(ids: readonly string[]): Promise<void> {
    const files = await db
      .selectFrom("attachment")
      .select(["id", "stored_as as storedAs"])
      .where("entry_id", "in", listed.texts(ids))
      .execute();
    for (const file of files) {
      const { id } = file;
      const content = await wholeOf(stored.read(file)).catch(() => null);
      // A missing one keeps the hash that it had.
      if (content === null) continue;
      const hash = contentHash(content);
      await db.updateTable("attachment").set({ content_hash: hash }).where("id", "=", id).execute();
    }
  }

  return {
    /** The replies in these inquiries. */
    async of(inquiryIds: readonly string[]): Promise<StoredReply[]> {
      return withFiles(await replies().where("inquiry_id", "in", listed.texts(inquiryIds)).execute());
    },

    /** Returns up to `max` replies after a number, in order; `isOpen`: only those without a proof. */
    async after(number: number, max: number, isOpen: boolean): Promise<StoredReply[]> {
      const rows = await replies()
        .where("number", ">", number)
        .$if(isOpen, (query) => query.where("proof", "is", null))
        .limit(max)
        .execute();
      return withFiles(rows);
    },

    /** Returns up to `max` replies of a member after a number, in order, that visitors see under a name. */
    async namedAfter(number: number, memberId: string, max: number): Promise<StoredReply[]> {
      const rows = await replies()
        .where("number", ">", number)
        .where("member_id", "=", memberId)
        .where("author", "is not", null)
        .limit(max)
        .execute();
      return withFiles(rows);
    },

    /** Removes the author that visitors see from replies, with their new proofs. */
    async removeAuthors(proofs: ReadonlyArray<readonly [id: string, proof: string | null]>): Promise<void> {
      await write(async (transaction) => {
        for (const [id, proof] of proofs)
          await transaction.updateTable("inquiry_entry").set({ author: null, proof }).where("id", "=", id).execute();
      });
    },

    /**
     * Hashes the files of these replies and gives them the proof of what they hold now; under the site's name alone,
     * since nothing tells who wrote the other one.
     */
    async prove(ids: readonly string[], proofOf: (reply: ProvedReply) => string | null): Promise<void> {
      await hashFiles(ids);
      const rows = await withFiles(await replies().where("id", "in", listed.texts(ids)).execute());
      const proofs = rows.map((row) => [row.id, row.text, proofOf({ ...row, author: null })] as const);
      await write(async (transaction) => {
        // Writes the proof if the text is still the proved one: another program may have changed it meanwhile.
        for (const [id, text, proof] of proofs)
          await transaction
            .updateTable("inquiry_entry")
            .set({ author: null, proof })
            .where("id", "=", id)
            .where(sql<boolean>`text = ${text}`)
            .execute();
      });
    },
  };
}
