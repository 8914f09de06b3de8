import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openTestStore } from "#server/store/testing.ts";
import { createPasswordReset } from "./password-changes.ts";
import { createClock } from "#server/testing-clock.ts";

let test: Awaited<ReturnType<typeof openTestStore>>;
let clock: ReturnType<typeof createClock>;
let reset: ReturnType<typeof createPasswordReset>;
let isOffered: boolean;
const findByEmail = vi.fn((email: string) => test.store.members.findByEmail(email));
const send = vi.fn((_message: { kind: "password-reset"; memberId: string }) => Promise.resolve());

beforeEach(async () => {
  test = await openTestStore();
  clock = createClock();
  isOffered = true;
  send.mockClear();
  findByEmail.mockClear();
  const { members, signInFailures: failures } = test.store;
  await members.insert({ id: "owner", email: "owner@example.com", passwordHash: "none", role: "owner" }, clock.now());
  reset = createPasswordReset({
    members: { ...members, findByEmail },
    failures,
    secret: "a secret",
    limits: { tries: 2, waitSeconds: 300 },
    isOffered: () => Promise.resolve(isOffered),
    send,
    now: clock.now,
  });
});
afterEach(() => test.db.destroy());

/** Requests a link and waits for what follows the response; `lookedUp` counts the member lookups before it. */
async function ask(email: string, network = "192.0.2.1") {
  const result = await reset.request({ email, network });
  const lookedUp = findByEmail.mock.calls.length;
  if (result.ok) await result.sent;
  return { outcome: result.ok ? "accepted" : result.reason, lookedUp };
}

it("emails the member a link, and answers the same for an unknown address", async () => {
  expect(await ask("nobody@example.com")).toEqual({ outcome: "accepted", lookedUp: 0 });
  expect(send).not.toHaveBeenCalled();
  expect(await ask("OWNER@example.com")).toEqual({ outcome: "accepted", lookedUp: 1 });
  expect(send.mock.calls).toEqual([[{ kind: "password-reset", memberId: "owner" }]]);
});

it("writes as much for an unknown address, and stores neither", async () => {
  const rows = async () => (await test.dump())["sign_in_failure"]?.length;
  await ask("nobody@example.com");
  expect(await rows()).toBe(2);
  await ask("owner@example.com");
  expect(await rows()).toBe(3);
  expect(JSON.stringify((await test.dump())["sign_in_failure"])).not.toMatch(/example\.com|192\.0\.2/);
});

it("sends nothing to a deactivated member", async () => {
  await test.db.updateTable("member").set({ is_active: 0 }).execute();
  expect((await ask("owner@example.com")).outcome).toBe("accepted");
  expect(send).not.toHaveBeenCalled();
});

describe("too many requests", () => {
  it.each(["owner@example.com", "nobody@example.com"])("for %s are throttled, from any network", async (email) => {
    for (let tries = 0; tries < 3; tries += 1) expect((await ask(email, `192.0.2.${tries}`)).outcome).toBe("accepted");
    expect(await reset.request({ email, network: "198.51.100.1" })).toEqual({ ok: false, reason: "wait", seconds: 1 });
    clock.advance({ seconds: 1 });
    expect((await ask(email, "198.51.100.1")).outcome).toBe("accepted");
    expect(await reset.request({ email, network: "198.51.100.2" })).toEqual({ ok: false, reason: "wait", seconds: 2 });
  });

  it("from one network for many addresses are throttled", async () => {
    for (let tries = 0; tries < 21; tries += 1) expect((await ask(`${tries}@example.com`)).outcome).toBe("accepted");
    expect((await ask("owner@example.com")).outcome).toBe("wait");
    expect((await ask("owner@example.com", "198.51.100.1")).outcome).toBe("accepted");
  });
});

it("reports that the site sends no email, and counts nothing then", async () => {
  isOffered = false;
  expect((await ask("owner@example.com")).outcome).toBe("no mail");
  expect((await test.dump())["sign_in_failure"]).toEqual([]);
});
