import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cheapHash } from "../auth/passwords/testing.ts";
import { hashToken } from "../lib/tokens.ts";
import { isOnSqlite } from "../store/testing.ts";
import { createTestApp, type TestApp } from "../testing.ts";

const password = "a long enough password";
const otherPassword = "the thief's own password";
const network = "192.0.2.1";
const [hash, thiefsHash] = [cheapHash(password), cheapHash(otherPassword)];

let folder: string;
let desk: TestApp;
let ids: { owner: string; second: string; agent: string; former: string };

/** The program with two owners, an agent and a deactivated owner, all with the same password. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "front-desk-members-"));
  desk = await createTestApp({ file: join(folder, "live.sqlite") });
  ids = { owner: desk.member.id, second: "second", agent: desk.agent.id, former: "former" };
  const { members } = desk.store;
  for (const [name, id] of Object.entries(ids)) {
    const role = name === "agent" ? ("agent" as const) : ("owner" as const);
    await members.insert({ id, email: `${name}@example.com`, role, passwordHash: hash }, desk.clock.now());
  }
  await members.change(ids.former, { isActive: false });
  await desk.services.channels.setRule({ kind: "approval" }, null);
  await desk.services.signedMembers.verify();
});
afterEach(async () => {
  await desk.close();
  rmSync(folder, { recursive: true });
});

/** Runs statements as somebody with access to the store only. */
async function tamper(...statements: string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(desk.db);
}

/** Restarts the program on the same store and the files next to it. */
async function restart(): Promise<TestApp> {
  return createTestApp({ file: join(folder, "live.sqlite"), signing: desk.signing });
}

const signIn = async (name: string, typed: string, { services } = desk) =>
  (await services.signIn.signIn({ email: `${name}@example.com`, password: typed, network })).outcome;
const owners = async ({ store } = desk) =>
  (await store.members.list()).filter(({ role, isVerified }) => role === "owner" && isVerified).map(({ id }) => id);
const alarmOf = async ({ services } = desk) => (await services.signedMembers.verify()).alarm?.members ?? [];

const columns = "id, email, email_key, password_hash, created_at, role, is_active";
const insertThief = (more = "", values = "") =>
  `insert into member (${columns}${more}) values
    ('thief', 'thief@example.com', 'thief@example.com', '${thiefsHash}', 1, 'owner', 1${values})`;

describe("a member row written outside the program", () => {
  const edits: Array<[what: string, name: string, typed: () => string, () => string[]]> = [
    ["an owner put in", "thief", () => otherPassword, () => [insertThief()]],
    [
      "an owner put in, and the settings deleted, which tell the owners",
      "thief",
      () => otherPassword,
      () => [insertThief(), "delete from setting"],
    ],
    [
      "an owner put in with another's code",
      "thief",
      () => otherPassword,
      () => [
        insertThief(),
        `update member set mac = (select mac from member where id = '${ids.owner}'), revision = 1 where id = 'thief'`,
      ],
    ],
    [
      "another password",
      "second",
      () => otherPassword,
      () => [`update member set password_hash = '${thiefsHash}' where id = 'second'`],
    ],
    [
      "another's password",
      "owner",
      () => password,
      () => [`update member set password_hash = '${hash} ' where id = '${ids.owner}'`],
    ],
    ["another role", "agent", () => password, () => [`update member set role = 'owner' where id = '${ids.agent}'`]],
    ["switched on again", "former", () => password, () => [`update member set is_active = 1 where id = 'former'`]],
    [
      "another address",
      "thief",
      () => password,
      () => ["update member set email = 'thief@example.com', email_key = 'thief@example.com' where id = 'second'"],
    ],
    [
      "a recovery code put in",
      "second",
      () => password,
      () => ["insert into recovery_code (code_hash, member_id) values ('made up', 'second')"],
    ],
    [
      "a passkey put in",
      "second",
      () => password,
      () => [
        `insert into passkey (id, member_id, name, public_key, counter, transports, created_at)
          values ('made-up', 'second', 'Phone', 'made-up', 0, '[]', 1)`,
      ],
    ],
    [
      "one-time codes put in",
      "second",
      () => password,
      () => ["insert into totp (member_id, secret, step) values ('second', 'made up', 0)"],
    ],
    [
      "an owner made an old one",
      "second",
      () => password,
      () => ["update member set owner_since = 1 where id = 'second'"],
    ],
    [
      "a proposal put in",
      "agent",
      () => password,
      () => [`update member set owner_proposed_by = 'second', owner_proposed_at = 1 where id = '${ids.agent}'`],
    ],
    ["no code", "second", () => password, () => ["update member set mac = null where id = 'second'"]],
  ];

  it.each(edits)("is ignored: %s", async (_what, name, typed, statements) => {
    const all = await desk.store.members.list();
    const { token } = await desk.services.sessions.start(
      // An older session of any member.
      { id: all.find(({ email }) => email.startsWith(name))?.id ?? ids.second, email: "any", role: "owner" },
    );
    await tamper(...statements());
    const changed = await alarmOf();
    expect(changed).toHaveLength(1);
    const [id = ""] = changed;
    for (const program of [desk, await restart()]) {
      expect(await signIn(name, typed(), program)).toBe("refused");
      if (id !== "thief") expect(await program.services.sessions.find(token)).toBeNull();
      expect(await owners(program)).not.toContain(id);
      expect(await alarmOf(program)).toEqual([id]);
      const team = await program.services.team.list();
      expect(team.find((member) => member.id === id)?.isVerified).toBe(false);
      // Neither a new link nor a change makes it valid.
      expect(await program.services.accounts.newMemberLink(id)).toBeNull();
      expect(await program.services.team.renewLink(id)).toBeNull();
      await program.services.team.change(id, { role: "owner", isActive: true });
      await program.store.members.setPassword(id, thiefsHash);
      expect(await signIn(name, otherPassword, program)).toBe("refused");
      if (program !== desk) await program.close();
    }
  });

  it("is shown to owners only, with a banner, and in the metrics", async () => {
    const [owner, agent] = await Promise.all(
      (["owner", "agent"] as const).map(async (role) => {
        const id = role === "owner" ? ids.owner : ids.agent;
        return (await desk.services.sessions.start({ id, email: `${role}@example.com`, role })).token;
      }),
    );
    const state = async (token = "") =>
      (await desk.app.inject({ url: "/api/contacts/state", headers: { cookie: `session=${token}` } })).json();
    expect((await state(owner)).storeAlarms).toEqual([]);
    await tamper(insertThief());
    await desk.services.signedMembers.verify();
    expect((await state(owner)).storeAlarms).toEqual([
      {
        since: new Date(desk.clock.now()).toISOString(),
        message: "Changed or added by something other than this program: thief@example.com (owner).",
        code: "store-alarm.members",
        params: { members: expect.objectContaining({ code: "store-alarm.member" }) },
      },
    ]);
    expect((await state(agent)).storeAlarms).toEqual([]);
  });
});

