import { Kysely, type Logger, sql } from "kysely";
import type { Database } from "../database.ts";
import { DatabaseUnfitError } from "../store-unavailable.ts";
import { appliedMigrations, migrate } from "../migrate.ts";
import { createDialect } from "./dialect.ts";
import { createPostgresEngine, type Patiently } from "./engine.ts";
import { lockMigrating } from "./locks.ts";
import { createPubSub } from "./pub-sub.ts";
import { connectionConfig, instanceNames, openPool, type Patience, patientConfig } from "./pool.ts";
import { refuseUnfinished } from "./replaced-schemas.ts";
import { createReplica } from "./replica.ts";
import { TurnTakingKysely } from "./transactions.ts";

/** The oldest PostgreSQL version still supported upstream. */
const oldestVersion = 140_000;

/**
 * Opens the store in the database of `url` and migrates it; of several programs that start simultaneously, one
 * migrates. `readUrl` is the address of a replica; `readsFiles` says that files outside of the database can be read,
 * `isMigrated` skips the check, `mustExist` creates no schema, `patience` overrides the timeouts, `log` gets each
 * statement.
 * @throws DatabaseUnfitError, StoreTooNewError, StoreUnavailableError, or a PostgresError if permissions are missing.
 */
export async function openPostgres({
  url,
  readUrl,
  connections,
  readsFiles = false,
  isMigrated = false,
  mustExist = false,
  patience,
  log,
}: {
  url: string;
  readUrl?: string | undefined;
  connections: number;
  readsFiles?: boolean;
  isMigrated?: boolean;
  mustExist?: boolean;
  patience?: Patience;
  log?: Logger | undefined;
}) {
  const name = readsFiles ? instanceNames.withFiles : instanceNames.withoutFiles;
  const patiently: Patiently = async (run) => {
    const db = new Kysely<Database>({ dialect: createDialect(openPool(patientConfig(url, name), 1)) });
    try {
      return await run(db);
    } finally {
      await db.destroy();
    }
  };
  const engine = createPostgresEngine(patiently);
  let wasUpgraded = false;
  if (!isMigrated)
    await patiently(async (db) => {
      await requireUsable(db);
      if (mustExist && (await appliedMigrations(db, engine)).length === 0)
        throw new DatabaseUnfitError("there is no store in it; name the database of the server's store");
      wasUpgraded = await migrate(db, engine, async (transaction) => {
        await lockMigrating(transaction);
        // A restore may have been interrupted while this waited.
        await refuseUnfinished(transaction);
      });
    });
  const dialect = createDialect(openPool(connectionConfig(url, name, patience), connections));
  const db = new TurnTakingKysely({ dialect, ...(log && { log }) });
  const replica = readUrl === undefined ? null : createReplica({ primary: db, url: readUrl, name, log });
  return {
    db,
    engine,
    pubSub: createPubSub(db, url, name),
    replica,
    wasUpgraded,
    /** Returns whether instances are connected that cannot read files outside of the database. */
    hasOthers: async () => (await connectionsOf(db, [instanceNames.withoutFiles])) > 0,
  };
}

/** Returns how many connections instances of these names have. */
export async function connectionsOf(db: Kysely<Database>, names: readonly string[]): Promise<number> {
  // Within a transaction, it stays as it was first read.
  await sql`select pg_stat_clear_snapshot()`.execute(db);
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name in (select unnest(${names}::text[]))`.execute(db);
  return Number(rows[0]?.count);
}

/** @throws DatabaseUnfitError if the database cannot hold a store. */
export async function requireUsable(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ version: string; encoding: string; commit: string }>`select
    current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
    current_setting('synchronous_commit') as commit`.execute(db);
  const { version = "0", encoding = "", commit = "" } = rows[0] ?? {};
  if (encoding !== "UTF8") throw new DatabaseUnfitError(`its encoding is ${encoding}, and must be UTF8`);
  if (commit === "off")
    throw new DatabaseUnfitError("its synchronous_commit is off, with which an inquiry that was answered may be lost");
  if (Number(version) < oldestVersion) throw new DatabaseUnfitError("its server is older than PostgreSQL 14");
}
