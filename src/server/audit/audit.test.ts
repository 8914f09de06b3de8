import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AuditEvent, auditKinds, kindsOf } from "#domain/audit.ts";
import { createTestSigning, type TestSigning } from "../signing/testing.ts";
import type { AuditRow } from "./audit-hash.ts";
import { isOnSqlite, openTestStore } from "../store/testing.ts";
import { createAudit } from "./audit.ts";
import { createAuditChain } from "./audit-chain.ts";
import { createClock } from "../testing-clock.ts";
import { withoutTriggers } from "./testing.ts";

const owner = { id: "0a0a", email: "owner@example.com" };

async function createTest() {
  const clock = createClock();
  const { db, store } = await openTestStore();
  const signing = await createTestSigning();
  const audit = createAudit({ store: store.audit, signing, now: clock.now });
  /** Writes this many different entries. */
  async function fill(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      clock.advance({ seconds: index % 3 });
      await audit.record(event(index));
    }
    await audit.settled();
  }
  return { audit, clock, db, fill, signing, store };
}

const event = (index: number): AuditEvent => ({
  kind: auditKinds[index % auditKinds.length] ?? "signed-in",
  by: index % 4 === 0 ? null : owner,
  about: { index, way: "password", names: ["a", "b"], right: index % 2 === 0, member: index % 5 === 0 ? "0b0b" : null },
});

let test: Awaited<ReturnType<typeof createTest>>;
beforeEach(async () => {
  test = await createTest();
});
afterEach(() => test.db.destroy());

const rows = () => test.store.audit.above(0, 1_000_000);

/** Replaces the whole log, as somebody with the store's file could. */
async function put(next: readonly AuditRow[]): Promise<void> {
  await withoutTriggers(test.db, async () => {
    await test.db.deleteFrom("audit_entry").execute();
    for (const { number, entry, hash, seal } of next) {
      await test.db.insertInto("audit_entry").values({ number, entry, hash, seal }).execute();
    }
  });
}

