import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noAudit } from "../audit/testing.ts";
import { openTestStore } from "../store/testing.ts";
import { BusyError } from "../lib/errors.ts";
import { createSessions } from "./sessions.ts";
import { createSignIn, type SignInOutcome } from "./sign-in.ts";
import { createClock, createTestFactors } from "../testing-clock.ts";

const owner = "owner@example.com";
const right = "the right password";
const home = "192.0.2.1";

let test: Awaited<ReturnType<typeof openTestStore>>;
let clock: ReturnType<typeof createClock>;
let signIn: ReturnType<typeof createSignIn>;
let factors: Awaited<ReturnType<typeof createTestFactors>>;
/** Replaces argon2, which would take a minute here; the hash is the password. */
const verify = vi.fn((password: string, hash: string | undefined) => Promise.resolve(password === hash));

beforeEach(async () => {
  test = await openTestStore();
  clock = createClock();
  verify.mockClear();
  const { members, signInFailures: failures, sessions } = test.store;
  await members.insertFirst({ id: "owner", email: owner, passwordHash: right, role: "owner" }, clock.now());
  factors = await createTestFactors(test.store, clock.now);
  signIn = createSignIn({
    audit: noAudit,
    members,
    failures,
    passwords: { verify, hash: (password) => Promise.resolve(password) },
    sessions: createSessions({
      audit: noAudit,
      store: sessions,
      limits: { idleMinutes: 60, hours: 24, stepUpMinutes: 10 },
      mac: async (text) => text,
      requiresSecondFactor: async () => false,
      now: clock.now,
    }),
    ...factors,
    notifyOfRecovery: async () => undefined,
    signedInWith: async () => undefined,
    secret: "a secret",
    limits: { tries: 5, waitSeconds: 300 },
    now: clock.now,
  });
});
afterEach(() => test.db.destroy());

function wrong(network = home, email = owner): Promise<SignInOutcome> {
  return signIn.signIn({ email, password: "a guess", network });
}
async function signsIn(network = home): Promise<boolean> {
  return (await signIn.signIn({ email: owner, password: right, network })).outcome === "signed in";
}
/** Tries as fast as allowed, until the wait is `max` seconds. */
async function attack(network: string, email = owner, max = 300): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const result = await wrong(network, email);
    if (result.outcome !== "wait") continue;
    if (result.seconds >= max) return;
    clock.advance({ seconds: result.seconds });
  }
  throw new Error("it was not throttled");
}
/** Returns how many tries are refused before the first that has to wait. */
async function triesUntilThrottled(attempt: (index: number) => Promise<SignInOutcome>): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await attempt(tries)).outcome === "wait") return tries;
  }
  throw new Error("it was not throttled");
}

it("a second factor that is switched on between a right password and its session is asked for", async () => {
  const asked = {
    outcome: "second factor",
    member: { id: "owner", email: owner },
    ways: [],
    ticket: "a ticket",
  } as const;
  vi.spyOn(factors.secondStep, "ask")
    .mockResolvedValueOnce(null)
    .mockResolvedValueOnce({ ...asked, ways: [] });
  expect(await signIn.signIn({ email: owner, password: right, network: home })).toEqual(asked);
  expect((await test.dump()).session).toEqual([]);
});

it("a password that is changed while it is checked signs nobody in", async () => {
  verify.mockImplementationOnce(async () => {
    await test.store.members.setPassword("owner", "a new password");
    return true;
  });
  expect(await signIn.signIn({ email: owner, password: right, network: home })).toEqual({ outcome: "refused" });
  expect((await test.dump()).session).toEqual([]);
});

describe("wrong passwords for an address from one network", () => {
  it("cost nothing five times, and then a wait that doubles up to the limit", async () => {
    const waits: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) expect(await wrong()).toEqual({ outcome: "refused" });
    for (let tries = 0; tries < 12; tries += 1) {
      expect(await wrong()).toEqual({ outcome: "refused" });
      const throttled = await wrong();
      if (throttled.outcome !== "wait") throw new Error("it was not throttled");
      waits.push(throttled.seconds);
      clock.advance({ seconds: throttled.seconds });
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
  });

  it("hold back the right password as well, until the wait is over", async () => {
    for (let tries = 0; tries < 7; tries += 1) {
      await wrong();
      if (tries === 5) clock.advance({ seconds: 1 });
    }
    expect(await signIn.signIn({ email: owner, password: right, network: home })).toEqual({
      outcome: "wait",
      seconds: 2,
    });
    clock.advance({ seconds: 1.5 });
    expect(await signsIn()).toBe(false);
    clock.advance({ seconds: 0.5 });
    expect(await signsIn()).toBe(true);
  });

  it("ask for no check while they have to wait, and make the wait no longer", async () => {
    for (let tries = 0; tries < 6; tries += 1) await wrong();
    verify.mockClear();
    for (let tries = 0; tries < 50; tries += 1) expect(await wrong()).toEqual({ outcome: "wait", seconds: 1 });
    expect(verify).not.toHaveBeenCalled();
    clock.advance({ seconds: 1 });
    expect(await wrong()).toEqual({ outcome: "refused" });
  });

  it("are cleared by a successful sign-in", async () => {
    for (let tries = 0; tries < 5; tries += 1) await wrong();
    expect(await signsIn()).toBe(true);
    for (let tries = 0; tries < 6; tries += 1) expect(await wrong()).toEqual({ outcome: "refused" });
    expect(await wrong()).toEqual({ outcome: "wait", seconds: 1 });
  });

  it("expire a day after the last one", async () => {
    for (let tries = 0; tries < 6; tries += 1) await wrong();
    clock.advance({ days: 1, seconds: 1 });
    for (let tries = 0; tries < 6; tries += 1) expect(await wrong()).toEqual({ outcome: "refused" });
  });

  it("are counted in any case of the address", async () => {
    for (const email of [owner, "Owner@example.com", "OWNER@EXAMPLE.COM", owner, owner, owner])
      await wrong(home, email);
    expect(await wrong()).toEqual({ outcome: "wait", seconds: 1 });
  });

  it("are all counted, also when simultaneous", async () => {
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => wrong()));
    expect(outcomes.filter(({ outcome }) => outcome === "refused")).toHaveLength(6);
    expect(outcomes.filter(({ outcome }) => outcome === "wait")).toHaveLength(34);
    expect(verify).toHaveBeenCalledTimes(6);
  });
});

