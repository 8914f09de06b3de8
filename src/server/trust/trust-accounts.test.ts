import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { goodInquiry } from "../testing-api.ts";
import { createTrustTest, mail, password, thiefsMail } from "./testing.ts";

let desk: Awaited<ReturnType<typeof createTrustTest>>;
let one: string;
beforeEach(async () => {
  desk = await createTrustTest();
  await desk.addOwners(2);
  one = await desk.session("one");
  await desk.save(one, { mail });
});
afterEach(() => desk.close());

const approval = () => desk.services.channels.setRule({ kind: "approval" }, null);
const signIn = async (typed: string) =>
  (await desk.call("", "POST", "session", { email: "two@example.com", password: typed })).status;
let proposed = 0;
const number = () => ({ type: "whatsapp", value: `+91 90000 0066${(proposed += 1)}`, isActive: true, proof: "" });
/** Whether `two` may approve what `one` proposes. */
async function mayApprove(): Promise<boolean> {
  const { body } = await desk.call(await desk.session("one"), "POST", "contacts", number());
  const path = `contacts/proposals/${body.proposal.id}`;
  const two = await desk.session("two");
  const shown = (await desk.call(two, "GET", "contacts/state")).body.proposals[0].canApprove;
  const approved = (await desk.call(two, "POST", `${path}/approve`)).status === 200;
  if (!approved) await desk.call(two, "DELETE", path);
  expect(shown).toBe(approved);
  return approved;
}
/** `one` resets the password of `two`, who types the new one. */
async function resetPassword(typed: string): Promise<void> {
  const { link } = (await desk.call(one, "POST", "members/two/link")).body;
  await desk.advance(24);
  const set = await desk.call("", "POST", "password", { token: link.split("=")[1], password: typed });
  expect([200, 401]).toContain(set.status);
  await desk.advance(25);
}

describe("a new password for an owner, by a mailed link", () => {
  const typed = "another long password";
  const type = async () => {
    const token = (await desk.services.accounts.newMemberLink("two"))?.token;
    return desk.call("", "POST", "password", { token, password: typed });
  };

  it.each(["approval", "delay"] as const)(
    "works after 24 hours under the rule %s; until then the old one does",
    async (kind) => {
      await desk.services.channels.setRule(kind === "delay" ? { kind, minutes: 5 } : { kind }, null);
      const set = await type();
      const at = new Date(desk.clock.now() + 24 * 3_600_000).toISOString();
      expect([set.status, set.body.takesEffectAt, set.cookie]).toEqual([202, at, undefined]);
      await desk.advance(23);
      expect([await signIn(typed), await signIn(password)]).toEqual([401, 200]);
      await desk.advance(1);
      expect([await signIn(typed), await signIn(password)]).toEqual([200, 401]);
    },
  );

  it("is stopped with the old one", async () => {
    await approval();
    await type();
    const two = await desk.session("two");
    const [change] = await desk.waiting(two);
    expect(change).toMatchObject({ kind: "password-reset", member: "two@example.com", needsApproval: false });
    expect((await desk.call(two, "DELETE", `trust-changes/${change.id}`)).status).toBe(200);
    await desk.advance(48);
    expect([await signIn(typed), await signIn(password)]).toEqual([401, 200]);
  });

  it("works at once under the rule none, and by the operator's link under any rule", async () => {
    expect((await type()).status).toBe(200);
    await approval();
    const token = await desk.services.accounts.newPasswordLink("two@example.com");
    expect((await desk.call("", "POST", "password", { token, password })).status).toBe(200);
    expect(await signIn(password)).toBe(200);
  });
});

describe("an owner whose password another owner has reset", () => {
  beforeEach(approval);

  it("approves nothing of theirs, until the operator says so", async () => {
    expect(await mayApprove()).toBe(true);
    await resetPassword("another long password");
    expect(await mayApprove()).toBe(false);
    await desk.advance(8 * 24);
    expect(await mayApprove()).toBe(false);
    await desk.services.team.approveOwnerOf("two@example.com");
    expect(await mayApprove()).toBe(true);
  });

  it("approves again once signed in with a factor from before, not with one from afterwards", async () => {
    const { services, store, clock } = desk;
    const passkey = (id: string) => ({
      id,
      memberId: "two",
      name: id,
      publicKey: "key",
      counter: 0,
      transports: [],
      createdAt: clock.now(),
      usedAt: null,
    });
    await store.passkeys.add(passkey("from before"), 9);
    await resetPassword("another long password");
    await store.passkeys.add(passkey("from afterwards"), 9);
    const used = async (id: string) =>
      services.trust.signedInWith("two", await services.secondFactor.digest("two", id));
    await used("from afterwards");
    expect(await mayApprove()).toBe(false);
    await used("from before");
    expect(await mayApprove()).toBe(true);
  });

  it("keeps no factor from before whose factors were taken away", async () => {
    const { services } = desk;
    await services.trust.recordReset("two", { by: "one", at: 1, factors: ["a", "b"] });
    await services.trust.recordReset("two", { by: "one", at: 2, factors: ["b", "c"] });
    await services.trust.signedInWith("two", "c");
    await services.trust.signedInWith("two", "a");
    expect(await services.trust.areOne("one", "two")).toBe(true);
    await services.trust.signedInWith("two", "b");
    expect(await services.trust.areOne("two", "one")).toBe(false);
  });
});

