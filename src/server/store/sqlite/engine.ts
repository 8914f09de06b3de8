import { sql, type Transaction } from "kysely";
import { keepChecksums, makeChecksums, sumTriggers } from "../integrity/table-checksums.ts";
import type { Engine } from "../engine.ts";
import * as frontDesk from "../migrations/0001-front-desk.ts";
import * as inbox from "../migrations/0002-inbox.ts";
import * as channels from "../migrations/0003-channels.ts";
import * as keeping from "../migrations/0004-keeping.ts";
import * as sums from "../migrations/0005-sums.ts";
import * as members from "../migrations/0006-members.ts";
import * as bin from "../migrations/0007-bin.ts";
import * as conversation from "../migrations/0008-conversation.ts";
import * as tags from "../migrations/0009-tags.ts";
import * as snooze from "../migrations/0010-snooze.ts";
import * as incomingMail from "../migrations/0011-incoming-mail.ts";
import * as mentions from "../migrations/0012-mentions.ts";
import * as reports from "../migrations/0013-reports.ts";
import * as attachments from "../migrations/0014-attachments.ts";
import * as merge from "../migrations/0015-merge.ts";
import * as language from "../migrations/0016-language.ts";
import * as apiTokens from "../migrations/0017-api-tokens.ts";
import * as identityProvider from "../migrations/0018-identity-provider.ts";
import * as savedReplyVersion from "../migrations/0019-saved-reply-version.ts";
import * as addressProof from "../migrations/0021-address-proof.ts";
import * as replyProof from "../migrations/0023-reply-proof.ts";
import * as untakenMail from "../migrations/0024-untaken-mail.ts";
import * as undelivered from "../migrations/0025-undelivered.ts";
import * as wayAndFiles from "../migrations/0026-way-and-files.ts";
import * as activity from "../migrations/0027-activity.ts";
import * as ownSettings from "../migrations/0028-own-settings.ts";
import * as profile from "../migrations/0029-profile.ts";
import * as drafts from "../migrations/0030-drafts.ts";
import * as bell from "../migrations/0033-bell.ts";
import * as files from "../migrations/0034-files.ts";
import * as erasing from "../migrations/0035-erasing.ts";
import { emptyLog } from "./open.ts";
import { sqliteSearch } from "./search.ts";
import { rewrite, rewriteLimits } from "./rewrite.ts";
import type { Database } from "../database.ts";
import { freeName, dropEmpty, trying } from "../conflicting-tables.ts";

/** See `Engine.remakeTables`. */
async function remakeTables(
  transaction: Transaction<Database>,
  names: readonly string[],
  make: () => Promise<void>,
): Promise<void> {
  // This connection's triggers would follow a renamed table.
  const triggers = await sumTriggers(transaction, names);
  for (const trigger of triggers) await sql`drop trigger temp.${sql.id(trigger)}`.execute(transaction);
  for (const name of names) await renameAway(transaction, name);
  await make();
  await makeChecksums(transaction, names);
  if (triggers.length > 0) await keepChecksums(transaction, names);
}

