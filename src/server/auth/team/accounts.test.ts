import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConfigError } from "#server/lib/errors.ts";
import { openTestStore } from "#server/store/testing.ts";
import { noAudit } from "../../audit/testing.ts";
import { createAccounts } from "./accounts.ts";
import { createSessions } from "../sessions.ts";
import { createClock, createTestPasswordRules } from "#server/testing-clock.ts";

const email = "owner@example.com";
const password = "a long enough password";

let test: Awaited<ReturnType<typeof openTestStore>>;
let clock: ReturnType<typeof createClock>;
let sessions: ReturnType<typeof createSessions>;
let accounts: ReturnType<typeof createAccounts>;
beforeEach(async () => {
  test = await openTestStore();
  clock = createClock();
  sessions = createSessions({
    audit: noAudit,
    store: test.store.sessions,
    limits: { idleMinutes: 60, hours: 24, stepUpMinutes: 10 },
    mac: async (text) => text,
    requiresSecondFactor: async () => false,
    now: clock.now,
  });
  accounts = createAccounts({
    store: test.store.members,
    // The hash is the password, since argon2 is not under test.
    passwords: {
      hash: (text) => Promise.resolve(`hashed ${text}`),
      verify: (text, hash) => Promise.resolve(hash === `hashed ${text}`),
    },
    sessions,
    ...(await createTestPasswordRules(test.store, clock.now)),
    limits: { linkHours: 24 },
    now: clock.now,
  });
});
afterEach(() => test.db.destroy());

/** The token of the first owner's link. */
async function setupLink(): Promise<string> {
  const token = await accounts.prepareFirstOwner(undefined);
  if (token === undefined) throw new Error("there is an owner already");
  return token;
}
async function resetLink(): Promise<string> {
  const token = await accounts.newPasswordLink(email);
  if (token === null) throw new Error("there is no such member");
  return token;
}
const outcomeOf = async (input: { token: string; email?: string; password?: string }) =>
  (await accounts.setPassword({ password, ...input })).outcome;
const storedHash = async () => (await test.store.members.findByEmail(email))?.passwordHash;

describe("the first start", () => {
  it("creates the configured account once", async () => {
    expect(await accounts.prepareFirstOwner({ email, password })).toBeUndefined();
    expect(await storedHash()).toBe(`hashed ${password}`);
    const before = await test.dump();
    expect(await accounts.prepareFirstOwner({ email: "second@example.com", password: "another" })).toBeUndefined();
    expect(await accounts.prepareFirstOwner(undefined)).toBeUndefined();
    expect(await test.dump()).toEqual(before);
  });

  it.each(["password1234", "Saffron-Exchange 2026!", "owner@example.com", "owner12345678"])(
    "refuses a configured password that everybody would guess, and does not show it",
    async (guessed) => {
      const refusal = await accounts.prepareFirstOwner({ email, password: guessed }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ConfigError);
      expect(String(refusal)).toMatch(
        /ADMIN_PASSWORD is among the first passwords that are tried, or made of the site's name/,
      );
      expect(String(refusal)).not.toContain(guessed);
      expect((await test.dump()).member).toEqual([]);
    },
  );

  it("creates a new link at each start until one is used; only the last one works", async () => {
    const [first, second] = [await setupLink(), await setupLink()];
    expect(await outcomeOf({ token: first, email })).toBe("no such link");
    expect(await outcomeOf({ token: second, email })).toBe("set");
  });
});