describe("the audit log", () => {
  it("is whole while the disk is slow to keep the first entry beside the store", async () => {
    const { auditHead } = test.signing;
    const { promise: slow, resolve: write } = Promise.withResolvers<void>();
    const file = { read: () => auditHead.read(), write: (text: string) => slow.then(() => auditHead.write(text)) };
    const signing = { ...test.signing, auditHead: file };
    const audit = createAudit({ store: test.store.audit, signing, now: test.clock.now });
    for (const index of [1, 2]) await audit.record(event(index));
    const checked = audit.check();
    write();
    expect(await checked).toEqual({ outcome: "whole", entries: 2 });
  });

  it("verifies when empty, and after each entry", async () => {
    expect(await test.audit.check()).toEqual({ outcome: "whole", entries: 0 });
    for (const entries of [1, 2, 3]) {
      await test.fill(1);
      expect(await test.audit.check()).toEqual({ outcome: "whole", entries });
    }
  });

  it("returns entries as recorded, newest first, in pages", async () => {
    await test.fill(7);
    const first = await test.audit.list({}, { limit: 3 });
    expect(first.entries.map(({ number }) => number)).toEqual([7, 6, 5]);
    const second = await test.audit.list({}, { limit: 3, before: first.next ?? 0 });
    expect(second.entries.map(({ number }) => number)).toEqual([4, 3, 2]);
    const third = await test.audit.list({}, { limit: 3, before: second.next ?? 0 });
    expect(third).toMatchObject({ next: null, unreadable: [] });
    expect(third.entries).toEqual([{ number: 1, at: "2026-11-01T12:00:00.000Z", ...event(0) }]);
  });

  it("is filtered by kind, and by actor or subject", async () => {
    await test.fill(90);
    const all = (await test.audit.list({}, { limit: 100 })).entries;
    const { entries: ofKind } = await test.audit.list({ kind: "password-set" }, { limit: 100 });
    expect(ofKind).toEqual(all.filter(({ kind }) => kind === "password-set"));
    expect(ofKind.length).toBeGreaterThan(1);
    const { entries: byOwner } = await test.audit.list({ member: owner.id }, { limit: 100 });
    expect(byOwner).toEqual(all.filter(({ by }) => by?.id === owner.id));
    const { entries: aboutOther } = await test.audit.list({ member: "0b0b" }, { limit: 100 });
    expect(aboutOther).toEqual(all.filter(({ about }) => about["member"] === "0b0b"));
    const both = await test.audit.list({ kind: "signed-in", member: "0b0b" }, { limit: 100 });
    expect(both.entries.length).toBeGreaterThan(0);
    expect(both.entries).toEqual(aboutOther.filter(({ kind }) => kind === "signed-in"));
  });

  it("is filtered by group and by time, also if the clock was wrong by hours", async () => {
    const { audit, clock, fill } = test;
    for (const hours of [24, 24, -5, 24, 24]) {
      clock.advance({ hours });
      await fill(8);
    }
    const all = (await audit.list({}, { limit: 100 })).entries;
    for (const [from, until] of [
      ["2026-11-02T12:00:00.000Z", "2026-11-03T12:00:00.000Z"],
      ["2026-11-03T10:00:00.000Z", "2026-11-04T00:00:00.000Z"],
      ["2026-11-05T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    ] as const) {
      const { entries } = await audit.list({ from: Date.parse(from), until: Date.parse(until) }, { limit: 100 });
      expect(entries.length).toBeGreaterThan(0);
      expect(entries).toEqual(all.filter(({ at }) => at >= from && at < until));
    }
    const choice = { group: "sign-ins", from: Date.parse("2026-11-03T00:00:00Z") } as const;
    const first = await audit.list(choice, { limit: 3 });
    const rest = await audit.list(choice, { limit: 100, before: first.next ?? 0 });
    const signIns = all.filter(({ kind, at }) => kindsOf("sign-ins").includes(kind) && at >= "2026-11-03");
    expect([...first.entries, ...rest.entries]).toEqual(signIns);
    expect((await audit.list({ from: Date.parse("2027-01-01") }, { limit: 3 })).entries).toEqual([]);
  });

  it("gets each entry once, in one chain, also for simultaneous records", async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => test.audit.record(event(index))));
    await test.audit.settled();
    expect(await test.audit.check()).toEqual({ outcome: "whole", entries: 50 });
    const { entries } = await test.audit.list({}, { limit: 100 });
    expect(new Set(entries.map(({ about }) => about["index"])).size).toBe(50);
  });

  it("still verifies after a key rotation, and is then signed with the new key", async () => {
    await test.fill(2);
    await test.signing.rotate();
    await test.fill(2);
    expect(await test.audit.check()).toEqual({ outcome: "whole", entries: 4 });
    const headers = (await rows()).map(({ seal }) => seal.split(".")[0]);
    expect(new Set(headers).size).toBe(2);
  });

  it("rejects statements that change or delete entries", async () => {
    await test.fill(3);
    const before = await rows();
    const [first, , last] = before;
    if (first === undefined || last === undefined) throw new Error("there are three entries");
    const statements = [
      sql`update audit_entry set entry = '{}' where number = 2`,
      sql`update audit_entry set number = 9 where number = 3`,
      sql`delete from audit_entry where number = 3`,
      sql`delete from audit_entry`,
      ...(isOnSqlite()
        ? [
            sql`insert or replace into audit_entry (number, entry, hash, seal) values (3, '{}', '', '')`,
            sql`replace into audit_entry (number, entry, hash, seal) values (1, '{}', '', '')`,
          ]
        : [sql`truncate audit_entry`, sql`truncate audit_entry restart identity cascade`]),
      sql`insert into audit_entry (number, entry, hash, seal) values (5, '{}', '', '')`,
      sql`insert into audit_entry (number, entry, hash, seal) values (0, '{}', '', '')`,
      sql`insert into audit_entry (number, entry, hash, seal) values (-1, '{}', '', '')`,
    ];
    for (const statement of statements) await expect(statement.execute(test.db)).rejects.toThrow("only grows");
    expect(await rows()).toEqual(before);
  });
});

