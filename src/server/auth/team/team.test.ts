import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#server/testing.ts";
import { hashToken } from "#server/lib/tokens.ts";

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  await test.signIn();
});
afterEach(() => test.close());

const states = async () =>
  (await test.services.team.list()).map(({ email, role, state }) => `${email} ${role} ${state}`);
/** Invites a member and returns their id and their link's token. */
async function invite(email: string, role: "owner" | "agent" = "agent") {
  const invited = await test.services.team.invite({ email, role });
  if (invited === null) throw new Error("the address is taken");
  return { id: invited.member.id, token: invited.token };
}
const lastOwner = { ok: false, reason: "last owner" };
const neededOwner = { ok: false, reason: "needed owner" };
const password = "a long enough password";
const accept = (token: string) => test.services.accounts.setPassword({ token, password });

describe("an invitation", () => {
  it("adds a member who becomes active with the link, in the invited role", async () => {
    test.clock.advance({ seconds: 1 });
    const { token } = await invite("Agent.Two@example.com");
    expect(await states()).toEqual(["owner@example.com owner active", "Agent.Two@example.com agent invited"]);
    expect(JSON.stringify(await test.dump())).not.toContain(token);
    const result = await accept(token);
    expect(result).toMatchObject({
      outcome: "set",
      session: { member: { email: "Agent.Two@example.com", role: "agent" } },
    });
    expect(await states()).toEqual(["owner@example.com owner active", "Agent.Two@example.com agent active"]);
    expect((await accept(token)).outcome).toBe("no such link");
  });

  it("is rejected for a member's address, in any case and state", async () => {
    const { id } = await invite("two@example.com");
    await test.services.team.change(id, { isActive: false });
    const before = await test.dump();
    for (const email of ["OWNER@example.com", "Two@Example.com"]) {
      expect(await test.services.team.invite({ email, role: "owner" })).toBeNull();
    }
    expect(await test.dump()).toEqual(before);
  });

  it("allows no sign-in before the password is set", async () => {
    await invite("two@example.com");
    for (const guess of ["", password]) {
      const tried = await test.services.signIn.signIn({
        email: "two@example.com",
        password: guess,
        network: "192.0.2.1",
      });
      expect(tried.outcome).toBe("refused");
    }
  });

  it("renewed, replaces the earlier link; a deactivated member gets none", async () => {
    const { id, token } = await invite("two@example.com");
    const renewed = await test.services.team.renewLink(id);
    if (renewed?.ok !== true) throw new Error("no link");
    expect((await accept(token)).outcome).toBe("no such link");
    await test.services.team.change(id, { isActive: false });
    expect((await accept(renewed.token)).outcome).toBe("no such link");
    expect(await test.services.team.renewLink(id)).toEqual({ ok: false, reason: "deactivated" });
    expect(await test.services.team.renewLink("nobody")).toBeNull();
    await test.services.team.change(id, { isActive: true });
    expect((await accept(renewed.token)).outcome).toBe("no such link");
  });
});

describe("a deactivated member", () => {
  it("is signed out everywhere, and cannot sign in or use a link; the other members stay", async () => {
    const { sessions, team, signIn } = test.services;
    const { id, token } = await invite("two@example.com");
    const result = await accept(token);
    if (result.outcome !== "set") throw new Error(result.outcome);
    const owner = await sessions.start(test.member);
    expect(await team.change(id, { isActive: false })).toMatchObject({ member: { state: "deactivated" } });
    expect(await sessions.find(result.session.token)).toBeNull();
    expect(await sessions.find(owner.token)).not.toBeNull();
    const tried = await signIn.signIn({ email: "two@example.com", password, network: "192.0.2.1" });
    expect(tried.outcome).toBe("refused");

    const link = { tokenHash: hashToken("late"), memberId: id, expiresAt: test.clock.now() + 1000 };
    await test.store.members.addLink(link, { goneBefore: 0 });
    expect((await accept("late")).outcome).toBe("no such link");

    // A session from before the deactivation stays invalid afterwards.
    const late = await sessions.start({ id, email: "two@example.com", role: "agent" });
    await team.change(id, { isActive: true });
    expect(await sessions.find(late.token)).toBeNull();
  });
});