describe("an older row of ours", () => {
  it.each(["running", "started again"])("is detected by the program, %s", async (moment) => {
    const read = async () =>
      (
        await sql<Record<string, string>>`select password_hash, mac, revision from member where id = 'second'`.execute(
          desk.db,
        )
      ).rows[0];
    const old = await read();
    await desk.store.members.setPassword("second", thiefsHash);
    expect(await signIn("second", otherPassword)).toBe("signed in");
    await desk.services.signedMembers.verify();
    await tamper(
      `update member set password_hash = '${old?.["password_hash"]}', mac = '${old?.["mac"]}',
        revision = ${old?.["revision"]} where id = 'second'`,
    );
    const program = moment === "running" ? desk : await restart();
    expect(await signIn("second", password, program)).toBe("refused");
    expect(await alarmOf(program)).toEqual(["second"]);
    if (program !== desk) await program.close();
  });

  it("raises an alarm if deleted, and allows no new first owner", async () => {
    await tamper("delete from member where id = 'second'");
    expect(await alarmOf()).toEqual(["second"]);
    await tamper("delete from member");
    const program = await restart();
    expect(await alarmOf(program)).toHaveLength(4);
    expect(await program.services.accounts.prepareFirstOwner({ email: "thief@example.com", password })).toBeUndefined();
    expect(await signIn("thief", password, program)).toBe("refused");
    await program.close();
  });
});

describe("an owner without a time since when the account is theirs", () => {
  const undate = () => tamper("update member set owner_since = null, mac = null, revision = 0");
  const isDated = async ({ db } = desk) =>
    (await sql`select 1 from member where role = 'owner' and owner_since is null`.execute(db)).rows.length === 0;

  /** The store as a version before this one has left it: it knew "long ago" as no time. */
  async function asOfBefore(): Promise<TestApp> {
    await undate();
    desk.signing.kept.memberHead = null;
    return restart();
  }

  it("gets one at the upgrade, once, with an entry in the audit log, and stays an owner", async () => {
    const program = await asOfBefore();
    expect([await isDated(program), await alarmOf(program)]).toEqual([true, []]);
    expect((await owners(program)).toSorted()).toEqual(["former", ids.owner, "second"].toSorted());
    expect((await program.store.members.findById("second"))?.ownerSince).toBe(0);
    const { entries } = await program.services.audit.list({ kind: "members-signed" }, { limit: 5 });
    expect(entries.filter(({ about }) => about.what === "owners with a time")).toHaveLength(1);
    await program.close();
  });

  it("is no owner from then on, though the row is signed", async () => {
    const program = await asOfBefore();
    // Simulates a trigger that got its way once: the agent's row with the column's default and our signature.
    const email = "agent@example.com";
    const { rows } = await sql<{ made: number }>`select created_at as made from member
      where id = ${ids.agent}`.execute(program.db);
    const row = ["member", ids.agent, 99, email, email, "owner", 1, hash, rows[0]?.made, null, null, null];
    const mac = await program.signing.mac(JSON.stringify([...row, null, null, null]));
    await tamper(
      `update member set role = 'owner', owner_since = null, revision = 99, mac = '${mac}' where id = '${ids.agent}'`,
    );
    for (const each of [program, await restart()]) {
      expect(await alarmOf(each)).toEqual([ids.agent]);
      expect(await signIn("agent", password, each)).toBe("refused");
      expect(await owners(each)).not.toContain(ids.agent);
      if (each !== program) await each.close();
    }
    // The operator who has reviewed it makes it one.
    await program.services.signedMembers.signAgain();
    expect(await owners(program)).toContain(ids.agent);
    expect([await isDated(program), await alarmOf(program)]).toEqual([true, []]);
    await program.close();
  });

  it("is nobody who was an owner before: whose role ends loses the time", async () => {
    await desk.store.members.change("second", { role: "agent" });
    expect((await desk.store.members.findById("second"))?.ownerSince).toBeNull();
    await desk.store.members.setPassword("second", hash, desk.clock.now());
    expect((await desk.store.members.findById("second"))?.ownerSince).toBeNull();
  });

  if (isOnSqlite())
    it("waits with the upgrade while something else changes the rows on their way", async () => {
      await undate();
      desk.signing.kept.memberHead = null;
      await tamper(
        `create trigger thief after update on member when new.owner_since = 0
          begin update member set owner_since = 7 where id = new.id; end`,
      );
      const program = await restart();
      expect((await program.services.signedMembers.verify()).alarm?.writes).toEqual(["member"]);
      expect(await signIn("second", password, program)).toBe("signed in");
      await tamper("drop trigger thief");
      expect(await alarmOf(program)).toEqual([]);
      expect(await isDated(program)).toBe(true);
      await program.close();
    });
});

