import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noAudit } from "../audit/testing.ts";
import { openTestStore } from "../store/testing.ts";
import { createSessions } from "./sessions.ts";
import { createClock } from "../testing-clock.ts";
import { hashToken } from "../lib/tokens.ts";

const member = { id: "owner", email: "owner@example.com", role: "owner" as const };

let test: Awaited<ReturnType<typeof openTestStore>>;
let clock: ReturnType<typeof createClock>;
let sessions: ReturnType<typeof createSessions>;
beforeEach(async () => {
  test = await openTestStore();
  clock = createClock();
  await test.store.members.insertFirst({ ...member, passwordHash: "none" }, clock.now());
  sessions = createSessions({
    audit: noAudit,
    store: test.store.sessions,
    limits: { idleMinutes: 30, hours: 10, stepUpMinutes: 10 },
    mac: async (text) => createHash("sha256").update(`secret ${text}`).digest("base64url"),
    requiresSecondFactor: async () => false,
    now: clock.now,
  });
});
afterEach(() => test.db.destroy());

describe("a session", () => {
  it("has a token of 256 random bits, which is not in the store", async () => {
    const [one, two] = [await sessions.start(member), await sessions.start(member)];
    expect(Buffer.from(one.token, "base64url")).toHaveLength(32);
    expect(two.token).not.toBe(one.token);
    const stored = JSON.stringify(await test.dump());
    for (const { token } of [one, two]) {
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(Buffer.from(token, "base64url").toString("hex"));
      expect(await sessions.find(token)).toEqual({
        token,
        member,
        startedAt: clock.now(),
        steppedUpAt: clock.now(),
        mustSetUp: false,
        isExternal: false,
      });
    }
  });

  it("ends when it is not used for the idle time", async () => {
    const { token } = await sessions.start(member);
    clock.advance({ minutes: 29, seconds: 59 });
    expect(await sessions.find(token)).not.toBeNull();
    clock.advance({ minutes: 30 });
    expect(await sessions.find(token)).toBeNull();
  });

  it("continues while used, up to its absolute lifetime", async () => {
    const { token } = await sessions.start(member);
    for (let minutes = 20; minutes < 600; minutes += 20) {
      clock.advance({ minutes: 20 });
      expect(await sessions.find(token)).not.toBeNull();
    }
    clock.advance({ minutes: 20 });
    expect(await sessions.find(token)).toBeNull();
  });

  it("is written at most once a minute", async () => {
    const { token } = await sessions.start(member);
    const seenAt = async () => (await test.db.selectFrom("session").select("seen_at").executeTakeFirst())?.seen_at;
    const started = await seenAt();
    clock.advance({ seconds: 59 });
    await sessions.find(token);
    expect(await seenAt()).toBe(started);
    clock.advance({ seconds: 1 });
    await sessions.find(token);
    expect(await seenAt()).toBe(clock.now());
  });

  it("ends immediately when it is ended, and leaves the others", async () => {
    const [one, two] = [await sessions.start(member), await sessions.start(member)];
    await sessions.end(one.token);
    expect(await sessions.find(one.token)).toBeNull();
    expect(await sessions.find(two.token)).not.toBeNull();
  });

  it.each(["", "x", "a".repeat(5000), "' or 1=1 --"])("is not found by the made-up token %s", async (token) => {
    await sessions.start(member);
    expect(await sessions.find(token)).toBeNull();
  });
});

describe("a step-up", () => {
  const set = (values: object, token: string) =>
    test.db.updateTable("session").set(values).where("token_hash", "=", hashToken(token)).execute();
  const hasSteppedUp = async (token: string) => {
    const session = await sessions.find(token);
    return session !== null && sessions.hasSteppedUp(session);
  };

  it("holds for its minutes, and not before its time, but for what a clock is set right by", async () => {
    const signedIn = await sessions.start(member);
    const at = (steppedUpAt: number) => sessions.hasSteppedUp({ ...signedIn, steppedUpAt });
    const time = clock.now();
    expect([at(time - 599_999), at(time - 600_000)]).toEqual([true, false]);
    expect([at(time + 60_000), at(time + 60_001), at(9e15), at(Infinity), at(NaN)]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it("cannot be forged in the store, nor copied from another session or member", async () => {
    const { token } = await sessions.start(member);
    clock.advance({ minutes: 10 });
    const fresh = await sessions.start(member);
    const row = await test.db
      .selectFrom("session")
      .select(["proved_at", "proof_mac"])
      .where("token_hash", "=", hashToken(fresh.token))
      .executeTakeFirstOrThrow();
    expect([await hasSteppedUp(token), await hasSteppedUp(fresh.token)]).toEqual([false, true]);
    for (const forged of [
      { proved_at: 9e15 },
      { proved_at: clock.now() },
      row,
      { ...row, proof_mac: "" },
      { ...row, proof_mac: null },
      { proved_at: null },
    ]) {
      await set(forged, token);
      expect(await hasSteppedUp(token)).toBe(false);
    }
    const other = { id: "other", email: "other@example.com", role: "owner" as const };
    await test.store.members.insert({ ...other, passwordHash: "none" }, clock.now());
    await set({ member_id: other.id }, fresh.token);
    expect(await hasSteppedUp(fresh.token)).toBe(false);
    await set({ member_id: member.id }, fresh.token);
    expect(await hasSteppedUp(fresh.token)).toBe(true);
    expect(await sessions.recordStepUp({ token, member })).toBe(true);
    expect(await hasSteppedUp(token)).toBe(true);
  });
});

describe("clean-up", () => {
  it("deletes expired sessions only", async () => {
    await sessions.start(member);
    clock.advance({ minutes: 20 });
    const { token } = await sessions.start(member);
    clock.advance({ minutes: 11 });
    await sessions.purge();
    expect((await test.dump()).session).toHaveLength(1);
    expect(await sessions.find(token)).not.toBeNull();
  });

  it("erases a busy session at the end of its absolute lifetime", async () => {
    const { token } = await sessions.start(member);
    for (let minutes = 0; minutes <= 600; minutes += 20) {
      clock.advance({ minutes: 20 });
      await sessions.find(token);
    }
    await sessions.purge();
    expect((await test.dump()).session).toEqual([]);
  });
});
