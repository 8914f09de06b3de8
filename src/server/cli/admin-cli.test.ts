import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { english } from "../testing-message-codes.ts";
import { noAudit } from "../audit/testing.ts";
import { goodInquiry } from "../testing-api.ts";
import { readConfig } from "../config.ts";
import { createAccounts } from "../auth/team/accounts.ts";
import { createServices } from "../compose.ts";
import { createSessions } from "../auth/sessions.ts";
import { createTestPasswordRules } from "../testing-clock.ts";
import { openSigning } from "../signing/create-signing.ts";
import { openStore, type Store } from "../open-store.ts";
import { newInquiry } from "../store/testing.ts";
import { runProgram } from "../testing-program.ts";

const email = "owner@example.com";

let cwd: string;
let store: Store;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-admin-"));
  // Stays open, as it does in a running server.
  store = await openStore({ dataDir: join(cwd, "data") });
  await openSigning({ dataDir: join(cwd, "data"), keyFile: undefined });
});
afterEach(async () => {
  await store.close();
  rmSync(cwd, { recursive: true });
});

async function admin(args: string[], typed = "", env: Record<string, string> = {}) {
  const { child, ended } = runProgram("admin-cli", { cwd, args, env });
  child.stdin.end(typed);
  return ended;
}

/** Returns the running server's response to a link. */
async function outcomeOf(token: string, input: { email?: string; password: string }): Promise<string> {
  const sessions = createSessions({
    audit: noAudit,
    store: store.sessions,
    limits: { idleMinutes: 60, hours: 24, stepUpMinutes: 10 },
    mac: async (text) => text,
    requiresSecondFactor: async () => false,
    now: Date.now,
  });
  const accounts = createAccounts({
    store: store.members,
    passwords: { hash: (text) => Promise.resolve(`hashed ${text}`), verify: () => Promise.resolve(true) },
    sessions,
    ...(await createTestPasswordRules(store, Date.now)),
    limits: { linkHours: 24 },
    now: Date.now,
  });
  return (await accounts.setPassword({ token, ...input })).outcome;
}

/** A server on the same files, after it has verified its channels. */
async function server() {
  const signing = await openSigning({ dataDir: join(cwd, "data"), keyFile: undefined });
  const { channels, siteSettings, trust, now } = await createServices(store, readConfig({}), signing);
  await channels.poll(true);
  return {
    contacts: channels,
    siteSettings,
    trust,
    now,
    add: (value: string) => channels.add({ type: "telegram", value, isActive: true, proof: "Desk 1" }),
    alarm: async () => english((await channels.poll(true)).alarm)?.message,
    values: async () => (await channels.active()).channels.map(({ value }) => value),
  };
}

/** Writes to the store behind the program's back. */
function tamper(statement: string): void {
  const database = new DatabaseSync(join(cwd, "data/front-desk.sqlite"));
  database.exec(statement);
  database.close();
}

const tokenIn = (stdout: string, kind: string) =>
  new RegExp(`/ContactAdmin/password#${kind}=([\\w-]{43})\\n$`).exec(stdout)?.[1];

describe("reset-password", () => {
  it("creates a link for a member, which the running server accepts", async () => {
    await store.members.insertFirst({ id: "owner", email, passwordHash: "old", role: "owner" }, 1);
    const { stdout, stderr, code } = await admin(["reset-password"], "OWNER@example.com\n", {
      PUBLIC_URL: "https://desk.example.com",
    });
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toContain("Open this link within 24 hours: https://desk.example.com/ContactAdmin/password#reset=");
    expect(await outcomeOf(tokenIn(stdout, "reset") ?? "", { password: "the new password" })).toBe("set");
    expect((await store.members.findByEmail(email))?.passwordHash).toBe("hashed the new password");
  });

  it("reports an unknown member", async () => {
    const { stdout, code } = await admin(["reset-password"], "nobody@example.com\n");
    expect(stdout).toContain("There is no member with this address.");
    expect(code).toBe(1);
  });
});