describe("the first owner's link", () => {
  it("sets the owner's address and password, signs in, and works once", async () => {
    const token = await setupLink();
    const result = await accounts.setPassword({ token, email, password });
    if (result.outcome !== "set") throw new Error(result.outcome);
    expect(await sessions.find(result.session.token)).toMatchObject({ member: { email } });
    expect(await storedHash()).toBe(`hashed ${password}`);
    expect(await outcomeOf({ token, email, password: "another one, long" })).toBe("no such link");
    expect(await storedHash()).toBe(`hashed ${password}`);
  });

  it("requires an address, and can be used again then", async () => {
    const token = await setupLink();
    expect(await outcomeOf({ token })).toBe("email needed");
    expect(await outcomeOf({ token, email: "" })).toBe("email needed");
    expect(await outcomeOf({ token, email })).toBe("set");
  });

  it("expires", async () => {
    const token = await setupLink();
    clock.advance({ hours: 24 });
    expect(await outcomeOf({ token, email })).toBe("no such link");
    expect((await test.dump()).member).toEqual([]);
  });

  it("is invalid once there is an owner", async () => {
    const token = await setupLink();
    await test.store.members.insertFirst({ id: "other", email, passwordHash: "kept", role: "owner" }, clock.now());
    expect(await outcomeOf({ token, email: "thief@example.com" })).toBe("no such link");
    expect((await test.dump()).member).toHaveLength(1);
    expect(await storedHash()).toBe("kept");
  });

  it("used twice simultaneously makes one owner", async () => {
    const token = await setupLink();
    const outcomes = await Promise.all(
      ["one@example.com", "two@example.com", "three@example.com"].map((address) =>
        outcomeOf({ token, email: address }),
      ),
    );
    expect(outcomes.sort()).toEqual(["no such link", "no such link", "set"]);
    expect((await test.dump()).member).toHaveLength(1);
  });
});

describe("a reset link", () => {
  beforeEach(async () => {
    await accounts.prepareFirstOwner({ email, password });
  });

  it("sets a new password and ends every session that the member had", async () => {
    const [member] = (await test.dump()).member as Array<{ id: string }>;
    const old = await sessions.start({ id: member?.id ?? "", email, role: "owner" });
    const result = await accounts.setPassword({ token: await resetLink(), password: "the new password" });
    if (result.outcome !== "set") throw new Error(result.outcome);
    expect(await storedHash()).toBe("hashed the new password");
    expect(await sessions.find(old.token)).toBeNull();
    expect(await sessions.find(result.session.token)).toMatchObject({ member: { email } });
  });

  it("works once, and takes no other address", async () => {
    const token = await resetLink();
    expect(await outcomeOf({ token, email: "thief@example.com", password: "the new password" })).toBe("set");
    expect(await outcomeOf({ token })).toBe("no such link");
    expect(await test.store.members.findByEmail("thief@example.com")).toBeNull();
    expect(await storedHash()).toBe("hashed the new password");
  });

  it("replaces the member's earlier one", async () => {
    const [first, second] = [await resetLink(), await resetLink()];
    expect(await outcomeOf({ token: first })).toBe("no such link");
    expect(await outcomeOf({ token: second })).toBe("set");
  });

  it("expires", async () => {
    const token = await resetLink();
    clock.advance({ hours: 23, minutes: 59 });
    expect(await outcomeOf({ token })).toBe("set");
    const late = await resetLink();
    clock.advance({ hours: 24 });
    expect(await outcomeOf({ token: late })).toBe("no such link");
  });

  it("used twice simultaneously sets one password", async () => {
    const token = await resetLink();
    const passwords = ["the first password", "the second password"];
    const outcomes = await Promise.all(passwords.map((text) => outcomeOf({ token, password: text })));
    expect(outcomes.toSorted()).toEqual(["no such link", "set"]);
    expect(await storedHash()).toBe(`hashed ${passwords[outcomes.indexOf("set")]}`);
  });

  it("is created for members only, in any case of the address", async () => {
    expect(await accounts.newPasswordLink("nobody@example.com")).toBeNull();
    expect(await accounts.newPasswordLink("OWNER@example.com")).not.toBeNull();
  });
});

it("stores only its hash, and nothing for a wrong one", async () => {
  const token = await setupLink();
  const before = await test.dump();
  expect(JSON.stringify(before)).not.toContain(token);
  expect(await outcomeOf({ token: `${token}x`, email })).toBe("no such link");
  const stored = await test.db.selectFrom("one_time_link").select("token_hash").executeTakeFirstOrThrow();
  expect(await outcomeOf({ token: stored.token_hash, email })).toBe("no such link");
  expect(await test.dump()).toEqual(before);
});
