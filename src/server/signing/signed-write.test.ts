import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashOver } from "../audit/audit-hash.ts";
import { cheapHash } from "../auth/passwords/testing.ts";
import { hashToken } from "../lib/tokens.ts";
import type { TurnTakingKysely } from "../store/postgres/transactions.ts";
import { isOnSqlite } from "../store/testing.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { TamperedWriteError } from "./signed-write.ts";

/** A database account that owns the tables: it installs triggers, and waits for the program's next honest change. */

const password = "a long enough password";
let desk: TestApp;
let agent: { id: string; email: string; role: "agent" };

beforeEach(async () => {
  desk = await createTestApp();
  const { members } = desk.store;
  const hash = cheapHash(password);
  await members.insert({ ...desk.member, passwordHash: hash }, desk.clock.now());
  agent = { ...desk.agent, role: "agent" };
  await members.insert({ ...agent, passwordHash: hash }, desk.clock.now());
});
afterEach(async () => {
  for (const drop of dropped.splice(0)) await sql.raw(drop).execute(desk.db);
  await desk.close();
});

const dropped: string[] = [];

/** Changes `column` of each row that is written, as a trigger of the table's owner. */
async function trigger(table: string, event: "insert" | "update", column: string, value: string, when = "true") {
  const name = `thief_${table}_${event}`;
  if (isOnSqlite()) {
    await sql
      .raw(
        `create trigger ${name} after ${event} on ${table} when ${when}
          begin update ${table} set ${column} = ${value} where rowid = new.rowid; end`,
      )
      .execute(desk.db);
    dropped.push(`drop trigger ${name}`);
    return;
  }
  await sql
    .raw(
      `create function ${name}() returns trigger language plpgsql as
        $$ begin if ${when} then new.${column} := ${value}; end if; return new; end $$`,
    )
    .execute(desk.db);
  await sql
    .raw(`create trigger ${name} before ${event} on ${table} for each row execute function ${name}()`)
    .execute(desk.db);
  dropped.push(`drop trigger ${name} on ${table}`, `drop function ${name}`);
}

const rowsOf = (table: string) => sql.raw(`select * from ${table} order by 1`).execute(desk.db);
const alarm = async () => (await desk.services.signedMembers.verify()).alarm;

/** The whole change fails, the alarm says so, and no row is the thief's. */
async function expectRefused(table: string, write: () => Promise<unknown>, kind: string): Promise<void> {
  const before = (await rowsOf(table)).rows;
  await expect(write()).rejects.toThrow(TamperedWriteError);
  expect((await rowsOf(table)).rows).toEqual(before);
  expect(await alarm()).toMatchObject({ writes: [kind], message: expect.stringContaining(kind) });
}

