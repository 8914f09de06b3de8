import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { day, hour } from "#domain/time/durations.ts";
import { codeOf, ConfigError } from "../../lib/errors.ts";
import { ExplainedError } from "../../lib/explained-error.ts";
import { parseJson } from "../../lib/parse-json.ts";
import { BucketAwayError, GoneError } from "../../lib/s3/bucket-error.ts";
import type { Database } from "../database.ts";
import { FilesUnavailableError } from "../store-unavailable.ts";
import { createFileBucket } from "./file-bucket.ts";
import { createFileFolder } from "./file-folder.ts";
import { type FileStore, type MarkedFiles, newCheckName } from "./file-store.ts";
import { type FilesPlace, placeVariable } from "./files-place.ts";
import { wholeOf } from "./stored-files.ts";

/** Whether a bucket keeps removed files; null if its key may not ask. */
export type Kept = Record<"versions" | "locked", boolean | null>;

/** Files in a place that several programs share. */
export interface SharedFiles extends FileStore {
  readonly kind: FilesPlace["kind"];
  /** Name of the place in texts. */
  readonly label: string;
  /**
   * Checks that files can be written, read and removed there; false if another database uses the place.
   * @throws ConfigError or BucketError if the setting is wrong, FilesUnavailableError if a later try may succeed
   */
  check(): Promise<boolean>;
  /** Null if the place keeps nothing. @throws what `check` throws */
  keeps(): Promise<Kept | null>;
  /** When this database took the place over from another one; null if it did not. @throws what `check` throws */
  takenOverAt(): Promise<number | null>;
}

/** The secret of a store by which its place knows it. */
export const markName = "files place";

/**
 * Mark in the place of the files: the store they belong to, the database that has used it, and when it last did.
 * `since` is when that database took the place over from another one, which may still be in use.
 */
const markSchema = z.object({
  store: z.string(),
  database: z.string(),
  at: z.number(),
  since: z.number().optional(),
});
export type Mark = z.output<typeof markSchema>;

/** A database that was silent for so long is out of use: another one with the same store may go on. */
const silence = day;

/** Error codes of a folder that may be usable again without another setting, such as that of a full disk. */
const passing: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EIO", "EROFS", "ESTALE"]);

export async function readMark(files: MarkedFiles): Promise<Mark | null> {
  const text = await files.readMark();
  if (text === null) return null;
  const mark = markSchema.safeParse(parseJson(text));
  // Whatever it is, the place is not known to be ours.
  return mark.success ? mark.data : { store: "", database: "", at: 0 };
}

/**
 * Opens the place of a store's files. It has the store's mark in it: only there are files written, removed or swept. So
 * nothing happens to the files of another store, whose place is named by mistake. A copy of the database knows the mark
 * as well: it only reads there, while the original is in use, and never removes what is older than its own use of the
 * place. `hasOthers` tells whether programs run on the database that cannot read the place, such as an earlier version
 * during an upgrade.
 */