describe("account access without its row", () => {
  const token = "a token that the thief has made up, long enough";
  const far = 9_000_000_000_000;

  it.each(["'second'", "null"])("is not possible with a forged link, for %s", async (member) => {
    const { signedMembers } = desk.services;
    await tamper(
      ...(member === "null" ? ["delete from member"] : []),
      `insert into one_time_link (token_hash, member_id, expires_at) values ('${hashToken(token)}', ${member}, ${far})`,
    );
    const set = { token, email: "thief@example.com", password: otherPassword };
    expect((await desk.services.accounts.setPassword(set)).outcome).toBe("no such link");
    // A link of ours that was assigned to another member, or whose end was postponed, does not work either.
    const own = await desk.services.accounts.newPasswordLink("agent@example.com");
    if (own === null) return;
    const before = await signedMembers.differences();
    await tamper("update one_time_link set member_id = 'second' where mac is not null");
    expect((await desk.services.accounts.setPassword({ ...set, token: own })).outcome).toBe("no such link");
    expect(await signedMembers.differences()).toEqual(before);
  });

  it("is not possible with a forged session", async () => {
    await tamper(
      `insert into session (token_hash, member_id, created_at, seen_at, id, proved_at, proof_mac)
        values ('${hashToken(token)}', 'second', ${desk.clock.now()}, ${desk.clock.now()}, 'made up', 1, 'made up')`,
    );
    expect(await desk.services.sessions.find(token)).toBeNull();
    expect(await desk.services.sessions.isOpen(token)).toBe(false);
  });
});

describe("signing the members of an older store", () => {
  const unsign = "update member set mac = null, revision = 0";

  it("happens once at the upgrade, and members stay signed in", async () => {
    await tamper(unsign);
    desk.signing.kept.memberHead = null;
    const program = await restart();
    expect(await alarmOf(program)).toEqual([]);
    expect(await signIn("second", password, program)).toBe("signed in");
    expect((await program.services.audit.list({}, { limit: 3 })).entries).toContainEqual(
      expect.objectContaining({ kind: "members-signed" }),
    );
    await program.close();
  });

  it("never happens again, whatever is deleted from the store", async () => {
    await tamper(insertThief(), unsign);
    const program = await restart();
    expect(await alarmOf(program)).toHaveLength(5);
    expect(await signIn("thief", otherPassword, program)).toBe("refused");
    await program.close();
  });

  it("requires an operator who has reviewed them, and adds an audit entry", async () => {
    await tamper(
      "update member set role = 'owner' where email_key = 'agent@example.com'",
      "delete from member where id = 'former'",
    );
    const { signedMembers } = desk.services;
    expect(await signedMembers.differences()).toEqual([
      "changed or added: agent@example.com (owner)",
      "deleted: the member former",
    ]);
    await signedMembers.signAgain();
    expect(await alarmOf()).toEqual([]);
    expect(await signIn("agent", password)).toBe("signed in");
    const { entries } = await desk.services.audit.list({ kind: "members-signed" }, { limit: 1 });
    expect(entries[0]?.about).toEqual({ names: [ids.agent, "former"] });
    const program = await restart();
    expect(await alarmOf(program)).toEqual([]);
    await program.close();
  });

  it("with the next key is done before the key rotation", async () => {
    await desk.signing.rotate((next) => desk.services.signedMembers.carryOver(next));
    expect(await alarmOf()).toEqual([]);
    expect(await signIn("second", password)).toBe("signed in");
    await desk.signing.rotate();
    expect(await alarmOf()).toHaveLength(4);
  });
});