describe("a trigger cannot have the thief's fields of a member signed", () => {
  const owners = async () =>
    (await desk.store.members.list()).filter(({ role, isVerified }) => role === "owner" && isVerified).length;

  it("that makes an agent an owner when they change their password", async () => {
    await trigger("member", "update", "role", "'owner'");
    await expectRefused(
      "member",
      () => desk.store.members.setPassword(agent.id, cheapHash("another long one")),
      "member",
    );
    expect(await owners()).toBe(1);
  });

  it("that makes an invited agent an owner with a known password", async () => {
    await trigger("member", "insert", "role", "'owner'");
    const invited = { id: "new", email: "new@example.com", role: "agent" as const, passwordHash: "" };
    await expectRefused("member", () => desk.store.members.insert(invited, desk.clock.now()), "member");
    expect(await owners()).toBe(1);
  });

  it.each(["password_hash", "email", "is_active", "owner_since", "created_at"])("in %s", async (column) => {
    await trigger("member", "update", column, column.endsWith("e") || column.endsWith("t") ? "7" : "'7'");
    await expectRefused("member", () => desk.store.members.change(agent.id, { role: "owner" }), "member");
  });

  it("that adds a recovery code, or replaces the key of a passkey", async () => {
    await trigger("recovery_code", "insert", "code_hash", "'stolen'", "new.code_hash <> 'stolen'");
    await expectRefused(
      "recovery_code",
      () => desk.store.secondFactors.replaceRecoveryCodes(agent.id, [hashToken("one")]),
      "member",
    );
    await trigger("passkey", "insert", "public_key", "'stolen'");
    const passkey = { id: "key", memberId: agent.id, name: "Phone", publicKey: "mine", counter: 0, transports: [] };
    await expectRefused(
      "passkey",
      () => desk.store.passkeys.add({ ...passkey, createdAt: 1, usedAt: null }, 5),
      "member",
    );
  });

  it("and the alarm ends with the first write that the store keeps", async () => {
    await trigger("member", "update", "role", "'owner'");
    await expect(desk.store.members.change(agent.id, { isActive: false })).rejects.toThrow(TamperedWriteError);
    expect(await alarm()).not.toBeNull();
    for (const drop of dropped.splice(0)) await sql.raw(drop).execute(desk.db);
    await desk.store.members.change(agent.id, { isActive: false });
    expect(await alarm()).toBeNull();
  });
});

