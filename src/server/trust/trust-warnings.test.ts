import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTrustTest, mail, thiefsMail } from "./testing.ts";
import { startMailServer } from "../notifications/testing.ts";

let desk: Awaited<ReturnType<typeof createTrustTest>>;
let one: string;
beforeEach(async () => {
  desk = await createTrustTest();
  await desk.addOwners(2);
  one = await desk.session("one");
  await desk.save(one, { mail: { ...mail, user: "desk", password: "the old password" } });
});
afterEach(() => desk.close());

/** Returns the outbox's emails for an owner: their number, and how many of them are by an earlier configuration. */
async function mailsTo(owner: string, kind?: string) {
  const all = (await desk.emails(kind)).filter(
    ({ to, memberId }) => to === `${owner}@example.com` || memberId === owner,
  );
  return { all: all.length, earlier: all.filter(({ via }) => via !== undefined).length };
}

it("warns by the configuration that was replaced as well, at once and for 7 days, of everything", async () => {
  expect((await desk.save(one, { mail: thiefsMail })).status).toBe(200);
  expect(await mailsTo("two")).toEqual({ all: 2, earlier: 1 });
  // A second change in a row does not push the first one out.
  await desk.save(one, { mail: { ...thiefsMail, port: 587 } });
  expect(await mailsTo("two")).toEqual({ all: 5, earlier: 3 });
  await desk.call(one, "POST", "members/two/link");
  await desk.services.outbox.notifyMember("two", "new-device", null);
  expect(await mailsTo("two", "security-notice")).toEqual({ all: 6, earlier: 4 });
  const { settings } = desk.services;
  const [oldest = ""] = await settings.earlierMails();
  expect((await settings.withMailOf(oldest))?.mail).toMatchObject({
    host: mail.host,
    password: "the old password",
  });
  const stored = async () => JSON.stringify((await desk.dump()).setting);
  expect(await stored()).toContain(mail.host);
  expect(await stored()).not.toContain("the old password");
  await desk.advance(7 * 24 - 1);
  expect(await settings.earlierMails()).toHaveLength(2);
  await desk.advance(1);
  expect(await settings.earlierMails()).toEqual([]);
  expect(await settings.withMailOf(oldest)).toBeNull();
  expect(await stored()).not.toContain(mail.host);
  expect(await stored()).not.toContain("earlierMails");
});

it("still warns by it once the mail server is switched off", async () => {
  await desk.save(one, { mail: null });
  expect(await mailsTo("two")).toMatchObject({ earlier: 1 });
});

it("sends through the old server, while the new one gets the same", async () => {
  const [old, other] = await Promise.all([startMailServer(), startMailServer()]);
  const at = ({ port }: { port: number }) => ({ ...mail, host: "localhost", port, security: "none" });
  await desk.save(one, { mail: at(old) });
  desk.services.notifications.start({ origin: "http://localhost", log: silent });
  await desk.save(one, { mail: at(other) });
  const told = ({ mails }: typeof old) => mails.filter(({ text }) => text.includes("or From (mail.port)")).length;
  // Each server sends the email to both owners.
  await expect.poll(() => [told(old), told(other)], { timeout: 10_000 }).toEqual([2, 2]);
  await Promise.all([old.close(), other.close()]);
});
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe("the mail server under a delay", () => {
  const settle = (state: "delivered" | "waiting", at: number) =>
    desk.db
      .updateTable("outbox")
      .set({ state, tried_at: at, attempts: 3, settled_at: state === "delivered" ? at : null })
      .where("channel", "=", "email")
      .execute();
  beforeEach(async () => {
    await desk.services.outbox.notifyMember("two", "new-device", null);
    await desk.services.channels.setRule({ kind: "delay", minutes: 600 }, null);
  });

  it.each([
    ["waits where it delivers", "delivered", 2, 202],
    ["waits where it has failed for less than an hour", "waiting", 0.9, 202],
    ["is replaced at once where it has delivered nothing for an hour", "waiting", 1, 200],
  ] as const)("%s", async (_what, state, hours, status) => {
    await settle("waiting", desk.clock.now());
    desk.clock.advance({ hours });
    if (state === "delivered") await settle(state, desk.clock.now() - 1000);
    one = await desk.session("one");
    expect((await desk.save(one, { mail: thiefsMail })).status).toBe(status);
  });
});

