import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../database.ts";
import type { ClaimedMessage, Engine } from "../engine.ts";
import * as frontDesk from "./migrations/0005-front-desk.ts";
import * as members from "./migrations/0006-members.ts";
import * as bin from "./migrations/0007-bin.ts";
import * as conversation from "./migrations/0008-conversation.ts";
import * as tags from "./migrations/0009-tags.ts";
import * as snooze from "./migrations/0010-snooze.ts";
import * as incomingMail from "./migrations/0011-incoming-mail.ts";
import * as mentions from "./migrations/0012-mentions.ts";
import * as reports from "./migrations/0013-reports.ts";
import * as attachments from "./migrations/0014-attachments.ts";
import * as merge from "./migrations/0015-merge.ts";
import * as language from "./migrations/0016-language.ts";
import * as apiTokens from "./migrations/0017-api-tokens.ts";
import * as identityProvider from "./migrations/0018-identity-provider.ts";
import * as savedReplyVersion from "./migrations/0019-saved-reply-version.ts";
import { ifFree, lock } from "./locks.ts";
import * as addressProof from "./migrations/0021-address-proof.ts";
import * as lockTables from "./migrations/0022-locks.ts";
import * as replyProof from "./migrations/0023-reply-proof.ts";
import * as untakenMail from "./migrations/0024-untaken-mail.ts";
import * as undelivered from "./migrations/0025-undelivered.ts";
import * as wayAndFiles from "./migrations/0026-way-and-files.ts";
import * as activity from "./migrations/0027-activity.ts";
import * as ownSettings from "./migrations/0028-own-settings.ts";
import * as profile from "./migrations/0029-profile.ts";
import * as drafts from "./migrations/0030-drafts.ts";
import * as bell from "./migrations/0033-bell.ts";
import * as files from "./migrations/0034-files.ts";
import * as erasing from "./migrations/0035-erasing.ts";
import { namedByReplaced, purgeReplaced } from "./replaced-schemas.ts";
import { postgresSearch } from "./search.ts";
import { TurnTakingKysely } from "./transactions.ts";
import { freeName, dropEmpty } from "../conflicting-tables.ts";

/** Rows of one insert: a statement has up to 65,535 parameters. */
const insertBatchSize = 500;

/** A claim expires after this time (ms), since its program must have ended: no attempt takes that long. */
const claimMs = 120_000;

/** Runs something on a separate connection without timeouts. */
export type Patiently = <T>(run: (db: Kysely<Database>) => Promise<T>) => Promise<T>;

