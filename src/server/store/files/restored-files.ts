import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { ConfigError } from "../../lib/errors.ts";
import type { Database } from "../database.ts";
import { createFileBucket } from "./file-bucket.ts";
import { createFileFolder } from "./file-folder.ts";
import { type FilesPlace, placeVariable } from "./files-place.ts";
import { type Mark, markName, readMark } from "./shared-files.ts";
import { insertParts, wholeOf } from "./stored-files.ts";

/** Files of a backup, as it has them. */
export interface FilesToRestore {
  files: ReadonlyArray<{ name: string; sha256: string; lost?: true | undefined }>;
  contentOf: (name: string) => AsyncIterable<Uint8Array>;
}

/** Number of files written at a time. */
const writers = 8;
/** Rows that are changed at once. */
const batchSize = 500;

export type RestoredFiles = Awaited<ReturnType<typeof restoreFiles>>;

/**
 * Writes the files of a backup into the place of a store that is to be restored, under new names: those there belong to
 * the store that is replaced, until that is deleted. Without a place, they go into the database. The place of a store
 * with one of the marks `own` may be used, unless another database uses it: the present store is a copy of that one.
 * With `isTaken`, that of a store or a database that is lost is taken over.
 * @throws ConfigError if the place has files of another store or database, BucketError
 */
export async function restoreFiles(
  place: FilesPlace | undefined,
  { own, isTaken }: { own: { marks: readonly string[]; database: string }; isTaken: boolean },
  { files, contentOf }: FilesToRestore,
) {
  const here = files.filter(({ lost }) => lost === undefined);
  if (place === undefined)
    return {
      complete: (transaction: Transaction<Database>) => intoDatabase(transaction),
      claim: () => Promise.resolve(),
    };
  const target = place.kind === "bucket" ? createFileBucket(place.bucket) : createFileFolder(place.path);
  const found = await readMark(target);
  const isOfStore = found !== null && own.marks.includes(found.store);
  const isOurs = isOfStore && ["", own.database].includes(found.database);
  if (found !== null && !isOurs && !isTaken) {
    const whose = isOfStore ? "another database with the same store" : "another store";
    throw new ConfigError(
      `${placeVariable[place.kind]}: ${target.label} holds the files of ${whose}. Name another folder ` +
        `(FILES_S3_PREFIX) or, if that ${isOfStore ? "database" : "store"} is lost for good, add --take-files`,
    );
  }
  const names = new Map<string, string>();
  const queue = here.values();
  async function work(): Promise<void> {
    for (const { name, sha256 } of queue) {
      const written = await target.write(contentOf(name));
      if (written.hash !== sha256) throw new Error("a file was changed after it was unpacked");
      names.set(name, written.name);
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: writers }, work));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;

  const store = found?.store ?? randomUUID();

  return {
    /** Names the files, in the transaction that restores the rows. */
    complete: (transaction: Transaction<Database>) => rename(transaction),

    /** Makes the place that of the restored store, after that. */
    async claim(): Promise<void> {
      // Whatever database has used it before is in use no more.
      if (!isOurs) await target.writeMark(JSON.stringify({ store, database: "", at: 0 } satisfies Mark));
    },
  };

  async function intoDatabase(transaction: Transaction<Database>): Promise<void> {
    await forget(transaction, null);
    const ids = await transaction
      .selectFrom("attachment")
      .select(["id", "stored_as as name"])
      .where("stored_as", "is not", null)
      .execute();
    const known = new Set(here.map(({ name }) => name));
    for (const { id, name } of ids)
      if (name !== null && known.has(name)) await insertParts(transaction, id, await wholeOf(contentOf(name)));
    await transaction.updateTable("attachment").set({ stored_as: null }).where("stored_as", "is not", null).execute();
  }

  async function rename(transaction: Transaction<Database>): Promise<void> {
    await forget(transaction, store);
    const pairs = [...names];
    for (let at = 0; at < pairs.length; at += batchSize) {
      const batch = pairs.slice(at, at + batchSize);
      const [olds, news] = [batch.map(([old]) => old), batch.map(([, renamed]) => renamed)];
      await sql`update attachment set stored_as = pair.renamed
        from unnest(${olds}::text[], ${news}::text[]) as pair (old, renamed)
        where stored_as = pair.old`.execute(transaction);
    }
  }
}

/**
 * Removes the restored facts about the place of files: they are those of the backup's store, while this one keeps its
 * mark.
 */
async function forget(db: Kysely<Database>, mark: string | null): Promise<void> {
  await db.deleteFrom("erased_file").execute();
  await db.deleteFrom("secret").where("name", "=", markName).execute();
  if (mark !== null) await db.insertInto("secret").values({ name: markName, value: mark }).execute();
}
