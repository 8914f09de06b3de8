import { randomUUID } from "node:crypto";
import { StatementSync } from "node:sqlite";
import { type RawBuilder, sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { apiTokenInputSchema } from "#contract/auth/api-token.ts";
import { day } from "#domain/time/durations.ts";
import { isOnSqlite } from "./store/testing.ts";
import {
  type ApiTest,
  createApiTest,
  exampleCalls,
  type ExampleCall,
  goodInquiry,
  goodToken,
  goodView,
} from "./testing-api.ts";

/**
 * One bad row takes no list away. Finds the tables and columns in the store, and what reads them by the statements that
 * it runs: a new table or column is covered without a line here.
 */

type Cell = string | number | bigint | Buffer | null;
type Row = Record<string, Cell>;

let test: ApiTest;
const statements: string[] = [];
const undo: Array<() => void> = [];

/** Values that a column should not hold; those that the store refuses cannot be there. */
const everywhere: Record<"text" | "number", Cell[]> = {
  text: ["", "{", "[1]", '{"status":"nonsense","a":[null]}', "nonsense \u2028", null],
  number: [-1, 8e15, 9e15, 2n ** 62n, 1.5, "abc", null],
};
/** Signed as a whole, so that a bad row is an alarm; their own tests say what is shown then. */
const signedTables = new Set(["audit_entry", "channel_book", "channel_change", "setting"]);
/** PostgreSQL refuses most of them, and takes longer. */
const impossible = isOnSqlite()
  ? everywhere
  : { text: ["{", '{"a":[null]}', null], number: [-1, 9e15, 2n ** 62n, null] };
/**
 * Tables with one row of a member, or a lock, which no call lists. On SQLite, only files that are still to be moved
 * have parts.
 */
const unlisted = new Set(["lock_turn", "recovery_code", "totp", ...(isOnSqlite() ? ["attachment_part"] : [])]);
const bytes = Buffer.from([0xff, 0xfe, 0x7b]);

beforeAll(async () => {
  test = await createApiTest();
  await fill();
  for (const name of ["all", "get", "iterate"] as const) recordIn(StatementSync.prototype, name);
  recordIn(Client.prototype, "query");
});
afterAll(async () => {
  for (const end of undo) end();
  await test.close();
});

/** Records the text of each statement that this method runs. */
function recordIn<Name extends string>(prototype: Record<Name, unknown>, name: Name): void {
  const real = prototype[name] as (...args: unknown[]) => unknown;
  function recorded(this: Partial<StatementSync>, ...args: unknown[]) {
    statements.push(this.sourceSQL ?? String(args[0]));
    return real.apply(this, args);
  }
  Object.assign(prototype, { [name]: recorded });
  undo.push(() => void Object.assign(prototype, { [name]: real }));
}

/** Rows in each table, more than one in those that are listed. */
async function fill(): Promise<void> {
  const { services, db, member, clock, known, agent } = test;
  const now = clock.now();
  const seen = async (id: string) => {
    const { version } = await db.selectFrom("inquiry").select("version").where("id", "=", id).executeTakeFirstOrThrow();
    return { id, version: Number(version) };
  };
  const submit = async (name: string) => {
    const fields = { ...goodInquiry, name, email: `${name}@example.com`, phone: "" };
    const { reference } = await services.inquiries.submit(fields);
    const { id } = await db
      .selectFrom("inquiry")
      .select("id")
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();
    return id;
  };
  const [ravi, merged, ...binned] = await Promise.all(["Ravi", "Merged", "Binned", "Thrown"].map(submit));
  if (ravi === undefined || merged === undefined) throw new Error("nothing was submitted");
  for (const id of [known.inquiryId, ravi]) {
    const { version } = await seen(id);
    const tags = { add: known.tagIds, remove: [] };
    await services.inbox.change(id, version, { tags, assigneeId: member.id, status: "in progress" }, member);
    await services.inbox.change(id, version + 1, { snoozedUntil: new Date(now + day).toISOString() }, member);
    for (const text of [`Ask @${agent.email}`, "Waits"]) await services.inbox.addNote(id, text, member.id);
    for (const kind of ["reply", "answer", "reply"] as const) {
      const by = kind === "reply" ? { member_id: member.id, leaves_at: now } : {};
      const entryId = randomUUID();
      const entry = { id: entryId, inquiry_id: id, kind, way: "page" as const, text: "Hello", created_at: now };
      await db
        .insertInto("inquiry_entry")
        .values({ ...entry, ...by })
        .execute();
      if (kind === "reply") await services.entryProofs.vouch(entryId);
    }
    await services.blockedSenders.set(id, (await seen(id)).version, { phone: false, email: true }, member);
  }
  await services.merging.merge(await seen(merged), await seen(known.inquiryId), member);
  const erased = await Promise.all(binned.map(seen));
  await services.bin.add(erased, { member, hasSteppedUp: true });
  await services.savedViews.add({ ...goodView, name: "Another view" }, member);
  await services.savedReplies.add({ title: "Another reply", text: "Hello", variants: { hi: "नमस्ते" } });
  await services.apiTokens.make(apiTokenInputSchema.parse({ ...goodToken, name: "Another token" }), member);
  const passkey = { memberId: member.id, publicKey: "cA", counter: 0, transports: [], createdAt: now, usedAt: null };
  for (const id of ["cGFzc2tleQ", "YW5vdGhlcg"])
    await test.store.passkeys.add({ ...passkey, id, name: `Key ${id}` }, 9);
  for (const outcome of ["failed", "delivered"] as const)
    await db
      .insertInto("reply_outcome")
      .values({ entry_id: randomUUID(), inquiry_id: ravi, outcome, created_at: now })
      .execute();
  for (const id of ["first", "second"])
    await db.insertInto("erasure").values({ inquiry_id: id, reason: "team", erased_at: now }).execute();
  for (const { id } of [member, agent]) await services.turns.set(id, false, member);
  for (const each of [member, agent]) await services.profiles.set(each, { names: { en: "Asha" }, signatures: {} });
  for (const { id } of [member, agent]) await services.ownSettings.change(id, { assignsOnReply: false });
  for (const { id } of [member, agent])
    await db
      .insertInto("bell_entry")
      .values({ id: randomUUID(), member_id: id, inquiry_id: ravi, kind: "answer", created_at: now })
      .execute();
  for (const kind of ["answer", "note"] as const) {
    const input = { kind, text: "Hello", filled: "", before: "", seenUntil: "" };
    await services.drafts.save({ memberId: member.id, inquiryId: known.inquiryId, kind }, input, 0, now);
  }
  clock.advance({ minutes: 3 });
  await services.reports.sumUp();
}

/** A bad row that is asked for by its id is not there. One that is signed must be an alarm, and ends a session. */
async function isRightlyRefused(path: string, status: number): Promise<boolean> {
  if (status === 404) return path.includes("{id}");
  return status === 401 && (await test.services.signedMembers.verify()).alarm !== null;
}

/**
 * Returns the calls that read rows: each one that shows something, and the export of everything. Each call returns what
 * it shows.
 */
function readings(firstEntries: number): Map<string, () => Promise<unknown>> {
  const { app, known, cookie, services } = test;
  const isReading = ({ method, path }: ExampleCall) =>
    (method === "GET" && path !== "/api/inbox/events") || path === "/api/conversation";
  const all = new Map<string, () => Promise<unknown>>();
  for (const { method, path, id: idOf, body } of exampleCalls.filter(isReading))
    all.set(`${method} ${path}`, async () => {
      // Exports write entries: only those of the beginning are compared.
      const query = path === "/api/audit-log" ? `?before=${firstEntries + 1}` : "";
      const url = path.replace("{id}", idOf?.(known) ?? known.ids[0] ?? "") + query;
      const payload = body === undefined ? {} : { payload: body(known) };
      const response = await app.inject({ method, url, headers: { cookie }, ...payload });
      if (await isRightlyRefused(path, response.statusCode)) return undefined;
      expect(response.statusCode, response.body).toBe(200);
      const type = String(response.headers["content-type"]);
      if (type.startsWith("application/json")) return response.json();
      const lines = response.body.split(/\r?\n/).filter((line) => line !== "");
      if (type.startsWith("application/x-ndjson")) return lines.map((line) => JSON.parse(line));
      // The first cell of each record; a line within a cell begins with none.
      return type.startsWith("text/csv")
        ? lines.flatMap((line) => /^[\w-]+(?=,)/.exec(line)?.map((id) => ({ id })) ?? [])
        : null;
    });
  all.set("export of everything", async () => {
    const lines: unknown[] = [];
    for await (const line of (await services.exports.run("A test")).lines) lines.push(JSON.parse(line));
    // The number of lines is left out.
    return lines.slice(0, -1);
  });
  all.set("sums of the reports", async () => {
    await test.db.deleteFrom("setting").where("name", "=", "report position").execute();
    await services.reports.sumUp();
  });
  return all;
}

const mentions = (text: string, table: string) => new RegExp(`\\b${table}\\b`).test(text);

/** The readings of each table, apart from what every call reads. */
async function readersOf(tables: readonly string[], all: ReadonlyMap<string, () => Promise<unknown>>) {
  const read = async (reading: () => Promise<unknown>) => {
    statements.length = 0;
    await reading();
    return [...new Set(statements)];
  };
  const always = new Set(await read(all.get("GET /api/session") ?? (async () => null)));
  const readers = new Map(tables.map((table) => [table, [] as string[]]));
  for (const [name, reading] of all) {
    const own = (await read(reading)).filter((text) => name === "GET /api/session" || !always.has(text));
    for (const table of tables) if (own.some((text) => mentions(text, table))) readers.get(table)?.push(name);
  }
  return readers;
}

const rowPlace: RawBuilder<unknown> = isOnSqlite() ? sql`rowid` : sql`ctid`;

/** Writes past triggers and foreign keys, as the tables' owner can; returns the row's place, undefined if refused. */
async function write(table: string, column: string, value: Cell, place: Cell | undefined): Promise<Cell | undefined> {
  const set = isOnSqlite() ? sql`${value}` : sql`${value?.toString() ?? null}`;
  const update = sql<{ place: Cell }>`
    update ${sql.table(table)} set ${sql.ref(column)} = ${set} where ${rowPlace} = ${place} returning ${rowPlace} as place`;
  return test.db
    .transaction()
    .execute(async (transaction) => {
      if (!isOnSqlite()) await sql`set local session_replication_role = replica`.execute(transaction);
      return (await update.execute(transaction)).rows[0]?.place;
    })
    .catch(() => undefined);
}

/** Returns the key of a list's item; that of an item without a name, such as an event, is its whole content. */
function keyOf(item: unknown): string {
  const { kind, what, ...row } = (item ?? {}) as Row;
  const key = row["id"] ?? row["_id"] ?? row["number"] ?? row["name"] ?? row["day"];
  return JSON.stringify(key === undefined ? item : [kind ?? what, key]);
}

/** The items of the lists in `before` that are not in `after`, apart from those of the bad row. */
function lost(before: unknown, after: unknown, isBad: (item: unknown) => boolean): unknown[] {
  if (Array.isArray(before)) {
    const found = new Map((Array.isArray(after) ? after : []).map((item) => [keyOf(item), item]));
    return before.flatMap((item) =>
      typeof item !== "object" || isBad(item)
        ? []
        : found.has(keyOf(item))
          ? lost(item, found.get(keyOf(item)), isBad)
          : [item],
    );
  }
  if (typeof before !== "object" || before === null) return [];
  return Object.entries(before).flatMap(([key, value]) => lost(value, (after as Row | null)?.[key], isBad));
}

it("one bad row in any column takes no good one away", { timeout: 600_000 }, async () => {
  const { db, member, known } = test;
  if (isOnSqlite()) {
    await sql`pragma foreign_keys = off`.execute(db);
    const { rows } = await sql<Row>`select name from sqlite_master where type = 'trigger'`.execute(db);
    for (const { name } of rows) await sql`drop trigger ${sql.id(String(name))}`.execute(db);
  }
  const { newest } = await db
    .selectFrom("audit_entry")
    .select((e) => e.fn.max("number").as("newest"))
    .executeTakeFirstOrThrow();
  const all = readings(Number(newest));
  const tables = (await db.introspection.getTables()).filter(({ name }) => !name.startsWith("inquiry_gram"));
  const readers = await readersOf(
    tables.map(({ name }) => name),
    all,
  );
  const before = new Map<string, unknown>();
  for (const [name, reading] of all) before.set(name, await reading());
  const { rows: generated } = isOnSqlite()
    ? { rows: [] }
    : await sql<{ name: string }>`
        select concat_ws('.', table_name, column_name) as name from information_schema.columns
        where is_generated = 'ALWAYS'`.execute(db);
  const failures: string[] = [];
  const empty: string[] = [];
  const refused: string[] = [];
  /** Rows that the calls stand on. */
  const used = new Set<unknown>([member.id, known.inquiryId]);
  for (const { name: table, columns } of tables) {
    // Summing up writes its own rows anew.
    const isOwn = (name: string) => table === "report_sum" && name === "sums of the reports";
    const names = (readers.get(table) ?? []).filter((name) => !isOwn(name));
    if (names.length === 0) continue;
    const { rows } = await sql<Row>`select *, ${rowPlace} as place from ${sql.table(table)}`.execute(db);
    const bad = rows.find((row) => !used.has(row["id"]) && row["device"] !== null);
    if (bad === undefined) {
      empty.push(table);
      continue;
    }
    const own = ["id", "email", "name", "title", "reference", "hint", "hash"].flatMap((column) => bad[column] ?? []);
    const isBad = (item: unknown) => own.some((value) => JSON.stringify(item)?.includes(String(value)));
    let { place } = bad;
    for (const { name: column, dataType, isAutoIncrementing } of columns) {
      // The chain is not written to without a number for the next entry.
      if (table === "audit_entry" && column === "number") continue;
      const values = /text/i.test(dataType) ? impossible.text : impossible.number;
      let taken = 0;
      for (const value of isOnSqlite() ? [...values, bytes] : values) {
        const written = await write(table, column, value, place);
        if (written === undefined) continue;
        taken += 1;
        for (const name of names) {
          const what = `${table}.${column} = ${typeof value} ${String(value).slice(0, 30)}: ${name}`;
          try {
            const after = await all.get(name)?.();
            const missing = after === undefined || signedTables.has(table) ? [] : lost(before.get(name), after, isBad);
            // Where the bad row is shown without a name, one item is missing.
            if (missing.length > (isBad(before.get(name)) ? 0 : 1))
              failures.push(`${what} loses ${JSON.stringify(missing[0])}`);
          } catch (error) {
            failures.push(`${what}: ${String(error).slice(0, 200)}`);
          }
        }
        place = await write(table, column, bad[column] ?? null, written);
        expect(place, `${table}.${column} is as it was`).toBeDefined();
      }
      if (taken === 0 && !isAutoIncrementing) refused.push(`${table}.${column}`);
    }
  }
  expect(empty.filter((table) => !unlisted.has(table))).toEqual([]);
  // Each column can hold something wrong.
  expect(refused).toEqual(generated.map(({ name }) => name));
  expect(failures).toEqual([]);
});
