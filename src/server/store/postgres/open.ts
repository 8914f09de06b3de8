import { Kysely, PostgresDialect, sql } from "kysely";
import type { Database } from "../database.ts";
import { DatabaseUnfitError } from "../database-unfit.ts";
import { migrate } from "../migrate.ts";
import { createPostgresEngine, type Patiently } from "./engine.ts";
import { createNotices } from "./notices.ts";
import { connectionConfig, openPool, type Patience, patientConfig } from "./pool.ts";
import { refuseUnfinished } from "./replaced-schemas.ts";
import { lock, locks, TurnTakingKysely } from "./transactions.ts";

/** The oldest version that PostgreSQL's own people still look after. */
const oldestVersion = 140_000;

/**
 * Opens the store in the database of `url`, and brings it to this version's schema: of several programs that start at once, one does.
 * `isMigrated` saves the look at it, `patience` is other than the usual.
 * @throws DatabaseUnfitError, StoreTooNewError, StoreUnavailableError, or a PostgresError where it may not be done.
 */
export async function openPostgres({
  url,
  connections,
  isMigrated = false,
  patience,
}: {
  url: string;
  connections: number;
  isMigrated?: boolean;
  patience?: Patience;
}) {
  const patiently: Patiently = async (run) => {
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: openPool(patientConfig(url), 1) }) });
    try {
      return await run(db);
    } finally {
      await db.destroy();
    }
  };
  const engine = createPostgresEngine(patiently);
  if (!isMigrated)
    await patiently(async (db) => {
      await lookAt(db);
      await migrate(db, engine, async (transaction) => {
        await lock(transaction, locks.migrating);
        // While this waited, a restore may have been interrupted.
        await refuseUnfinished(transaction);
      });
    });
  const dialect = new PostgresDialect({ pool: openPool(connectionConfig(url, patience), connections) });
  const db = new TurnTakingKysely({ dialect });
  return { db, engine, notices: createNotices(db, url) };
}

/** @throws DatabaseUnfitError where a store must not be there. */
export async function lookAt(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ version: string; encoding: string; commit: string }>`select
    current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
    current_setting('synchronous_commit') as commit`.execute(db);
  const { version = "0", encoding = "", commit = "" } = rows[0] ?? {};
  if (encoding !== "UTF8") throw new DatabaseUnfitError(`its encoding is ${encoding}, and must be UTF8`);
  if (commit === "off")
    throw new DatabaseUnfitError("its synchronous_commit is off, with which an inquiry that was answered may be lost");
  if (Number(version) < oldestVersion) throw new DatabaseUnfitError("its server is older than PostgreSQL 14");
}
