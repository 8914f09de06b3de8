import { join } from "node:path";
import { sameSum, type TableSum } from "../store/transfer/tables.ts";
import type { BackupTurn } from "../store/postgres/backing-up.ts";
import { BackupError } from "./backup-error.ts";
import type { Tell } from "./make-backup.ts";
import type { StoreCopy } from "./manifest.ts";
import { findPrograms } from "./postgres-programs.ts";
import { sumDump } from "./restore/read-dump.ts";

/** File name of the dump in a backup. */
export const dumpName = "front-desk.dump";

/**
 * Dumps one snapshot of the store into the folder `aside` while instances keep writing, then compares each table of the
 * dump with the database at that snapshot.
 * @throws BackupError
 */
export async function dumpPostgres(
  { url, programs: folder }: { url: string; programs?: string | undefined },
  turn: BackupTurn,
  aside: string,
  tell: Tell,
): Promise<StoreCopy> {
  const programs = await findPrograms(url, folder, turn.serverVersion);
  const file = join(aside, dumpName);
  tell("Copying the store");
  const { facts, sums } = await turn.hold(async (store) => {
    const { snapshot, schema, migrations, accepted } = store;
    const how = ["--format=custom", "--no-owner", "--no-privileges", `--schema=${quoted(schema)}`];
    const dumping = programs.onDatabase("pg_dump", [...how, `--snapshot=${snapshot}`, `--file=${file}`]);
    const [found] = await Promise.all([store.sums(), dumping]);
    return { facts: { migrations, accepted }, sums: found };
  });
  tell("Checking the copy");
  compareDump(sums, await sumDump(programs, file));
  const tables = Object.entries(sums);
  return {
    file: dumpName,
    engine: "postgresql",
    ...facts,
    rows: Object.fromEntries(tables.map(([name, { rows }]) => [name, rows])),
    sums: Object.fromEntries(tables.map(([name, { sum }]) => [name, sum])),
  };
}

/** @throws BackupError if a table of the dump differs from the expected one */
export function compareDump(expected: Record<string, TableSum>, found: ReadonlyMap<string, TableSum>): void {
  for (const [name, sum] of Object.entries(expected)) {
    const there = found.get(name);
    if (there === undefined || !sameSum(sum, there))
      throw new BackupError(
        `the table ${name} of the dump has ${there?.rows ?? "no"} rows that are not the ${sum.rows} of the store`,
      );
  }
  const indexed = found.get("inquiry_gram")?.rows;
  if (indexed !== expected["inquiry"]?.rows)
    throw new BackupError(`the search index of the dump has ${indexed ?? "no"} inquiries`);
}

/** Quotes a name as a `pg_dump` pattern that matches only that name. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
