import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../database.ts";
import { appliedMigrations, migrateWithin } from "../migrate.ts";
import { sumTables } from "../transfer/copy-rows.ts";
import { TransferError } from "../transfer/ends.ts";
import { connected, readable, refuseInstances, withoutInstances } from "../transfer/postgres-ends.ts";
import { type TableChecksums, tableNames } from "../transfer/tables.ts";
import { databaseOf, markOf } from "../files/shared-files.ts";
import type { StoreFacts } from "../restored.ts";
import { createPostgresEngine } from "./engine.ts";
import { type DumpReader, fillRestored } from "./fill-restored.ts";
import { hasLockTables, lockTable, lockTables } from "./locks.ts";
import { isLocked } from "./pool.ts";
import { replacedSchemaOf, marker, replacedSchema } from "./replaced-schemas.ts";

const own = ["inquiry_gram", "kysely_migration", "kysely_migration_lock"];
const tables = [...tableNames, ...Object.values(lockTables), ...own];
const functions = ["audit_fact (text, text[])", "audit_entry_grows ()", "note_erased_file ()"];

/** The contents of a database into which a store is to be restored. */
interface PresentStore {
  serverVersion: number;
  /** Null if it holds no store; after an unfinished restore, the store that the restore replaced. */
  facts: StoreFacts | null;
  /**
   * Marks under which the place of its files may know it; after an unfinished restore, also the mark of the new store.
   */
  filesMarks: string[];
  /** Identity under which that place knows this database. */
  database: string;
}

/** Reads the present store in a read-only transaction. */
export function readPresent(url: string): Promise<PresentStore> {
  return connected(url, 1, async (db) => {
    // Outside of the transaction, which an error would end.
    const database = await databaseOf(db);
    return db
      .transaction()
      .setAccessMode("read only")
      .execute(async (transaction) => {
        const { rows } = await sql<{
          version: string;
        }>`select current_setting('server_version_num') as version`.execute(transaction);
        const replaced = await replacedSchemaOf(transaction);
        const filesMarks: string[] = [];
        const noteMark = async () => {
          const engine = createPostgresEngine((use) => use(transaction));
          const mark = (await engine.hasTable(transaction, "secret")) ? await markOf(transaction) : null;
          if (mark !== null) filesMarks.push(mark);
        };
        await noteMark();
        if (replaced !== null) {
          await sql`set local search_path to ${sql.ref(replaced)}`.execute(transaction);
          await noteMark();
        }
        const facts = await factsOf(transaction);
        return { serverVersion: Math.floor(Number(rows[0]?.version) / 10_000), facts, filesMarks, database };
      });
  });
}

/** The steps of a restore, during which no instance can start. */
interface Exchange {
  /**
   * Moves the present store to another schema, fills the tables of `migrations` by `read`, migrates them, and lets
   * `complete` add what else is to change. It is one transaction: if the rows do not fit, or `check` rejects their sums
   * by throwing, the present store stays.
   */
  exchange(
    now: number,
    dump: {
      migrations: readonly string[];
      read: (reader: DumpReader) => Promise<void>;
      check: (sums: TableChecksums) => void;
      complete: (transaction: Transaction<Database>) => Promise<void>;
    },
  ): Promise<void>;
  /** Lets instances start again. Returns the schema of the old store; null if there was none. */
  finish(): Promise<string | null>;
}

/** Prevents all instances from starting while a store is replaced. @throws TransferError if one is connected */
export function exchanging<T>(url: string, run: (exchange: Exchange) => Promise<T>): Promise<T> {
  return connected(url, 2, (db) =>
    withoutInstances(db, "starting", () =>
      run({
        async exchange(now, { migrations, read, check, complete }) {
          const done = db.transaction().execute(async (transaction) => {
            await sql.raw(`set local lock_timeout = '${lockWait}s'`).execute(transaction);
            await renameToReplaced(transaction, now);
            await sql`set local lock_timeout = 0`.execute(transaction);
            await fillRestored(transaction, migrations, read);
            check(await sumTables(readable(transaction)));
            await migrateWithin(
              transaction,
              createPostgresEngine((use) => use(transaction)),
            );
            await complete(transaction);
          });
          await done.catch(async (error: unknown) => {
            throw isLocked(error) ? await heldOpen(db, error) : error;
          });
        },
        async finish() {
          const replaced = await replacedSchemaOf(db);
          await sql`drop table ${sql.table(marker)}`.execute(db);
          await sql`analyze`.execute(db);
          return replaced === "" ? null : replaced;
        },
      }),
    ),
  );
}