/** The PostgreSQL engine: many connections, from several programs. */
export function createPostgresEngine(patiently: Patiently): Engine {
  const vacuum = joined(() => patiently(vacuumErased));
  return {
    name: "postgresql",
    migrations: {
      "0005-front-desk": frontDesk,
      "0006-members": members,
      "0007-bin": bin,
      "0008-conversation": conversation,
      "0009-tags": tags,
      "0010-snooze": snooze,
      "0011-incoming-mail": incomingMail,
      "0012-mentions": mentions,
      "0013-reports": reports,
      "0014-attachments": attachments,
      "0015-merge": merge,
      "0016-language": language,
      "0017-api-tokens": apiTokens,
      "0018-identity-provider": identityProvider,
      "0019-saved-reply-version": savedReplyVersion,
      "0021-address-proof": addressProof,
      "0022-locks": lockTables,
      "0023-reply-proof": replyProof,
      "0024-untaken-mail": untakenMail,
      "0025-undelivered": undelivered,
      "0026-way-and-files": wayAndFiles,
      "0027-activity": activity,
      "0028-own-settings": ownSettings,
      "0029-profile": profile,
      "0030-drafts": drafts,
      "0033-bell": bell,
      "0034-files": files,
      "0035-erasing": erasing,
    },

    async hasTable(db, name) {
      const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(db);
      return rows[0]?.found === true;
    },

    async migrationPlace(db) {
      // Finds the schema of the existing tables, if any: the search path may have got another schema since.
      const { rows } = await sql<{ name: string }>`select coalesce(
        (select nspname from pg_class join pg_namespace on relnamespace = pg_namespace.oid
          where pg_class.oid = to_regclass('kysely_migration')),
        current_schema()) as name`.execute(db);
      return { migrationTableSchema: rows[0]?.name ?? "public" };
    },

    migrated: () => Promise.resolve(),
    remakeTables,

    maxGroups: 2,
    partsGroups: true,
    transact(db, isAlone, run) {
      const begun = !isAlone && db instanceof TurnTakingKysely ? db.beside() : db.transaction();
      return begun.execute(run);
    },
    enterOrder: (transaction) => lock(transaction, "order"),

    async insertAll(db, table, rows) {
      for (let at = 0; at < rows.length; at += insertBatchSize)
        await db
          .insertInto(table)
          .values(rows.slice(at, at + insertBatchSize))
          .execute();
    },

    async tryWriting(transaction) {
      // A standby rejects the first statement; the second writes a synced log record without meaning.
      await transaction
        .deleteFrom("used_ticket")
        .where(sql<boolean>`false`)
        .execute();
      await sql`select pg_logical_emit_message(true, 'front-desk', 'is there room?')`.execute(transaction);
    },

    listed,
    // PostgreSQL's planner knows how common each value is.
    unindexed: (column) => sql.ref(column),
    likely: (condition) => condition,
    // The column takes JSON alone.
    payloadText: (key) => sql`payload ->> ${sql.lit(key)}`,
    search: postgresSearch,
    erasing: { maxMs: 25, minSize: 100, maxSize: 500 },

    /** A claim moves the time at which the notification is due. */
    async claimDue(db, { channel, now, max, except }) {
      const claimed = await db
        // A subquery may run once per row of a nested loop and skip rows it has locked before, so that the limit fails.
        .with(
          (name) => name("due").materialized(),
          (e) =>
            e
              .selectFrom("outbox")
              .select("id")
              .where("channel", "=", channel)
              .where("state", "=", "waiting")
              .where("next_at", "<=", now)
              .where("id", "not in", listed.texts(except))
              .orderBy("next_at")
              .orderBy("created_at")
              .limit(max)
              .forUpdate()
              .skipLocked(),
        )
        .updateTable("outbox")
        .set({ next_at: now + claimMs })
        .where("id", "in", (e) => e.selectFrom("due").select("id"))
        .returningAll()
        .returning((e) =>
          e.selectFrom("inquiry").select("reference").whereRef("id", "=", "outbox.inquiry_id").as("reference"),
        )
        .execute();
      return claimed.sort((a: ClaimedMessage, b: ClaimedMessage) => a.created_at - b.created_at);
    },

    async release(db, ids, now) {
      await db
        .updateTable("outbox")
        .set({ next_at: now })
        .where("id", "in", listed.texts(ids))
        .where("state", "=", "waiting")
        .execute();
    },

    async awaitLocks(db) {
      const begun = db instanceof TurnTakingKysely ? db.beside() : db.transaction();
      await begun.execute(async (transaction) => {
        await sql`set local lock_timeout = '3s'`.execute(transaction);
        await lock(transaction, "turn");
        await lock(transaction, "order");
      });
    },

    async untilWritten(db) {
      const writers = async () => {
        // A vacuum, which may take minutes, locks indexes like that, but its table otherwise.
        const { rows } = await sql<{ id: string }>`select distinct virtualtransaction as id from pg_locks
          join pg_database on pg_database.oid = database
          join pg_class on pg_class.oid = relation and relkind in ('r', 'p')
          where datname = current_database() and mode = 'RowExclusiveLock' and granted`.execute(db);
        return rows.map(({ id }) => id);
      };
      const begun = await writers();
      for (let tries = 0; tries < 100; tries += 1) {
        const now = new Set(await writers());
        if (!begun.some((id) => now.has(id))) return true;
        await sleep(50);
      }
      return false;
    },

    onlyHere: (what, run) => patiently(async (db) => (await ifFree(db, what, run)) !== null),

    purgeReplaced,
    namedByReplaced,
    rewrite: () => Promise.resolve(false),

    // Its server knows what a vacuum has left; the disk there is not ours.
    async size(db) {
      const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db);
      return { bytes: Number(rows[0]?.bytes ?? 0), free: 0 };
    },
    async purgeErased() {
      await vacuum();
      return true;
    },
  };
}

const listed: Engine["listed"] = {
  texts: (values) => sql`(select unnest(${values}::text[]))`,
  numbers: (values) => sql`(select unnest(${values}::bigint[]))`,
  items: (values) => sql`jsonb_array_elements(${JSON.stringify(values)}::jsonb) as item (value)`,
};

/** Erased rows stay in the table files, invisible, until a vacuum. */
async function vacuumErased(db: Kysely<Database>): Promise<void> {
  // Indexes too, however few rows; skip tables that somebody else is vacuuming.
  await sql`vacuum (index_cleanup on, skip_locked)
    inquiry, inquiry_gram, inquiry_note, inquiry_event, inquiry_entry, inquiry_link, address_code, reply_outcome,
    inquiry_tag, attachment, attachment_part, blocked_sender, outbox, setting`.execute(db);
}

/** One run at a time; all callers in the meantime share the next run. */
function joined(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const begin = () => {
    next = undefined;
    running = run();
    return running;
  };
  return () => (next ??= running.then(begin, begin));
}

/** See `Engine.remakeTables`. */
async function remakeTables(
  transaction: Transaction<Database>,
  names: readonly string[],
  make: () => Promise<void>,
): Promise<void> {
  for (const name of names) await renameAway(transaction, name);
  await make();
}

async function renameAway(transaction: Transaction<Database>, name: string): Promise<void> {
  const kind = async (relation: string) => {
    const { rows } = await sql<{ kind: string }>`select relkind as kind from pg_class
      where relname = ${relation} and relnamespace = current_schema()::regnamespace`.execute(transaction);
    return rows[0]?.kind;
  };
  const isType = async (typeName: string) => {
    const { rows } = await sql`select 1 from pg_type
      where typname = ${typeName} and typnamespace = current_schema()::regnamespace`.execute(transaction);
    return rows.length > 0;
  };
  const newName = await freeName(name, async (candidate) => (await kind(candidate)) !== undefined || isType(candidate));
  const found = await kind(name);
  // Rules, triggers and references stay with the renamed table. The same statement also renames views, indexes and
  // sequences.
  if (found !== undefined && found !== "c" && !(found === "r" && (await dropEmpty(transaction, name))))
    await sql`alter table ${sql.id(name)} rename to ${sql.id(newName)}`.execute(transaction);
  // A table creates a type of the same name, which may be taken.
  if (await isType(name)) await sql`alter type ${sql.id(name)} rename to ${sql.id(newName)}`.execute(transaction);
}