describe("reset-second-factor", () => {
  it("removes all second factors of one member", async () => {
    for (const [id, address] of [
      ["owner", email],
      ["other", "other@example.com"],
    ] as const) {
      await store.members.insert({ id, email: address, passwordHash: "hash", role: "owner" }, 1);
      await store.secondFactors.begin(id, `encrypted for ${id}`, 2);
      await store.secondFactors.confirm(id, `encrypted for ${id}`, 1);
      await store.secondFactors.replaceRecoveryCodes(id, [`a hash for ${id}`]);
    }
    const { stdout, stderr, code } = await admin(["reset-second-factor"], "OWNER@example.com\n");
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toContain("The member signs in with the password alone now.");
    expect(await store.secondFactors.of("owner")).toEqual({ hasCodes: false, passkeys: 0, recoveryCodes: 0 });
    expect(await store.secondFactors.of("other")).toEqual({ hasCodes: true, passkeys: 0, recoveryCodes: 1 });
  });

  it("reports an unknown member", async () => {
    const { stdout, code } = await admin(["reset-second-factor"], "nobody@example.com\n");
    expect(stdout).toContain("There is no member with this address.");
    expect(code).toBe(1);
  });
});

describe("re-sign", () => {
  it("lists what was changed outside the program, and signs it after a yes", async () => {
    await store.members.insert({ id: "owner", email, passwordHash: "hash", role: "owner" }, 1);
    expect((await admin(["re-sign"])).stdout).toContain("All members verify");
    tamper("update member set role = 'agent'");
    const refused = await admin(["re-sign"], "no\n");
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining(`changed or added: ${email} (agent)`)]);
    expect((await admin(["reset-password"], `${email}\n`)).code).toBe(1);
    expect((await admin(["re-sign", "--yes"])).code).toBe(0);
    expect((await admin(["reset-password"], `${email}\n`)).code).toBe(0);
  });

  it("is not needed after a key rotation", async () => {
    await store.members.insert({ id: "owner", email, passwordHash: "hash", role: "owner" }, 1);
    expect((await admin(["rotate-signing-key", "--yes"])).code).toBe(0);
    expect((await admin(["re-sign"])).stdout).toContain("All members verify");
  });
});

describe("approve-owner", () => {
  it("makes a proposed or new member an owner", async () => {
    await store.members.insert({ id: "agent", email, passwordHash: "hash", role: "agent" }, 1);
    const { stdout, code } = await admin(["approve-owner"], "OWNER@example.com\n");
    expect([code, stdout]).toEqual([0, expect.stringContaining("may approve at once")]);
    expect(await store.members.findById("agent")).toMatchObject({ role: "owner", ownerSince: 0 });
    expect((await admin(["approve-owner"], "nobody@example.com\n")).code).toBe(1);
  });

  it("asks about each change that waits, and puts in effect what is answered with yes", async () => {
    const { contacts: channels, trust, now } = await server();
    for (const [id, role] of [
      ["one", "owner"],
      ["two", "owner"],
      ["three", "owner"],
    ] as const)
      await store.members.insert({ id, email: `${id}@example.com`, passwordHash: "hash", role }, now());
    await channels.setRule({ kind: "approval" }, null);
    const actor = (id: string) => ({ id, email: `${id}@example.com` });
    for (const member of ["two", "three"])
      await trust.hold("owner-removal", { by: actor("one"), member: actor(member), payload: { role: "agent" } });
    const { stdout, stderr, code } = await admin(["approve-owner"], "one@example.com\nno\nyes\n");
    expect([stderr, code, stdout]).toEqual(["", 0, expect.stringContaining("Put in effect: 1 of 2.")]);
    const roles = (await store.members.list()).map(({ id, role }) => [id, role]);
    expect(Object.fromEntries(roles)).toEqual({ one: "owner", two: "owner", three: "agent" });
  });
});