describe("the last owner who can sign in", () => {
  it.each([
    ["deactivated", { isActive: false }],
    ["made an agent", { role: "agent" as const }],
    ["both", { role: "agent" as const, isActive: false }],
  ])("cannot be %s, whatever agents, invited and deactivated owners there are", async (_what, change) => {
    const { team } = test.services;
    await test.signIn("agent");
    await invite("invited@example.com", "owner");
    const former = await invite("former@example.com", "owner");
    await accept(former.token);
    await team.change(former.id, { isActive: false });
    const before = await test.dump();
    expect(await team.change(test.member.id, change)).toEqual(lastOwner);
    expect(await test.dump()).toEqual(before);
  });

  it("stays if two owners demote each other simultaneously", async () => {
    const { team } = test.services;
    const second = await invite("second@example.com", "owner");
    await accept(second.token);
    const changes = [test.member.id, second.id].map((id) => team.change(id, { isActive: false }));
    const results = await Promise.all(changes);
    expect(results.filter((result) => result?.ok === false && result.reason === "last owner")).toHaveLength(1);
    expect((await states()).filter((state) => state.endsWith("owner active"))).toHaveLength(1);
  });

  it("can leave once there is another", async () => {
    const { team } = test.services;
    const second = await invite("second@example.com", "owner");
    await accept(second.token);
    expect(await team.change(test.member.id, { role: "agent" })).toMatchObject({ member: { role: "agent" } });
    expect(await team.change(second.id, { isActive: false })).toEqual(lastOwner);
    expect(await team.change(second.id, { role: "owner" })).toMatchObject({ member: { role: "owner" } });
  });
});

describe("what an owner has proposed", () => {
  it.each([
    ["deactivated", { isActive: false }],
    ["made an agent", { role: "agent" as const }],
  ])("is withdrawn once they are %s; what others have proposed stays", async (_what, change) => {
    const { team, channels } = test.services;
    const second = { ...(await invite("second@example.com", "owner")), email: "second@example.com" };
    await accept(second.token);
    await channels.setRule({ kind: "delay", minutes: 60 }, null);
    const channel = { type: "website" as const, isActive: true, proof: "" };
    const own = { member: test.member, hasSteppedUp: true };
    const theirs = { member: { id: second.id, email: second.email, role: "owner" as const }, hasSteppedUp: true };
    await channels.add({ ...channel, value: "https://example.com/one" }, own);
    await channels.add({ ...channel, value: "https://example.com/two" }, theirs);
    await team.change(second.id, { role: "owner" });
    expect((await channels.channelList()).list.proposals).toHaveLength(2);
    await team.change(second.id, change);
    expect((await channels.channelList()).list.proposals.map(({ by }) => by?.id)).toEqual([test.member.id]);
  });
});

describe("the second-to-last owner who can sign in", () => {
  it.each([
    ["deactivated", { isActive: false }],
    ["made an agent", { role: "agent" as const }],
  ])("cannot be %s while changes of the channels wait for a second owner", async (_what, change) => {
    const { team, channels } = test.services;
    const second = await invite("second@example.com", "owner");
    await accept(second.token);
    await invite("invited@example.com", "owner");
    expect(await channels.setRule({ kind: "approval" }, null)).toMatchObject({ outcome: "done" });
    const before = await test.dump();
    for (const id of [test.member.id, second.id]) expect(await team.change(id, change)).toEqual(neededOwner);
    expect(await test.dump()).toEqual(before);

    const third = await invite("third@example.com", "owner");
    await accept(third.token);
    expect(await team.change(test.member.id, change)).not.toEqual(neededOwner);
    expect(await team.change(second.id, change)).toEqual(neededOwner);
    await channels.setRule({ kind: "delay", minutes: 60 }, null);
    expect(await team.change(second.id, change)).toMatchObject({ member: { id: second.id } });
    expect(await team.change(third.id, change)).toEqual(lastOwner);
  });

  it("is not an invited one, who could not approve", async () => {
    const { channels } = test.services;
    const second = await invite("second@example.com", "owner");
    const refused = { outcome: "refused", reason: "one owner" };
    expect(await channels.setRule({ kind: "approval" }, null)).toMatchObject(refused);
    await accept(second.token);
    expect(await channels.setRule({ kind: "approval" }, null)).toMatchObject({ outcome: "done" });
  });
});

it("changes nothing for an unknown member", async () => {
  expect(await test.services.team.change("nobody", { isActive: false })).toBeNull();
});
