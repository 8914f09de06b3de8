import { existsSync } from "node:fs";
import { counted, showProgress } from "./common.ts";
import { storeFiles } from "../backup/manifest.ts";
import { ConfigError } from "../lib/errors.ts";
import type { Config } from "../config.ts";
import { databaseUrl } from "../environment.ts";
import { explainFailure } from "../failure.ts";
import { readArguments, UsageError } from "../lib/command-line.ts";
import { runCommand } from "./command-config.ts";
import { keyPath } from "../signing/key-file.ts";
import { sqliteName } from "../store/open-database.ts";
import { TransferError, type StorePlace } from "../store/transfer/ends.ts";
import { transferStore, TargetError } from "../store/transfer/transfer-store.ts";
import { inNewFolder } from "../store/transfer/new-folder.ts";
import { basename, dirname, resolve } from "node:path";

const usage = `npm run move -- --to postgres://user@db.example.com:5432/front_desk
npm run move -- --to sqlite:<folder>

  Copies the store in DATABASE_URL (without it, in DATA_DIR) to an empty database or an empty folder, and compares every
  table. Stop the server first. The old store is kept, but no longer served. Give the password of the database in
  PGPASSWORD or ~/.pgpass.`;

const { values } = readArguments({ usage, options: { to: { type: "string", read: readTarget } } });
await runCommand((config) => move(config, values.to));

async function move({ dataDir, database, files, signingKeyFile }: Config, target: StorePlace): Promise<number> {
  const from: StorePlace =
    database === undefined ? { engine: "sqlite", dataDir } : { engine: "postgresql", url: database.url, files };
  const { progress, end } = showProgress(process.stderr);
  const complete = target.engine === "sqlite" ? await intoFolder(target.dataDir) : undefined;
  const sums = await transferStore(from, target, progress, complete)
    .catch((error: unknown) => {
      throw error instanceof TargetError ? new TransferError(ofTarget(error.cause, target), { cause: error }) : error;
    })
    .finally(end);

  for (const [table, { rows, sum }] of Object.entries(sums)) {
    console.log(`${table.padEnd(18)}${String(rows).padStart(10)}  ${sum.toString(16).padStart(12, "0")}`);
  }
  const { rows } = sums.inquiry;
  console.log(`Moved, and compared, count and sum of each table: ${counted(rows, "inquiry", "inquiries")}.`);
  console.log(
    target.engine === "postgresql"
      ? `Set DATABASE_URL to that address and start. DATA_DIR stays ${dataDir}: it holds what belongs to the store, ` +
          "the signing key among it."
      : `Set DATA_DIR to ${target.dataDir}, leave DATABASE_URL out, and start.`,
  );
  console.log(
    "The old store is unchanged except for a mark: no server starts on it, because its new inquiries would be missing " +
      "from the new store. Delete it when you no longer need it.",
  );
  return 0;

  /** Completes the store in `folder`. @throws ConfigError if the files that belong to the store are missing */
  async function intoFolder(folder: string) {
    const key = keyPath({ dataDir, keyFile: signingKeyFile });
    if (!existsSync(key))
      throw new ConfigError(
        `DATA_DIR: there is no key in ${key}, without which the channels of the store cannot be read; name the ` +
          "DATA_DIR of an instance, or its key in SIGNING_KEY_FILE",
      );
    const kept = await storeFiles(dataDir);
    return <T>(fill: () => Promise<T>) => inNewFolder({ folder, dataDir, kept }, fill);
  }
}

/** The error message for the operator, with the name of the setting at fault. */
function ofTarget(error: unknown, target: StorePlace): string {
  const place =
    target.engine === "sqlite" ? { dataDir: target.dataDir } : { dataDir: "", database: { url: target.url } };
  const said = explainFailure(error, { port: 0, ...place });
  return (
    "--to: " + (said?.replace(/^(DATABASE_URL|DATA_DIR): /, "") ?? (error instanceof Error ? error.message : "unknown"))
  );
}

/** The value of `--to`. @throws UsageError, which quotes nothing: an address may contain a password */
function readTarget(given: readonly string[]): StorePlace {
  const address = given.at(-1) ?? "";
  const [, path] = /^sqlite:(?:\/\/)?(.+)$/s.exec(address) ?? [];
  if (path !== undefined) {
    if (!/\.(sqlite3?|db)$/.test(path)) return { engine: "sqlite", dataDir: resolve(path) };
    if (basename(path) === sqliteName) return { engine: "sqlite", dataDir: dirname(resolve(path)) };
    throw new UsageError(`must be the folder of a store, whose file is called ${sqliteName}, such as sqlite:./data`);
  }
  if (databaseUrl.safeParse(address).success) return { engine: "postgresql", url: address };
  throw new UsageError(
    "must be a database, such as postgres://user@db.example.com:5432/front_desk, or a folder, such as sqlite:./data",
  );
}