it("lets a token that writes work only once it is approved, and has nothing in the store before", async () => {
  await approval();
  const fields = { name: "desk", scopes: ["inquiries:read", "inquiries:reply"], expiresOn: "2026-12-01" };
  const made = await desk.call(one, "POST", "api-tokens", fields);
  expect([made.status, made.body.waits.takesEffectAt]).toEqual([202, null]);
  const works = async () => (await desk.services.apiTokens.find(made.body.token)) !== null;
  expect([await works(), (await desk.dump())["api_token"]]).toEqual([false, []]);
  const [change] = await desk.waiting(one);
  await desk.call(await desk.session("two"), "POST", `trust-changes/${change.id}/approve`);
  expect(await works()).toBe(true);
  const reads = { ...fields, name: "reader", scopes: ["inquiries:read", "reports:read"] };
  expect((await desk.call(one, "POST", "api-tokens", reads)).status).toBe(201);
});

describe("an owner who is deactivated after a wait", () => {
  const assignees = async () => {
    const rows = await desk.db.selectFrom("inquiry").select("assignee_id").orderBy("assignee_id").execute();
    return rows.map(({ assignee_id: id }) => id);
  };
  /** `one` deactivates `two`, who has an inquiry, and names who takes over. */
  async function deactivate(reassignTo?: string | null): Promise<void> {
    await desk.addOwner("three");
    await desk.services.inquiries.submit(goodInquiry, { isSuspected: false });
    await desk.db.updateTable("inquiry").set({ assignee_id: "two" }).execute();
    await approval();
    const change = { isActive: false, ...(reassignTo !== undefined && { reassignTo }) };
    expect((await desk.call(one, "PATCH", "members/two", change)).status).toBe(202);
    // Nothing is taken over before.
    expect(await assignees()).toEqual(["two"]);
  }
  async function approve(): Promise<void> {
    const three = await desk.session("three");
    const [{ id }] = await desk.waiting(three);
    expect((await desk.call(three, "POST", `trust-changes/${id}/approve`)).status).toBe(200);
    expect((await desk.store.members.findById("two"))?.isActive).toBe(false);
  }

  it.each([
    ["one", "one"],
    [null, null],
    [undefined, "two"],
  ])("leaves their open inquiries to whom was chosen: %s", async (reassignTo, assignee) => {
    await deactivate(reassignTo);
    await approve();
    expect(await assignees()).toEqual([assignee]);
  });

  it("leaves them to nobody if who was chosen has left meanwhile", async () => {
    await desk.store.members.insert({ id: "agent", email: "a@example.com", role: "agent", passwordHash: "x" }, 1);
    await deactivate("agent");
    await desk.services.team.change("agent", { isActive: false });
    await approve();
    expect(await assignees()).toEqual([null]);
  });
});

it("does not believe a waiting change that a database account has altered", async () => {
  await desk.services.channels.setRule({ kind: "delay", minutes: 60 }, null);
  expect((await desk.save(one, { mail: thiefsMail })).status).toBe(202);
  const { value } = await desk.db
    .selectFrom("setting")
    .select("value")
    .where("name", "=", "settings")
    .executeTakeFirstOrThrow();
  const earlier = String(value).replaceAll(/"from":\d+/g, '"from":1');
  expect(earlier).not.toBe(value);
  await desk.db.updateTable("setting").set({ value: earlier }).where("name", "=", "settings").execute();
  await desk.poll();
  expect(await desk.services.settings.poll()).not.toBeNull();
  expect(await desk.mailHost()).toBe(mail.host);
});

describe("the approval rule", () => {
  it("needs a second yes that names the date, while nobody else could approve", async () => {
    await desk.store.members.setPassword("two", "new", desk.clock.now());
    const until = new Date(desk.clock.now() + 24 * 3_600_000).toISOString();
    const set = (nobodyUntil?: string) => desk.call(one, "PUT", "contacts/rule", { kind: "approval", nobodyUntil });
    const state = async () => (await desk.call(one, "GET", "contacts/state")).body;
    expect((await state()).othersApproveFrom).toBe(until);
    const refused = await set();
    expect([refused.status, refused.body.nobodyUntil]).toEqual([409, until]);
    expect((await set(new Date(desk.clock.now()).toISOString())).status).toBe(409);
    expect((await state()).rule).toEqual({ kind: "none" });
    expect((await set(until)).status).toBe(200);
    expect((await state()).rule).toEqual({ kind: "approval" });
    // A way back waits, and stands in the state with its rule, to be withdrawn or approved.
    expect((await desk.call(one, "PUT", "contacts/rule", { kind: "none" })).status).toBe(202);
    expect((await state()).proposals).toMatchObject([{ rule: { after: { kind: "none" } } }]);
  });

  it("cannot be set where the only other owner can never approve", async () => {
    await desk.services.trust.recordReset("two", { by: "one", at: 1, factors: [] });
    expect((await desk.call(one, "PUT", "contacts/rule", { kind: "approval" })).status).toBe(409);
  });
});