describe("first-owner", () => {
  it("creates a new link only if there is no owner yet", async () => {
    const first = await admin(["first-owner"]);
    expect(first.code).toBe(0);
    expect(await outcomeOf(tokenIn(first.stdout, "new") ?? "", { email, password: "the password" })).toBe("set");
    const second = await admin(["first-owner"]);
    expect([second.stdout, second.code]).toEqual(["There is an owner already. Use reset-password.\n", 1]);
  });
});

describe("serve-again", () => {
  it("lets a server start on a store that was moved", async () => {
    await store.setTransferred("a PostgreSQL database");
    const start = () => runProgram("main", { cwd, env: { PORT: "0", LOG_LEVEL: "silent" } });
    const { stdout, stderr, code } = await start().ended;
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toMatch(/^DATA_DIR: the store in .*data was moved to a PostgreSQL database .*serve-again\n$/);
    const env = { BACKUP_DIR: "backups", BACKUP_UNENCRYPTED: "true" };
    expect(await runProgram("backup-cli", { cwd, env }).ended).toMatchObject({ stdout: "", stderr, code: 1 });
    expect((await admin(["serve-again"])).code).toBe(0);
    const { child, ended } = start();
    child.stdout.once("data", () => child.kill("SIGTERM"));
    expect((await ended).code).toBe(0);
  });
});

describe("erase-inquiries", () => {
  it("erases what was sent with an address, and prints the count", async () => {
    const given = [
      goodInquiry,
      { ...goodInquiry, email: "ASHA@example.com" },
      { ...goodInquiry, email: "ravi@example.com" },
    ];
    for (const fields of given) await store.inquiries.insert(newInquiry(fields), [], 1);
    const { stdout, code } = await admin(["erase-inquiries"], "asha@example.com\n");
    expect(stdout).toContain("Erased: 2");
    expect(code).toBe(0);
    expect(await store.inquiries.count()).toBe(1);
  });
});

describe("rotate-signing-key", () => {
  it("keeps encrypted values readable with the new key alone", async () => {
    const place = { dataDir: join(cwd, "data"), keyFile: undefined };
    const signing = await openSigning(place);
    const { encryption, channels } = await createServices(store, readConfig({}), signing);
    await channels.poll(true);
    const encrypted = await encryption.encrypt("a secret", "mine");
    const under = async () => {
      const database = new DatabaseSync(join(cwd, "data/front-desk.sqlite"));
      const rows = database.prepare("select name from secret where name like 'seal %'").all();
      database.close();
      return rows.map(({ name }) => name);
    };
    const before = await under();
    expect((await admin(["rotate-signing-key", "--yes"])).code).toBe(0);
    expect(await encryption.decrypt(encrypted, "mine")).toBe("a secret");
    expect(await encryption.decrypt(encrypted, "another's")).toBeNull();
    expect(await under()).toEqual([`seal ${(await signing.publicKeys()).keys[0]?.kid}`]);
    expect(await under()).not.toEqual(before);
  });

  it("asks first", async () => {
    const key = readFileSync(join(cwd, "data/signing-key.pem"), "utf8");
    const { stdout, stderr, code } = await admin(["rotate-signing-key"], "no\n");
    expect([stderr, code]).toEqual(["Nothing was changed.\n", 1]);
    expect(stdout).toContain("Rotate the key? Type yes: ");
    expect(readFileSync(join(cwd, "data/signing-key.pem"), "utf8")).toBe(key);
  });

  it("adds a new key; the old one stays listed", async () => {
    const place = { dataDir: join(cwd, "data"), keyFile: undefined };
    const signing = await openSigning(place);
    const [old] = (await signing.publicKeys()).keys;
    const { stdout, stderr, code } = await admin(["rotate-signing-key", "--yes"]);
    expect([stderr, code]).toEqual(["", 0]);
    const { keys } = await signing.publicKeys();
    expect(stdout).toBe(`The channels are signed with a new key from now on: ${keys[0]?.kid}\n`);
    expect(keys.slice(1)).toEqual([old]);
  });

  it("keeps the key during an alarm, and says why", async () => {
    await (await server()).add("@saffron_example");
    const key = readFileSync(join(cwd, "data/signing-key.pem"), "utf8");
    tamper("update channel_book set sealed = 'x'");
    const { stdout, stderr, code } = await admin(["rotate-signing-key", "--yes"]);
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toMatch(
      /^The key was not changed: there is an alarm about the channels.*\n.*changed by something other.*\n/,
    );
    expect(readFileSync(join(cwd, "data/signing-key.pem"), "utf8")).toBe(key);
  });

  it("reports in one line if SIGNING_KEY_FILE names no key", async () => {
    const { stdout, stderr, code } = await admin(["rotate-signing-key", "--yes"], "", { SIGNING_KEY_FILE: "none.pem" });
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toMatch(
      /^SIGNING_KEY_FILE: the file .*none\.pem cannot be used \(ENOENT\); restore it .* make one with: .*\n$/,
    );
  });
});