/** Seconds to wait for our tables: any role that may read one can keep it open for ever. */
const lockWait = 20;

/** Names the program that has one of our tables open. */
async function heldOpen(db: Kysely<Database>, cause: unknown): Promise<TransferError> {
  const { rows } = await sql<{ role: string | null; pid: number }>`
    select usename as role, pid from pg_locks left join pg_stat_activity using (pid)
    where database = (select oid from pg_database where datname = current_database())
      and relation in (select to_regclass(name) from unnest(${[...tableNames, ...own]}::text[]) as name)
      and pid <> pg_backend_pid() order by pid limit 1`.execute(db);
  const [holder] = rows;
  const who = holder === undefined ? "" : ` (the role ${holder.role ?? "unknown"}, process ${holder.pid})`;
  return new TransferError(
    `another program has a table of the store open${who}: end it, and try again; nothing has been changed`,
    { cause },
  );
}

async function renameToReplaced(db: Transaction<Database>, now: number): Promise<void> {
  if (await hasLockTables(db)) {
    // An instance may be starting while a stranger holds the advisory lock. Once this commits, the marker stops it.
    await lockTable(db, "migrating");
    await refuseInstances(db);
  }
  const isBegun = (await replacedSchemaOf(db)) !== null;
  const present = await ownOf(db);
  if (isBegun) {
    // Removes the tables that an interrupted restore has written so far.
    for (const name of present.tables) await sql`drop table ${sql.ref(name)} cascade`.execute(db);
    for (const name of present.functions) await sql`drop function ${sql.raw(name)}`.execute(db);
    return;
  }
  const replaced = present.tables.length === 0 ? "" : replacedSchema(now);
  if (replaced !== "") await sql`create schema ${sql.ref(replaced)}`.execute(db);
  for (const name of present.tables)
    await sql`alter table ${sql.ref(name)} set schema ${sql.ref(replaced)}`.execute(db);
  for (const name of present.functions)
    await sql`alter function ${sql.raw(name)} set schema ${sql.ref(replaced)}`.execute(db);
  await sql`create table ${sql.table(marker)} (aside text not null)`.execute(db);
  await sql`insert into ${sql.table(marker)} values (${replaced})`.execute(db);
}

/** The names of our tables and functions that exist. */
async function ownOf(db: Kysely<Database>): Promise<{ tables: string[]; functions: string[] }> {
  const here = async (names: readonly string[], find: "to_regclass" | "to_regprocedure") => {
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${names}::text[]) as name where ${sql.raw(find)}(name) is not null`.execute(db);
    return rows.map(({ name }) => name);
  };
  return { tables: await here(tables, "to_regclass"), functions: await here(functions, "to_regprocedure") };
}

async function factsOf(db: Kysely<Database>): Promise<StoreFacts | null> {
  const migrations = await appliedMigrations(
    db,
    createPostgresEngine((use) => use(db)),
  );
  if (migrations.length === 0) return null;
  const { last, count } = await db
    .selectFrom("inquiry")
    .select((e) => [e.fn.max("created_at").as("last"), e.fn.countAll<number>().as("count")])
    .executeTakeFirstOrThrow();
  const erasures = await db.selectFrom("erasure").selectAll().execute();
  return {
    migrations,
    progress: { changes: 0, inquiries: await readable(db).lastNumber("inquiry", "number") },
    lastInquiryAt: last,
    inquiries: count,
    erasures: erasures.map((row) => ({
      inquiryId: row.inquiry_id,
      reason: row.reason,
      erasedAt: row.erased_at,
    })),
  };
}
