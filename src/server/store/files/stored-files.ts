import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { ConfigError } from "../../lib/errors.ts";
import { createPace } from "../../lib/pace.ts";
import { singleFlight } from "../../lib/single-flight.ts";
import type { Database } from "../database.ts";
import type { Engine } from "../engine.ts";
import type { GroupCommit } from "../group-commit/group-commit.ts";
import { FilesUnavailableError } from "../store-unavailable.ts";
import { type FileStore, fileNameShape, requireName } from "./file-store.ts";
import { placeVariable } from "./files-place.ts";

export type StoredFiles = ReturnType<typeof createStoredFiles>;

/** Place of a file's content: in the file store under `storedAs`, or else in the parts of `id`. */
export interface ContentPlace {
  id: string;
  storedAs: string | null;
}

/** Content that is about to be named by a row: in the file store already, or to be stored in parts. */
export type Placed<File> = File & { storedAs: string | null };

/** Bytes of a part; in Base64 it is a third larger. A multiple of 3, so that the parts join without padding. */
const partBytes = 48 * 1024;
/** Names to ask the database for, or to remove, at once. */
const batchSize = 500;
/** Parts are deleted in transactions of about this many milliseconds, and of this many parts. */
const maxBatchMs = 10;
const maxBatchSize = 100;
/** Max wait in ms of a write until the files that it erases are gone: a bucket may be unavailable. */
const removalTimeout = 5000;
/** Contents are moved only while this many bytes are free: the database file does not become smaller meanwhile. */
const leastFree = 256 * 1024 * 1024;

/** Reads the content of the rows of `attachment`: in `files`, or in the database. */
export function createFileReads(db: Kysely<Database>, files: FileStore | null) {
  async function* read({ id, storedAs }: ContentPlace): AsyncGenerator<Buffer> {
    yield* storedAs === null ? readMovable(id) : storeOf(files, storedAs).read(storedAs);
  }

  /** The content of a file in the database, which may be moved while it is read. */
  async function* readMovable(id: string): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const part of readParts(db, id)) {
      bytes += part.length;
      yield part;
    }
    const row = await placeOf(id);
    const name = row?.storedAs ?? null;
    if (row !== undefined && name !== null && bytes < row.size) yield* storeOf(files, name).read(name, bytes);
  }

  async function hasParts(id: string): Promise<boolean> {
    const part = await db
      .selectFrom("attachment_part")
      .select("id")
      .where("attachment_id", "=", id)
      .limit(1)
      .executeTakeFirst();
    return part !== undefined;
  }

  const placeOf = (id: string) =>
    db
      .selectFrom("attachment")
      .select(["size", "content_hash as hash", "stored_as as storedAs"])
      .where("id", "=", id)
      .executeTakeFirst();

  return {
    /** The content of a file, piece by piece: a slow reader keeps no more in memory. @throws the system's error */
    read,
    placeOf,

    /**
     * Returns whether the content is there, and as it was stored. Parts are not read for that: one is enough.
     * @throws FilesUnavailableError if nobody can know that now
     */
    isWhole: async ({ id, storedAs, hash }: ContentPlace & { hash: string | null }): Promise<boolean> => {
      if (storedAs === null) return (await hasParts(id)) || isElsewhere(await placeOf(id));
      const found = createHash("sha256");
      try {
        for await (const piece of read({ id, storedAs })) found.update(piece);
      } catch (error) {
        return unlessAway(error, false);
      }
      return found.digest("base64url") === hash;
    },
  };
}

/** Returns whether a content without parts is not lost: it was moved meanwhile, or has no bytes. */
const isElsewhere = (row: { storedAs: string | null; size: number } | undefined): boolean =>
  row !== undefined && (row.storedAs !== null || row.size === 0);