export function openSharedFiles(
  db: Kysely<Database>,
  place: FilesPlace,
  hasOthers: () => Promise<boolean>,
): SharedFiles {
  const bucket = place.kind === "bucket" ? createFileBucket(place.bucket) : undefined;
  const files: MarkedFiles = bucket ?? createFileFolder(place.kind === "folder" ? place.path : "");
  const variable = placeVariable[place.kind];
  let claiming: Promise<Pick<Mark, "since"> | null> | undefined;
  let isOpen = false;
  /** Erased files that are not removed: their age is asked for once. */
  const others = new Set<string>();

  /** Returns the time from which this database holds the place; null if it does not. */
  async function claim(): Promise<Pick<Mark, "since"> | null> {
    const [mark, own, database] = [await readMark(files), await markOf(db), await databaseOf(db)];
    if (mark !== null && mark.store !== own)
      throw new ConfigError(`${variable}: ${files.label} holds the files of another store`);
    if (mark === null && (await hasOutside(db)))
      throw new ConfigError(`${variable}: the files of this store are not in ${files.label}, but in another place`);
    const at = Date.now();
    if (mark !== null && mark.database !== database && at - mark.at < silence) return null;
    const isOthers = mark !== null && mark.database !== "" && mark.database !== database;
    const since = isOthers ? at : mark?.since;
    if (mark?.database !== database || at - mark.at > hour / 2)
      await files.writeMark(JSON.stringify({ store: await makeMark(db), database, at, since } satisfies Mark));
    return { since };
  }

  /** @throws as `check` */
  function claimed(): ReturnType<typeof claim> {
    claiming ??= claim().catch((error: unknown) => {
      claiming = undefined;
      throw error;
    });
    return claiming;
  }

  const unavailable = (error: unknown): unknown =>
    error instanceof ExplainedError || error instanceof ConfigError ? new FilesUnavailableError(error) : error;

  async function reached<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Runs what changes something there. */
  const held = <T>(call: () => Promise<T>): Promise<T> =>
    reached(async () => {
      if ((await claimed()) === null)
        throw new ConfigError(`${variable}: another database with the same store uses ${files.label}`);
      return call();
    });

  /** A wrong setting stays what it is. */
  async function checked<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof BucketAwayError) throw new FilesUnavailableError(error);
      if (error instanceof ExplainedError || error instanceof ConfigError || !(error instanceof Error)) throw error;
      if (bucket !== undefined) throw error;
      const failure = new ConfigError(`${variable}: files cannot be kept in ${files.label} (${error.message})`, {
        cause: error,
      });
      throw passing.has(codeOf(error.cause) ?? codeOf(error) ?? "") ? new FilesUnavailableError(failure) : failure;
    }
  }

  return {
    kind: place.kind,
    label: files.label,
    write: (content) => held(() => files.write(content)),

    async *read(name, start) {
      try {
        yield* files.read(name, start);
      } catch (error) {
        throw error instanceof GoneError ? error : unavailable(error);
      }
    },

    remove: (names) => held(() => files.remove(names)),
    free: () => reached(() => files.free()),

    async *list() {
      claiming = undefined;
      await held(() => Promise.resolve());
      yield* files.list();
    },

    isHeld: async () => (await reached(claimed)) !== null,

    async isOurs(name, age) {
      const since = (await reached(claimed))?.since;
      if (since === undefined) return true;
      if (others.has(name)) return false;
      const time = age ?? (await reached(() => files.ageOf(name)));
      // One that is gone is no harm to remove.
      if (Number.isNaN(time) || time < Date.now() - since) return true;
      if (age === undefined) others.add(name);
      return false;
    },

    async isOpen() {
      if ((await reached(claimed)) === null) return false;
      isOpen ||= !(await hasOthers());
      return isOpen;
    },

    check: () =>
      checked(async () => {
        claiming = undefined;
        if ((await claimed()) === null) return false;
        const { name } = await files.write([Buffer.from("front-desk")], newCheckName());
        await wholeOf(files.read(name));
        await files.remove([name]);
        return true;
      }),

    keeps: () => checked(async () => (await bucket?.keeps()) ?? null),
    takenOverAt: () => checked(async () => (await claimed())?.since ?? null),
  };
}

/** Returns the identity of this database; a copy, on the same server or on another one, has a different one. */
export async function databaseOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select current_database() || '/' || current_schema() as name`.execute(db);
  const system = await sql<{ id: string }>`select system_identifier as id from pg_control_system()`
    .execute(db)
    .catch((error: unknown) => {
      // A hosted server may not let its users ask for that. By any other error, the database would have another name.
      if (codeOf(error) !== "42501") throw error;
      return null;
    });
  return `${system?.rows[0]?.id ?? ""}/${rows[0]?.name}`;
}

/** Returns the mark that identifies this store in the place of its files; null if it has had none yet. */
export async function markOf(db: Kysely<Database>): Promise<string | null> {
  const row = await db.selectFrom("secret").select("value").where("name", "=", markName).executeTakeFirst();
  return row?.value ?? null;
}

async function makeMark(db: Kysely<Database>): Promise<string> {
  await db
    .insertInto("secret")
    .values({ name: markName, value: randomUUID() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const mark = await markOf(db);
  if (mark === null) throw new Error("the mark of the store is not kept");
  return mark;
}

/** Returns whether the content of a file is outside of the database. */
export async function hasOutside(db: Kysely<Database>): Promise<boolean> {
  const row = await db
    .selectFrom("attachment")
    .select("id")
    // A value that another program has damaged is no name of ours.
    .where(sql<boolean>`stored_as ~ '^[0-9a-f]{32}$'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
