import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "#server/lib/durable-file.ts";
import { unknownMigrations } from "#server/store/migrate.ts";
import { createPostgresEngine } from "#server/store/postgres/engine.ts";
import { exchanging, readPresent } from "#server/store/postgres/replacing.ts";
import type { FilesPlace } from "#server/store/files/files-place.ts";
import { restoreFiles } from "#server/store/files/restored-files.ts";
import { erasuresToRepeat } from "#server/store/restored.ts";
import { RestoreError } from "../backup-error.ts";
import { contentOfFile } from "../backed-files.ts";
import { compareDump, dumpName, erasedIn, filesIn, findPrograms, readDump, sumDump } from "../postgres-dump.ts";
import { storeFiles, type Manifest } from "../manifest.ts";
import { replacedName } from "../stored-backups.ts";
import { admitFiles, type OpenedBackup, type Opening, settle, unpack } from "./restore.ts";

/** A database, where PostgreSQL's client programs are if not on PATH, and where the files of its store go. */
interface Place {
  url: string;
  connections: number;
  programs: string | undefined;
  files?: FilesPlace | undefined;
  /** Whether the place of the files is taken over from a store that is lost. */
  takesFiles?: boolean;
}

/**
 * `openBackup` for PostgreSQL: checks the dump without a database. A restore moves the present store to another schema.
 * @throws BackupError
 */
export function openPostgresBackup(
  dataDir: string,
  database: Place,
  file: string,
  opening: Opening,
): Promise<OpenedBackup> {
  return unpack(dataDir, file, opening, async (staged, read) => {
    const { manifest } = read;
    if (manifest.engine !== "postgresql")
      throw new RestoreError(
        `${file}: it is of the embedded store: leave DATABASE_URL out to restore it, and move it then (npm run move)`,
      );
    const engine = createPostgresEngine(() => Promise.reject(new Error("nothing is asked of it")));
    const unknown = unknownMigrations(manifest.migrations, engine);
    if (unknown.length > 0)
      throw new RestoreError(`${file}: it was made by a newer version (${unknown.join(", ")}); use that one`);
    const { serverVersion, facts, filesMarks, database: own } = await readPresent(database.url);
    const programs = await findPrograms(database.url, database.programs, serverVersion);
    const dump = join(staged, dumpName);
    compareDump(checksumsOf(manifest), await sumDump(programs, dump));
    const { files, lost, missing } = admitFiles(await filesIn(programs, dump), read, {
      backup: file,
      withoutMissing: opening.withoutMissing,
    });
    const known = await erasedIn(programs, dump);
    const erasedSince = erasuresToRepeat(facts?.erasures ?? [], known);
    return {
      present: facts,
      lost,
      missing,
      erasedSince,
      putInPlace: (finish, now = Date.now) =>
        exchanging(database.url, async (exchange) => {
          const at = now();
          const restored = await restoreFiles(
            database.files,
            { own: { marks: filesMarks, database: own }, isTaken: database.takesFiles === true },
            { files, contentOf: (name) => contentOfFile(staged, name) },
          );
          await exchange.exchange(at, {
            migrations: manifest.migrations,
            read: (reader) => readDump(programs, ["--data-only", dump], reader),
            check(sums) {
              if (JSON.stringify(sums) !== JSON.stringify(checksumsOf(manifest)))
                throw new RestoreError("the restored store is not the one that the backup describes");
            },
            complete: restored.complete,
          });
          await restored.claim();
          const settled = await settle({ staged, erasedSince, finish, now, openStore: opening.openStore });
          await rm(dump);
          const folder = await exchangeFiles(dataDir, staged, at);
          const schema = await exchange.finish();
          const replaced = [schema === null ? [] : `the schema ${schema} of the database`, folder ?? []].flat();
          return { replaced: replaced.length === 0 ? null : replaced.join(" and "), ...settled };
        }),
    };
  });
}

function checksumsOf({ rows, sums }: Manifest) {
  return Object.fromEntries(
    Object.entries(rows).map(([name, count]) => [name, { rows: count, sum: sums[name] ?? -1 }]),
  );
}

/** Exchanges the files beside the store. Returns the folder of the old ones. */
async function exchangeFiles(dataDir: string, staged: string, now: number): Promise<string | null> {
  const names = await storeFiles(staged);
  const hasKey = names.some((name) => name.endsWith(".pem"));
  const old = (await storeFiles(dataDir)).filter((name) => hasKey || !name.endsWith(".pem"));
  const replaced = join(dataDir, replacedName(now));
  if (old.length > 0) await mkdir(replaced, { mode: 0o700 });
  for (const name of old) await rename(join(dataDir, name), join(replaced, name));
  for (const name of names) await rename(join(staged, name), join(dataDir, name));
  await syncFolder(dataDir);
  return old.length > 0 ? replaced : null;
}