/** The content of the rows of `attachment`. */
export function createStoredFiles(
  db: Kysely<Database>,
  { namedByReplaced }: Pick<Engine, "namedByReplaced">,
  write: GroupCommit,
  files: FileStore | null,
) {
  const { read, placeOf, isWhole } = createFileReads(db, files);

  /** Copies a content out of the database; false if its parts must stay, since they are not what was stored. */
  async function copyOut(id: string): Promise<boolean> {
    const row = await placeOf(id);
    if (files === null || row === undefined || row.storedAs !== null) return true;
    const { name, hash, bytes } = await files.write(readParts(db, id));
    const isSame = bytes === row.size && (row.hash ?? hash) === hash;
    const isNamed =
      isSame &&
      (await write(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("attachment")
          .set({ stored_as: name, content_hash: hash })
          .where("id", "=", id)
          .where("stored_as", "is", null)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }));
    // Damaged, or erased meanwhile.
    if (!isNamed) await files.remove([name]);
    return isSame;
  }

  /** Deletes up to `max` parts of a content that is outside of the database; true once none is left. */
  async function deleteParts(id: string, max: number): Promise<boolean> {
    const rows = await db
      .selectFrom("attachment_part")
      .select("id")
      .where("attachment_id", "=", id)
      .limit(max)
      .execute();
    const ids = rows.map((row) => row.id);
    if (ids.length > 0)
      await write((transaction) => transaction.deleteFrom("attachment_part").where("id", "in", ids).execute());
    return ids.length < max;
  }

  /** Removes what is erased before it ends; false if any of it must stay. */
  async function removeAll(): Promise<boolean> {
    if (files === null) return true;
    for (let kept: string | null = null; ;) {
      const rows: Array<{ name: string }> = await db
        .selectFrom("erased_file")
        .select("name")
        .$if(kept !== null, (query) => query.where("name", ">", kept))
        .orderBy("name")
        .limit(batchSize)
        .execute();
      if (rows.length === 0) return kept === null;
      if (!(await files.isHeld())) return false;
      const names: string[] = [];
      for (const { name } of rows) if (!fileNameShape.test(name) || (await files.isOurs(name))) names.push(name);
      if (names.length < rows.length) kept = rows.at(-1)?.name ?? null;
      if (names.length === 0) continue;
      await files.remove(names);
      const { numDeletedRows } = await db.deleteFrom("erased_file").where("name", "in", names).executeTakeFirst();
      // A name that another program has damaged is not found by what was read of it.
      if (numDeletedRows === 0n) return true;
    }
  }

  const removing = singleFlight(removeAll);

  /** One run at a time: those who come during one share the next, since it may have passed what they have erased. */
  async function removeErased(): Promise<boolean> {
    await removing.running()?.catch(() => undefined);
    return removing();
  }

  /** Returns the names among these that a row has, also in a store that a restore has replaced. */
  async function named(names: readonly string[]): Promise<Set<string>> {
    const rows = await db.selectFrom("attachment").select("stored_as").where("stored_as", "in", names).execute();
    return new Set([...rows.map(({ stored_as: name }) => name ?? ""), ...(await namedByReplaced(db, names))]);
  }

  return {
    read,
    isWhole,
    /** Whether others reach the files, and can change one between two readings of it. */
    isShared: files !== null && "check" in files,

    /**
     * Stores the content of files outside of the database, then runs `store`, which names them. They are removed if
     * that did not keep them; if it throws, its transaction may have been committed, so the sweep decides.
     */
    async placing<File extends { bytes: Buffer }, T>(
      contents: readonly File[],
      store: (placed: Array<Placed<File>>) => Promise<T>,
      isKept: (outcome: T) => boolean,
    ): Promise<T> {
      if (files === null || contents.length === 0 || !(await files.isOpen()))
        return store(contents.map((file) => ({ ...file, storedAs: null })));
      const written = await Promise.allSettled(contents.map(({ bytes }) => files.write([bytes])));
      const names = written.flatMap((one) => (one.status === "fulfilled" ? one.value.name : []));
      const failed = written.find((one) => one.status === "rejected");
      const drop = () => files.remove(names).catch(() => undefined);
      if (failed !== undefined) {
        // A visitor waits: a place that does not respond would take as long again.
        if (names.length > 0) void drop();
        throw failed.reason;
      }
      const outcome = await store(contents.map((file, at) => ({ ...file, storedAs: names[at] ?? null })));
      if (!isKept(outcome)) await drop();
      return outcome;
    },

    /** Removes the files whose rows are gone; false if they must stay. @throws its error; the next call goes on */
    removeErased,

    /** Likewise, for after a write: false also if that fails or takes long, and is left to a later call. */
    tryRemoving: (): Promise<boolean> =>
      Promise.race([removeErased().catch(() => false), sleep(removalTimeout, false, { ref: false })]),

    /**
     * Moves contents out of the database, one after the other, until a time or until the signal aborts. Requests go on,
     * and so does the next call: what has parts is not moved yet. True once all are.
     */
    async moveOut({ until, signal }: { until: number; signal?: AbortSignal | undefined }): Promise<boolean> {
      if (files === null) return true;
      if (!(await files.isOpen())) return false;
      const pace = createPace({ maxMs: maxBatchMs, maxSize: maxBatchSize });
      for (let last = ""; ;) {
        const next = await db
          .selectFrom("attachment_part")
          .select("attachment_id as id")
          .where("attachment_id", ">", last)
          .orderBy("attachment_id")
          .limit(1)
          .executeTakeFirst();
        // An id that another program has damaged is in no order.
        if (next === undefined || next.id <= last) return true;
        if ((await files.free()) < leastFree) return false;
        const { id } = next;
        last = id;
        const isOut = await pace.run(() => copyOut(id));
        for (let isDone = !isOut; !isDone;) {
          if (signal?.aborted === true || performance.now() > until) return false;
          isDone = await pace.run((size) => deleteParts(id, size));
        }
      }
    },

    /** Returns how many contents are still to be moved out of the database. */
    async waiting(): Promise<number> {
      if (files === null) return 0;
      const { count } = await db
        .selectFrom("attachment")
        .where("stored_as", "is", null)
        .where((e) =>
          e.exists(
            e
              .selectFrom("attachment_part")
              .select("attachment_part.id")
              .whereRef("attachment_part.attachment_id", "=", "attachment.id"),
          ),
        )
        .select((e) => e.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /**
     * Removes files that no row names and that are older than `minAge` milliseconds: later ones may be named yet.
     * Returns how many.
     */
    async sweep(minAge: number, signal?: AbortSignal): Promise<number> {
      let swept = 0;
      if (files === null || !(await files.isHeld())) return swept;
      for await (const listed of files.list()) {
        for (let at = 0; at < listed.length; at += batchSize) {
          if (signal?.aborted) return swept;
          const batch = listed.slice(at, at + batchSize);
          const known = await named(batch.map(({ name }) => name));
          for (const { name, age } of batch) {
            const time = await age();
            if (known.has(name) || !(time > minAge) || !(await files.isOurs(name, time))) continue;
            await files.remove([name]);
            swept += 1;
          }
        }
      }
      return swept;
    },
  };
}

/** The content of a file in the database, one part at a time. */
export async function* readParts(db: Kysely<Database>, id: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const part = await db
      .selectFrom("attachment_part")
      .select("content")
      .where("attachment_id", "=", id)
      .where("position", "=", position)
      .executeTakeFirst();
    if (part === undefined) return;
    yield Buffer.from(part.content, "base64");
  }
}