// SQLite has one writer, so no row is locked.
if (!isOnSqlite())
  it("signs no member changed behind a row lock, for which the program waits", async () => {
    const thief = desk.db as TurnTakingKysely;
    let change: Promise<unknown> | undefined;
    await thief.beside().execute(async (transaction) => {
      await sql`select 1 from member where id = ${agent.id} for update`.execute(transaction);
      change = desk.store.members.setPassword(agent.id, cheapHash("another long one")).catch((error: unknown) => error);
      const waiting = sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'transactionid'`;
      await expect.poll(async () => (await waiting.execute(desk.db)).rows).toHaveLength(1);
      await sql`update member set role = 'owner' where id = ${agent.id}`.execute(transaction);
    });
    expect(await change).toBeInstanceOf(TamperedWriteError);
    expect(await desk.store.members.findById(agent.id)).toMatchObject({ role: "owner", isVerified: false });
    expect(await alarm()).toMatchObject({ writes: ["member"], members: [agent.id] });
  });

it.each(["member_id", "created_at", "mac"])("signs no session whose %s a trigger changes", async (column) => {
  await trigger("session", "insert", column, column === "created_at" ? "7" : `'${desk.member.id}'`);
  await expectRefused("session", () => desk.services.sessions.start(agent), "session");
});

it.each(["member_id", "proved_at", "proof_mac"])("signs no step-up whose %s a trigger changes", async (column) => {
  const signedIn = await desk.services.sessions.start(agent);
  await trigger("session", "update", column, column === "proved_at" ? "7" : `'${desk.member.id}'`);
  await expectRefused("session", () => desk.services.sessions.recordStepUp(signedIn), "step-up");
});

it.each(["scopes", "member_id", "expires_at"])("signs no API token whose %s a trigger changes", async (column) => {
  await trigger("api_token", "insert", column, column === "expires_at" ? "9000000000000" : `'${agent.id}'`);
  const day = new Date(desk.clock.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const make = () =>
    desk.services.apiTokens.make({ name: "Sync", scopes: ["inquiries:read"], expiresOn: day }, desk.member);
  await expectRefused("api_token", make, "API token");
});

it("signs no settings that a trigger changes", async () => {
  await desk.services.settings.poll();
  await trigger("setting", "update", "value", "'{}'");
  await expectRefused("setting", () => desk.services.settings.signAgain(), "settings");
});

it("signs no channel list that a trigger changes, and hides all channels in spite of it", async () => {
  const { channels } = desk.services;
  const add = (value: string) => channels.add({ type: "telegram", value, isActive: true, proof: "" });
  await add("@saffron_example");
  await trigger("channel_book", "update", "sealed", "'{}'");
  await expectRefused("channel_book", () => add("@saffron_second"), "channel list");
  // A trigger on the audit log cannot prevent it either.
  await trigger("audit_entry", "insert", "entry", "'{}'");
  expect(await channels.setHidden(true, null)).toMatchObject({ outcome: "done" });
  expect((await channels.active()).isHidden).toBe(true);
  expect((await channels.poll(true)).channelList.hidden).not.toBeNull();
  dropped.splice(0, isOnSqlite() ? 1 : 2);
});

it("chains the audit log to no entry that a trigger changes", async () => {
  const record = () => desk.services.audit.record({ kind: "signed-out", by: agent, about: {} });
  await record();
  // The log's own trigger refuses updates, so a thief's trigger on SQLite would have to drop it first.
  if (isOnSqlite()) await sql.raw("drop trigger audit_entry_update").execute(desk.db);
  await trigger("audit_entry", "insert", "entry", "'{}'");
  await expectRefused("audit_entry", record, "audit entry");
});

it("vouches with no signature for an audit entry that it did not sign", async () => {
  const { audit } = desk.services;
  const record = () => audit.record({ kind: "signed-out", by: agent, about: {} });
  await record();
  const { rows } = await sql<{ number: number }>`select max(number) as number from audit_entry`.execute(desk.db);
  const number = Number(rows[0]?.number) + 1;
  // A whole entry with the right hash, as a thief can compute it, and without our signature.
  const last = await desk.store.audit.last();
  const entry = JSON.stringify({ number, at: 1, kind: "signed-out", by: null, about: {} });
  const forged = { number, entry, hash: hashOver(last, entry), seal: last?.seal ?? "" };
  await desk.db.insertInto("audit_entry").values(forged).execute();
  await record();
  expect(await audit.check()).toMatchObject({ outcome: "broken", number });
  await audit.accept("a test");
  expect(await audit.check()).toMatchObject({ outcome: "whole" });
});

it("keeps what was verified through every change of a member's factors", async () => {
  const { secondFactors, passkeys, members } = desk.store;
  const verified = async () => (await members.findById(agent.id))?.isVerified;
  const codes = ["c", "B", "a", "-", "_", "9", "Z"].map((each) => each + hashToken(each));
  await secondFactors.begin(agent.id, "secret", 9e12);
  await secondFactors.confirm(agent.id, "secret", 1);
  await secondFactors.replaceRecoveryCodes(agent.id, codes);
  expect(await verified()).toBe(true);
  for (const id of ["b", "A", "-", "aa", "a", "_"])
    await passkeys.add(
      {
        id,
        memberId: agent.id,
        name: id,
        publicKey: `key${id}`,
        counter: 0,
        transports: [],
        createdAt: 1,
        usedAt: null,
      },
      9,
    );
  expect(await verified()).toBe(true);
  await passkeys.remove(agent.id, "aa", { keepOne: false });
  const token = { key: "used", expiresAt: 9e12 };
  expect(await secondFactors.useRecoveryCode(agent.id, codes[2] ?? "", token)).toBe("used");
  await secondFactors.removeCodes(agent.id, { keepOne: true });
  expect(await verified()).toBe(true);
  await secondFactors.removeAll(agent.id, null, [], desk.clock.now());
  expect(await verified()).toBe(true);
  expect(await alarm()).toBeNull();
});

it("signs no link whose member or end a trigger changes", async () => {
  await trigger("one_time_link", "insert", "member_id", `'${desk.member.id}'`);
  const add = () => desk.services.accounts.newPasswordLink(agent.email);
  await expectRefused("one_time_link", add, "one-time link");
  await sql.raw(dropped.shift() ?? "").execute(desk.db);
  for (const drop of dropped.splice(0)) await sql.raw(drop).execute(desk.db);
  await trigger("one_time_link", "insert", "expires_at", "9000000000000");
  await expectRefused("one_time_link", add, "one-time link");
});