describe("a try that was not checked, because too many wait already", () => {
  it("is not counted as a failure", async () => {
    expect(await signsIn()).toBe(true);
    for (let tries = 0; tries < 20; tries += 1) {
      verify.mockRejectedValueOnce(new BusyError());
      await expect(signsIn()).rejects.toThrow(BusyError);
      verify.mockRejectedValueOnce(new BusyError());
      await expect(wrong("198.51.100.1")).rejects.toThrow(BusyError);
    }
    expect(await signsIn()).toBe(true);
    for (let tries = 0; tries < 6; tries += 1) expect(await wrong("198.51.100.1")).toEqual({ outcome: "refused" });
    expect(await wrong("198.51.100.1")).toEqual({ outcome: "wait", seconds: 1 });
  });

  it("leaves the failures before it as they were", async () => {
    for (let tries = 0; tries < 6; tries += 1) await wrong();
    clock.advance({ seconds: 1 });
    verify.mockRejectedValueOnce(new BusyError());
    await expect(wrong()).rejects.toThrow(BusyError);
    clock.advance({ seconds: 2 });
    expect(await wrong()).toEqual({ outcome: "refused" });
    expect(await wrong()).toEqual({ outcome: "wait", seconds: 2 });
  });
});

describe("an owner", () => {
  it("is never locked out of a known network by attempts from elsewhere", async () => {
    expect(await signsIn(home)).toBe(true);
    for (let attacker = 1; attacker <= 30; attacker += 1) await attack(`198.51.100.${attacker}`);
    expect(await signsIn(home)).toBe(true);
    expect(await signsIn(home)).toBe(true);
  });

  it("is not locked out by attacks on other addresses, not even from the same network", async () => {
    expect(await signsIn(home)).toBe(true);
    for (let victim = 1; victim <= 20; victim += 1) await attack(home, `victim${victim}@example.com`, 64);
    expect(await signsIn(home)).toBe(true);
  });

  it("keeps a known network for half a year, and no longer", async () => {
    await signsIn(home);
    clock.advance({ days: 179 });
    await signIn.purge();
    expect((await test.dump()).known_network).toHaveLength(1);
    clock.advance({ days: 2 });
    await signIn.purge();
    expect((await test.dump()).known_network).toHaveLength(0);
  });
});

describe("an attacker", () => {
  it("is throttled by an address over all strange networks together", async () => {
    expect(await triesUntilThrottled((index) => wrong(`2001:db8:0:${index}::/64`))).toBe(51);
  });

  it("is throttled by a network over all addresses together", async () => {
    expect(await triesUntilThrottled((index) => wrong(home, `guess${index}@example.com`))).toBe(51);
  });

  it("gains nothing from a session that a wrong password never starts", async () => {
    await attack(home);
    expect((await test.dump()).session).toEqual([]);
    expect((await test.dump()).known_network).toEqual([]);
  });
});

describe("an unknown address", () => {
  it("is answered, counted and checked exactly like a wrong password", async () => {
    const outcomes = async (email: string, network: string) => {
      const found: SignInOutcome[] = [];
      for (let tries = 0; tries < 8; tries += 1) found.push(await wrong(network, email));
      return found;
    };
    const known = await outcomes(owner, "192.0.2.10");
    const checks = verify.mock.calls.length;
    verify.mockClear();
    expect(await outcomes("nobody@example.com", "192.0.2.20")).toEqual(known);
    expect(verify).toHaveBeenCalledTimes(checks);
    expect(verify).toHaveBeenCalledWith("a guess", undefined);
  });

  it("never signs in, even if its check passes", async () => {
    verify.mockResolvedValueOnce(true);
    expect(await wrong(home, "nobody@example.com")).toEqual({ outcome: "refused" });
  });
});

describe("the counters", () => {
  it("reveal neither an address nor a network", async () => {
    await signsIn("203.0.113.78");
    await wrong("203.0.113.77");
    const { sign_in_failure, known_network } = await test.dump();
    expect(sign_in_failure).toHaveLength(3);
    expect(known_network).toHaveLength(1);
    expect(JSON.stringify([sign_in_failure, known_network])).not.toMatch(/203\.0\.113|@|example/);
  });

  it("are erased a day after their last failure", async () => {
    await wrong();
    clock.advance({ hours: 23 });
    await signIn.purge();
    expect((await test.dump()).sign_in_failure).toHaveLength(3);
    clock.advance({ hours: 2 });
    await signIn.purge();
    expect((await test.dump()).sign_in_failure).toEqual([]);
  });
});