async function renameAway(transaction: Transaction<Database>, name: string): Promise<void> {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, coalesce(sql, '') as sql from sqlite_master
    where name = ${name} collate nocase and type in ('table', 'view', 'index')`.execute(transaction);
  const [found] = rows;
  if (found === undefined) return;
  const newName = await freeName(name, async (candidate) => {
    const known = await sql`select 1 from sqlite_master where name = ${candidate}`.execute(transaction);
    return known.rows.length > 0;
  });
  if (found.type !== "table") {
    // It has no rows and cannot be renamed: keep its definition as inert text.
    await sql`create table ${sql.id(newName)} (definition text)`.execute(transaction);
    await sql`insert into ${sql.id(newName)} values (${found.sql})`.execute(transaction);
    await sql`drop ${sql.raw(found.type)} ${sql.id(found.name)}`.execute(transaction);
    return;
  }
  if (await dropEmpty(transaction, found.name)) return;
  // The pragma keeps a foreign view with a broken reference from preventing the renaming.
  await sql`pragma legacy_alter_table = on`.execute(transaction);
  try {
    const rename = sql`alter table ${sql.id(found.name)} rename to ${sql.id(newName)}`;
    if (!(await trying(transaction, () => rename.execute(transaction))))
      await sql`drop table ${sql.id(found.name)}`.execute(transaction);
  } finally {
    await sql`pragma legacy_alter_table = off`.execute(transaction);
  }
}

const listed = <T>(values: readonly T[]) => sql<T>`(select value from json_each(${JSON.stringify(values)}))`;

/** The embedded engine: one writing connection, one transaction at a time. */
export const sqliteEngine: Engine = {
  name: "sqlite",
  migrations: {
    "0001-front-desk": frontDesk,
    "0002-inbox": inbox,
    "0003-channels": channels,
    "0004-keeping": keeping,
    "0005-sums": sums,
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

  migrationPlace: () => Promise.resolve({}),

  async hasTable(db, name) {
    const { rows } = await sql`select name from sqlite_master where name = ${name}`.execute(db);
    return rows.length > 0;
  },

  // Runs in the same transaction: a kill in between would leave rows that do not match the sums.
  migrated: (transaction) => makeChecksums(transaction),
  remakeTables,

  maxGroups: Infinity,
  partsGroups: false,
  transact: (db, _isAlone, run) => db.transaction().execute(run),
  enterOrder: () => Promise.resolve(),
  awaitLocks: () => Promise.resolve(),
  untilWritten: () => Promise.resolve(true),

  // One statement for any number of rows, so that it is prepared once.
  async insertAll(db, table, rows) {
    const [first] = rows;
    if (first === undefined) return;
    const columns = Object.keys(first);
    const values = columns.map((_, at) => sql`value ->> ${sql.lit(at)}`);
    const cells = rows.map((row) => columns.map((column) => (row as Record<string, unknown>)[column] ?? null));
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      select ${sql.join(values)} from json_each(${JSON.stringify(cells)})`.execute(db);
  },

  async tryWriting(transaction) {
    const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(transaction);
    // Writes and syncs an unchanged value.
    await sql`pragma user_version = ${sql.lit(rows[0]?.user_version ?? 0)}`.execute(transaction);
  },

  listed: {
    texts: listed<string>,
    numbers: listed<number>,
    items: (values) => sql`json_each(${JSON.stringify(values)})`,
  },
  unindexed: (column) => sql`+${sql.ref(column)}`,
  likely: (condition) => sql`likely(${condition})`,
  payloadText: (key) => sql`iif(json_valid(payload), payload ->> ${sql.lit(key)}, null)`,
  search: sqliteSearch,
  erasing: { maxMs: 10, minSize: 20, maxSize: 200 },

  // Claims are in memory only, since one process serves one store.
  claimDue: (db, { channel, now, max, except }) =>
    db
      .selectFrom("outbox")
      .leftJoin("inquiry", "inquiry.id", "outbox.inquiry_id")
      .selectAll("outbox")
      .select("inquiry.reference")
      .where("channel", "=", channel)
      .where("state", "=", "waiting")
      .where("next_at", "<=", now)
      .where("outbox.id", "not in", listed<string>(except))
      .orderBy("next_at")
      .orderBy("outbox.created_at")
      .limit(max)
      .execute(),
  release: () => Promise.resolve(),

  // No lock: two programs on one store do not conflict, and each does what the other has left.
  onlyHere: async (_what, run) => {
    await run();
    return true;
  },

  // A restore on this engine leaves files in the folder, nothing in the database.
  purgeReplaced: () => Promise.resolve([]),
  namedByReplaced: () => Promise.resolve([]),
  purgeErased: emptyLog,
  rewrite: async (db, when) => (await rewrite(db, rewriteLimits[when])) && emptyLog(db),

  async size(db) {
    const { rows } = await sql<Record<"pages" | "page" | "unused", number>>`
      select page_count as pages, page_size as page, freelist_count as unused
      from pragma_page_count, pragma_page_size, pragma_freelist_count`.execute(db);
    const { pages = 0, page = 0, unused = 0 } = rows[0] ?? {};
    return { bytes: pages * page, free: unused * page };
  },
};