/** A seeded generator of numbers from 0 up to, but not including, the limit. */
function seeded(seed: number) {
  let state = seed;
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_{}":,';
function changeLetter(text: string, pick: (limit: number) => number): string {
  const at = pick(text.length);
  const others = letters.split("").filter((letter) => letter !== text[at]);
  return text.slice(0, at) + others[pick(others.length)] + text.slice(at + 1);
}

/** Tampers with the rows and returns the number of the first entry that is then wrong. */
type Attack = (rows: AuditRow[], pick: (limit: number) => number) => Promise<number> | number;

/** Rewrites the log from an entry on, with hashes that fit. */
async function rechained(all: AuditRow[], from: number, signer: TestSigning): Promise<AuditRow[]> {
  const chain = createAuditChain(signer);
  const next = all.slice(0, from);
  for (const row of all.slice(from)) {
    const { number: _number, at, ...rest } = JSON.parse(row.entry) as { number: number; at: number } & AuditEvent;
    next.push(await chain.draft(rest, at)(next.at(-1) ?? null));
  }
  return next;
}

const attacks: Record<string, Attack> = {
  "a character of an entry": (all, pick) => {
    const at = pick(all.length);
    const row = all[at];
    if (row !== undefined) all[at] = { ...row, entry: changeLetter(row.entry, pick) };
    return at + 1;
  },
  "a character of a hash": (all, pick) => {
    const at = pick(all.length);
    const row = all[at];
    if (row !== undefined) all[at] = { ...row, hash: changeLetter(row.hash, pick) };
    return at + 1;
  },
  "a character of a signature": (all, pick) => {
    const at = pick(all.length);
    const row = all[at];
    if (row !== undefined) all[at] = { ...row, seal: changeLetter(row.seal, pick) };
    return at + 1;
  },
  "an entry in the middle taken out": (all, pick) => {
    const at = pick(all.length - 1);
    all.splice(at, 1);
    return at + 1;
  },
  "an entry taken out, the others renumbered": (all, pick) => {
    const at = pick(all.length - 1);
    all.splice(at, 1);
    for (const [index, row] of all.entries()) all[index] = { ...row, number: index + 1 };
    return at + 1;
  },
  "an entry of before put in again": (all, pick) => {
    const at = 1 + pick(all.length - 1);
    const copied = all[pick(at)];
    if (copied !== undefined) all.splice(at, 0, copied);
    for (const [index, row] of all.entries()) all[index] = { ...row, number: index + 1 };
    return at + 1;
  },
  "two entries in each other's place": (all, pick) => {
    const at = pick(all.length - 1);
    const other = at + 1 + pick(all.length - at - 1);
    const [one, two] = [all[at], all[other]];
    if (one !== undefined && two !== undefined) {
      all[at] = { ...two, number: at + 1 };
      all[other] = { ...one, number: other + 1 };
    }
    return at + 1;
  },
  "the end cut off": (all, pick) => {
    const left = pick(all.length);
    all.length = left;
    return left + 1;
  },
  "an entry changed and the chain rebuilt with another key": async (all, pick) => {
    const at = pick(all.length);
    const row = all[at];
    if (row !== undefined) all[at] = { ...row, entry: row.entry.replace(/"index":\d+/, '"index":777') };
    const next = await rechained(all, at, await createTestSigning());
    all.splice(0, all.length, ...next);
    return at + 1;
  },
  "an added entry at the end": async (all) => {
    const chain = createAuditChain(await createTestSigning());
    all.push(await chain.draft(event(1), 1)(all.at(-1) ?? null));
    return all.length;
  },
  "a number that is none of the row's": (all, pick) => {
    const at = pick(all.length);
    for (const [index, row] of all.entries()) if (index >= at) all[index] = { ...row, number: row.number + 3 };
    return at + 1;
  },
};

describe.each(Object.entries(attacks))("finds %s", (_name, attack) => {
  it("and names the first entry that does not verify", async () => {
    await test.fill(12);
    const whole = await rows();
    const pick = seeded(20_261_121);
    for (let round = 0; round < 40; round += 1) {
      const changed = [...whole];
      const first = await attack(changed, pick);
      await put(changed);
      expect(await test.audit.check(), `round ${round}`).toMatchObject({ outcome: "broken", number: first });
    }
    await put(whole);
    expect(await test.audit.check()).toEqual({ outcome: "whole", entries: 12 });
  });
});

describe("a truncated log", () => {
  it("is still detected after the log has grown again", async () => {
    await test.fill(12);
    await put((await rows()).slice(0, 8));
    await test.fill(9);
    expect(await test.audit.check()).toMatchObject({ outcome: "broken", number: 12 });
    expect(JSON.parse(test.signing.kept.auditHead ?? "")).toMatchObject({ number: 12 });
  });

  it("is detected if all entries are gone", async () => {
    await test.fill(3);
    await put([]);
    expect(await test.audit.check()).toMatchObject({ outcome: "broken", number: 1 });
    await test.fill(1);
    expect(await test.audit.check()).toMatchObject({ outcome: "broken", number: 2 });
  });

  it("can be accepted by an operator, which the log records", async () => {
    await test.fill(12);
    await put((await rows()).slice(0, 8));
    await test.audit.accept("restored an older copy");
    expect(await test.audit.check()).toEqual({ outcome: "whole", entries: 9 });
    const { entries } = await test.audit.list({ kind: "audit-log-accepted" }, { limit: 10 });
    expect(entries).toMatchObject([{ number: 9, about: { found: "restored an older copy" } }]);
  });

  it("counts as whole again once a command has accepted it, without a restart", async () => {
    await test.fill(12);
    await put((await rows()).slice(0, 8));
    await test.audit.check();
    await test.audit.recheckBroken();
    expect(test.audit.lastCheck()?.found.outcome).toBe("broken");
    const command = createAudit({ store: test.store.audit, signing: test.signing, now: test.clock.now });
    await command.accept("restored an older copy");
    await test.audit.recheckBroken();
    expect(test.audit.lastCheck()?.found).toEqual({ outcome: "whole", entries: 9 });
  });
});

describe("the copy beside the store", () => {
  it("may be behind, as after a crash", async () => {
    await test.fill(3);
    const { auditHead } = test.signing.kept;
    await test.fill(3);
    test.signing.kept.auditHead = auditHead;
    expect(await test.audit.check()).toEqual({ outcome: "whole", entries: 6 });
    await test.fill(1);
    expect(JSON.parse(test.signing.kept.auditHead ?? "")).toMatchObject({ number: 7 });
  });

  it.each([[null], [""], ["{}"], ['{"number":"12","hash":3}']])("raises an alarm if it is %j", async (text) => {
    await test.fill(12);
    test.signing.kept.auditHead = text;
    expect(await test.audit.check()).toMatchObject({ outcome: "broken", number: 12 });
  });
});

it("names unreadable entries, and shows the others", async () => {
  await test.fill(4);
  const all = await rows();
  const texts = ["not json", "{}", '{"number":7}'];
  await put(all.map((row, index) => ({ ...row, entry: texts[index] ?? row.entry })));
  const page = await test.audit.list({}, { limit: 10 });
  expect(page.entries.map(({ number }) => number)).toEqual([4]);
  expect(page.unreadable).toEqual([3, 2, 1]);
  // Nobody hides an entry from a view by its time.
  expect((await test.audit.list({ until: 1 }, { limit: 10 })).unreadable).toEqual([3, 2, 1]);
});