/** Stores content in the database. */
export async function insertParts(transaction: Transaction<Database>, id: string, bytes: Buffer): Promise<void> {
  for (const row of partRows(id, bytes)) await transaction.insertInto("attachment_part").values(row).execute();
}

/** The rows of a file's content. */
export function* partRows(id: string, bytes: Buffer) {
  for (let position = 0; position * partBytes < bytes.length; position += 1) {
    const start = position * partBytes;
    const content = bytes.subarray(start, start + partBytes).toString("base64");
    yield { id: `${id}-${position}`, attachment_id: id, position, content };
  }
}

/** All of a content. */
export async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The value if a file is missing or cannot be read. @throws the error if its place is away, or none is set */
export function unlessAway<T>(error: unknown, value: T): T {
  if (error instanceof FilesUnavailableError || error instanceof ConfigError) throw error;
  return value;
}

/** The place of a file. @throws ConfigError if none is set, Error if the name is damaged */
export function storeOf(files: FileStore | null, name: string): FileStore {
  if (files !== null) return files;
  requireName(name);
  throw outsideError();
}

/** The store names files outside of the database, and no place is set. */
export const outsideError = (): ConfigError =>
  new ConfigError(
    `the store has files outside of the database: set ${placeVariable.bucket} with the other FILES_S3_ variables, or ` +
      `${placeVariable.folder}, as before`,
  );
