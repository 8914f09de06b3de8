import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestStore } from "../store/testing.ts";
import { createSessions } from "./sessions.ts";
import { createClock } from "./testing.ts";

const member = { id: "owner", email: "owner@example.com", role: "owner" as const };

let test: Awaited<ReturnType<typeof openTestStore>>;
let clock: ReturnType<typeof createClock>;
let sessions: ReturnType<typeof createSessions>;
beforeEach(async () => {
  test = await openTestStore();
  clock = createClock();
  await test.store.members.insertFirst({ ...member, passwordHash: "none" }, clock.now());
  sessions = createSessions({
    store: test.store.sessions,
    limits: { idleMinutes: 30, hours: 10, proofMinutes: 10 },
    now: clock.now,
  });
});
afterEach(() => test.db.destroy());

describe("a session", () => {
  it("has 256 random bits for a token, which stands nowhere in the store", async () => {
    const [one, two] = [await sessions.start(member), await sessions.start(member)];
    expect(Buffer.from(one.token, "base64url")).toHaveLength(32);
    expect(two.token).not.toBe(one.token);
    const stored = JSON.stringify(await test.dump());
    for (const { token } of [one, two]) {
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(Buffer.from(token, "base64url").toString("hex"));
      expect(await sessions.find(token)).toEqual({ token, member, provedAt: clock.now() });
    }
  });

  it("ends when it is not used for the idle time", async () => {
    const { token } = await sessions.start(member);
    clock.advance({ minutes: 29, seconds: 59 });
    expect(await sessions.find(token)).not.toBeNull();
    clock.advance({ minutes: 30 });
    expect(await sessions.find(token)).toBeNull();
  });

  it("goes on while it is used, up to its absolute lifetime", async () => {
    const { token } = await sessions.start(member);
    for (let minutes = 20; minutes < 600; minutes += 20) {
      clock.advance({ minutes: 20 });
      expect(await sessions.find(token)).not.toBeNull();
    }
    clock.advance({ minutes: 20 });
    expect(await sessions.find(token)).toBeNull();
  });

  it("is written at most once a minute, however busy it is", async () => {
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

  it("ends at once when it is ended, and leaves the others", async () => {
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

describe("tidying", () => {
  it("erases the sessions that are over, and no other", async () => {
    await sessions.start(member);
    clock.advance({ minutes: 20 });
    const { token } = await sessions.start(member);
    clock.advance({ minutes: 11 });
    await sessions.forgetOver();
    expect((await test.dump()).session).toHaveLength(1);
    expect(await sessions.find(token)).not.toBeNull();
  });

  it("erases a busy session at the end of its absolute lifetime", async () => {
    const { token } = await sessions.start(member);
    for (let minutes = 0; minutes <= 600; minutes += 20) {
      clock.advance({ minutes: 20 });
      await sessions.find(token);
    }
    await sessions.forgetOver();
    expect((await test.dump()).session).toEqual([]);
  });
});
