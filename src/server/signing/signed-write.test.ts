import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cheapHash } from "../auth/passwords/testing.ts";
import { hashToken } from "../lib/tokens.ts";
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