describe("the banner of each owner", () => {
  const changes = async (who: string) =>
    (await desk.call(await desk.session(who), "GET", "trust-changes")).body.changes;
  const see = async (who: string, id: string) =>
    (await desk.call(await desk.session(who), "PUT", `trust-changes/${id}/seen`)).status;

  it("shows what was changed until it is seen by each, with credentials from before", async () => {
    await desk.save(one, { mail: thiefsMail });
    const [change] = await changes("two");
    expect(change).toMatchObject({ kind: "mail", state: "done", by: "one@example.com", isSeen: false });
    // The thief has set the password meanwhile.
    await desk.store.members.setPassword("two", "new", desk.clock.now() + 1);
    expect((await changes("two"))[0].countsAsSeen).toBe(false);
    expect(await see("two", change.id)).toBe(409);
    expect((await changes("two"))[0].isSeen).toBe(false);
    expect(await see("one", change.id)).toBe(200);
    expect([(await changes("one"))[0].isSeen, (await changes("two"))[0].isSeen]).toEqual([true, false]);
    await desk.advance(7 * 24);
    expect(await changes("two")).toEqual([]);
  });

  it.each<[string, boolean, (memberId: string) => unknown]>([
    ["nothing", true, () => undefined],
    ["their own password", false, (id) => desk.store.members.setPassword(id, "a new hash")],
    ["a passkey", false, (id) => desk.store.passkeys.add(passkeyOf(id, "added"), 9)],
    ["one-time codes", false, (id) => addCodes(id)],
    ["recovery codes", false, (id) => desk.store.secondFactors.replaceRecoveryCodes(id, ["a", "b"])],
    ["a passkey, which is gone again", true, (id) => addAndRemove(id)],
    ["the loss of a passkey", true, (id) => desk.store.passkeys.remove(id, "first", { keepOne: false })],
  ])(
    "counts in new sessions only with credentials from before: %s is set after the change",
    async (_what, counts, set) => {
      await desk.store.passkeys.add(passkeyOf("two", "first"), 9);
      const before = await desk.session("two");
      desk.clock.advance({ minutes: 1 });
      await desk.save(one, { mail: thiefsMail });
      desk.clock.advance({ minutes: 1 });
      const sessions = await desk.db.selectFrom("session").selectAll().where("member_id", "=", "two").execute();
      await set("two");
      // A password ends the sessions here, but not the one in which its owner changes it.
      for (const row of sessions)
        await desk.db
          .insertInto("session")
          .values(row)
          .onConflict((c) => c.doNothing())
          .execute();
      const shown = async (cookie: string) =>
        (await desk.call(cookie, "GET", "trust-changes")).body.changes[0].countsAsSeen;
      const after = await desk.session("two");
      expect([await shown(before), await shown(after)]).toEqual([true, counts]);
      const [{ id }] = await changes("two");
      const seen = async (cookie: string) => (await desk.call(cookie, "PUT", `trust-changes/${id}/seen`)).status;
      expect([await seen(after), await seen(before)]).toEqual([counts ? 200 : 409, 200]);
      // Later emails are newer than all of that.
      desk.clock.advance({ minutes: 1 });
      await desk.save(one, { mail: { ...thiefsMail, port: 587 } });
      desk.clock.advance({ minutes: 1 });
      expect((await changes("two"))[0].countsAsSeen).toBe(true);
    },
  );
  const passkeyOf = (memberId: string, id: string) => ({
    ...{ id, memberId, name: id, publicKey: "key", counter: 0, transports: [] },
    ...{ createdAt: desk.clock.now(), usedAt: null },
  });
  async function addCodes(id: string) {
    await desk.store.secondFactors.begin(id, "a secret", desk.clock.now() + 60_000);
    await desk.store.secondFactors.confirm(id, "a secret", 1);
  }
  async function addAndRemove(id: string) {
    await desk.store.passkeys.add(passkeyOf(id, "added"), 9);
    await desk.store.passkeys.remove(id, "added", { keepOne: false });
  }

  it("is for owners only, and asks for a step-up before an approval, not before a stop", async () => {
    await desk.services.channels.setRule({ kind: "approval" }, null);
    await desk.save(one, { mail: thiefsMail });
    const [{ id }] = await changes("two");
    const agent = await desk.signIn("agent");
    expect((await desk.call(agent, "DELETE", `trust-changes/${id}`)).status).toBe(403);
    expect((await desk.call("", "DELETE", `trust-changes/${id}`)).status).toBe(401);
    const two = await desk.session("two");
    desk.clock.advance({ minutes: 11 });
    const asked = await desk.call(two, "POST", `trust-changes/${id}/approve`);
    expect([asked.status, asked.body.needs]).toEqual([403, "proof"]);
    expect((await desk.call(two, "DELETE", `trust-changes/${id}`)).status).toBe(200);
  });
});