describe("trust-channels", () => {
  it("publishes the list of a store whose key is lost, once an operator has reviewed it", async () => {
    await (await server()).add("@saffron_example");
    for (const file of ["signing-key.pem", "official-channels.sealed.json"]) rmSync(join(cwd, "data", file));
    const running = await server();
    expect(await running.alarm()).toContain("changed by something other");
    const refused = await admin(["trust-channels"], "no\n");
    expect([refused.stderr, refused.code]).toEqual(["Nothing was changed.\n", 1]);
    expect(await running.alarm()).toBeDefined();

    const { stdout, stderr, code } = await admin(["trust-channels"], "yes\n");
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toContain("  telegram  @saffron_example  (active; Desk 1)\n");
    expect(stdout).toContain("The list is published, and signed with the present key.\n");
    expect(await running.alarm()).toBeUndefined();
    expect(await running.values()).toEqual(["@saffron_example"]);
  });

  it("publishes the list of an older store that was restored deliberately", async () => {
    const running = await server();
    const owner = { id: "owner", email, role: "owner" as const };
    const { values } = await running.siteSettings.view(owner);
    await running.siteSettings.save({ ...values, country: "GB" }, 0, owner);
    const number = { type: "phone" as const, value: "+44 20 7946 0018", isActive: true };
    await running.contacts.add({ ...number, proof: "Or 020 7946 0018" });
    await running.add("@saffron_example");
    tamper("create table older as select * from channel_book");
    await running.add("@later_example");
    tamper("update channel_book set (version, sealed) = (select version, sealed from older); drop table older");
    expect(await running.alarm()).toContain("older");
    const { stdout, code } = await admin(["trust-channels"], "yes\n");
    expect(stdout).toContain("older");
    // The numbers in descriptions are read with the country that owners set.
    expect(stdout).not.toContain("  ! ");
    expect(code).toBe(0);
    expect(await running.alarm()).toBeUndefined();
    expect(await running.values()).toEqual(["+44 20 7946 0018", "@saffron_example"]);
  });

  it("does nothing without an alarm", async () => {
    const { stdout, stderr, code } = await admin(["trust-channels"]);
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toBe("There is no alarm: the channels in the store are trusted already.\n");
  });
});

it("--yes is an option of the commands that ask for nothing else", async () => {
  const { stderr, code } = await admin(["trust-channels", "--yes"]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^--yes is for rotate-signing-key and re-sign\n/)]);
});

it.each(["reset-password", "rotate-signing-key", "accept-damage"])("%s says that its input has ended", async (what) => {
  const { stderr, code } = await admin([what]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^The input ended before this was answered, and nothing/)]);
});

it("names a wrong variable in one line", async () => {
  const { stdout, stderr, code } = await admin(["first-owner"], "", { PORT: "x" });
  expect([stdout, stderr, code]).toEqual(["", "PORT must be a whole number from 0 to 65535\n", 1]);
});
