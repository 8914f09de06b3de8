import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cheapHash } from "./passwords/testing.ts";
import { createTestApp, type TestApp } from "../testing.ts";

const password = "a long enough password";
const hash = cheapHash(password);
const thiefs = "the thief's own password";
const number = { type: "whatsapp", value: "+91 90000 00666", isActive: true, proof: "" };

let desk: TestApp;
/** The stolen session, just after its sign-in. */
let stolen: string;

/** Two owners who approve each other's changes, an agent, and a deactivated owner. */
beforeEach(async () => {
  desk = await createTestApp();
  const { members } = desk.store;
  for (const id of ["second", "former"])
    await members.insert({ id, email: `${id}@example.com`, role: "owner", passwordHash: hash }, desk.clock.now());
  await members.change("former", { isActive: false });
  await desk.signIn("agent");
  stolen = await desk.signIn();
  await desk.services.channels.setRule({ kind: "approval" }, null);
});
afterEach(() => desk.close());

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

async function call(cookie: string, method: Method, path: string, payload?: object) {
  const url = `/api/${path}`;
  const response = await desk.app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json(), cookie: response.cookies[0] };
}
const session = async (id: string, role: "owner" | "agent" = "owner") =>
  `session=${(await desk.services.sessions.start({ id, email: `${id}@example.com`, role })).token}`;
/** Sets a password with a one-time link; returns the new session's cookie. */
async function open(link: string): Promise<string> {
  const set = await call("", "POST", "password", { token: link.split("=")[1], password: thiefs });
  expect(set.status).toBe(200);
  return `session=${set.cookie?.value}`;
}
/** Lets 24 hours pass, so that waiting changes take effect; the session is renewed, as its thief would. */
async function wait(): Promise<void> {
  desk.clock.advance({ hours: 24 });
  await desk.services.trust.poll();
  stolen = await session(desk.member.id);
}
const propose = async (cookie = stolen) => {
  const proposed = await call(cookie, "POST", "contacts", number);
  expect(proposed.status).toBe(202);
  return proposed.body.proposal.id as string;
};
const approve = (cookie: string, id: string) => call(cookie, "POST", `contacts/proposals/${id}/approve`);
const shown = async () => (await desk.services.channels.active()).channels.map(({ value }) => value);
const member = async (id: string, cookie = stolen) =>
  (await call(cookie, "GET", "members")).body.members.find((one: { id: string }) => one.id === id);

describe("one stolen session of an owner", () => {
  const ways: Array<[what: string, become: () => Promise<string>]> = [
    [
      "that invites an owner",
      async () =>
        open((await call(stolen, "POST", "members", { email: "thief@example.com", role: "owner" })).body.link),
    ],
    [
      "that makes an agent an owner",
      async () => {
        const path = `members/${desk.agent.id}`;
        await call(stolen, "PATCH", path, { role: "owner" });
        return open((await call(stolen, "POST", `${path}/link`)).body.link);
      },
    ],
    [
      "that activates a former owner",
      async () => {
        await call(stolen, "PATCH", "members/former", { isActive: true });
        return open((await call(stolen, "POST", "members/former/link")).body.link);
      },
    ],
    [
      "that activates a former owner as an agent, and makes them an owner then",
      async () => {
        await call(stolen, "PATCH", "members/former", { role: "agent" });
        await call(stolen, "PATCH", "members/former", { isActive: true });
        await call(stolen, "PATCH", "members/former", { role: "owner" });
        return open((await call(stolen, "POST", "members/former/link")).body.link);
      },
    ],
    [
      "that sets the second owner's password with a link",
      async () => {
        const { link } = (await call(stolen, "POST", "members/second/link")).body;
        await wait();
        return open(link);
      },
    ],
    [
      "that reads the second owner's mail, as through its own mail server",
      async () => {
        const token = (await desk.services.accounts.newMemberLink("second"))?.token;
        expect((await call("", "POST", "password", { token, password: thiefs })).status).toBe(202);
        await wait();
        const signedIn = await call("", "POST", "session", { email: "second@example.com", password: thiefs });
        return `session=${signedIn.cookie?.value}`;
      },
    ],
    [
      "that takes the second owner's second factor away, and knows the password",
      async () => {
        await call(stolen, "DELETE", "members/second/second-factor");
        await wait();
        const signedIn = await call("", "POST", "session", { email: "second@example.com", password });
        return `session=${signedIn.cookie?.value}`;
      },
    ],
  ];

  it.each(ways)("%s is not two owners", async (_what, become) => {
    const before = await propose();
    const other = await become();
    const after = await propose();
    for (const id of [before, after]) {
      const refused = await approve(other, id);
      expect(refused.status).toBe(403);
    }
    // It can neither approve itself as an owner nor be approved by its proposer.
    const { id } = (await call(other, "GET", "session")).body.member;
    for (const cookie of [stolen, other])
      expect((await call(cookie, "POST", `members/${id}/ownership`)).status).toBeGreaterThanOrEqual(403);
    desk.clock.advance({ hours: 23 });
    expect((await approve(await session(id), after)).status).toBe(403);
    expect(await shown()).toEqual([]);
    // It can never approve changes proposed before it became an owner.
    desk.clock.advance({ hours: 2 });
    expect((await approve(await session(id), before)).status).toBe(403);
    expect(await shown()).toEqual([]);
  });
});

describe("a new owner", () => {
  it("waits for another owner, then for 24 hours, and shows until when", async () => {
    const invited = await call(stolen, "POST", "members", { email: "third@example.com", role: "owner" });
    const { id } = invited.body.member;
    const at = new Date(desk.clock.now()).toISOString();
    expect(invited.body.member).toMatchObject({
      role: "agent",
      pendingOwner: { by: "owner@example.com", at, canApprove: false },
    });
    const third = await open(invited.body.link);
    expect((await call(third, "GET", "settings")).status).toBe(403);
    const second = await session("second");
    expect((await member(id, second)).pendingOwner.canApprove).toBe(true);
    expect((await call(second, "POST", `members/${id}/ownership`)).body).toMatchObject({
      role: "owner",
      pendingOwner: null,
      approvesFrom: "2026-11-02T12:00:00.000Z",
    });
    expect((await call(third, "GET", "settings")).status).toBe(200);

    desk.clock.advance({ seconds: 1 });
    const proposal = await propose();
    const refused = await approve(third, proposal);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringContaining("You can approve from 2026-11-02 12:00 UTC on"),
    ]);
    expect((await call(third, "GET", "contacts/state")).body.proposals[0]).toMatchObject({
      canApprove: false,
      approvesFrom: "2026-11-02T12:00:00.000Z",
    });
    desk.clock.advance({ hours: 24 });
    expect((await approve(await session(id), proposal)).status).toBe(200);
    expect(await shown()).toEqual([number.value]);
  });

  it.each([
    ["rejected by another owner", () => session("second")],
    ["withdrawn by the proposer", async () => stolen],
  ])("stays an agent once %s", async (_how, end) => {
    await call(stolen, "PATCH", `members/${desk.agent.id}`, { role: "owner" });
    const path = `members/${desk.agent.id}/ownership`;
    expect((await call(await end(), "DELETE", path)).body).toMatchObject({ role: "agent", pendingOwner: null });
    expect((await call(await session("second"), "POST", path)).status).toBe(409);
  });

  it("needs a fresh proof, to be proposed and to be approved", async () => {
    await call(stolen, "PATCH", `members/${desk.agent.id}`, { role: "owner" });
    const second = await session("second");
    desk.clock.advance({ minutes: 10 });
    for (const method of ["POST", "DELETE"] as const) {
      const asked = await call(second, method, `members/${desk.agent.id}/ownership`);
      expect([asked.status, asked.body.needs]).toEqual([403, "proof"]);
    }
  });

  it("is not proposed any more once who has proposed it is no owner", async () => {
    await desk.services.team.invite({ email: "third@example.com", role: "owner" });
    const third = (await desk.store.members.list()).find(({ email }) => email === "third@example.com");
    await desk.store.members.setPassword(third?.id ?? "", hash);
    await call(stolen, "PATCH", `members/${desk.agent.id}`, { role: "owner" });
    await desk.services.team.change(desk.member.id, { role: "agent" });
    expect((await member(desk.agent.id, await session("second"))).pendingOwner).toBeNull();
  });

  it("is immediate if no second owner has to approve, and by the operator", async () => {
    await call(stolen, "PATCH", `members/${desk.agent.id}`, { role: "owner" });
    expect(await desk.services.team.approveOwnerOf(desk.agent.email)).toBe(true);
    const proposal = await propose();
    expect((await approve(await session(desk.agent.id), proposal)).status).toBe(200);
    await desk.services.channels.setRule({ kind: "none" }, null);
    const invited = await call(stolen, "POST", "members", { email: "third@example.com", role: "owner" });
    expect(invited.body.member).toMatchObject({ role: "owner", pendingOwner: null });
  });
});

it("notifies every owner of each new owner, and of each way into an owner's account", async () => {
  const { version } = await desk.services.settings.view();
  const mail = {
    host: "localhost",
    port: 1,
    security: "none" as const,
    user: "",
    from: "desk@example.com",
    to: ["team@example.com"],
  };
  const saved = { retentionDays: 90, acknowledge: false, says: "reference" as const, webhook: null, telegram: null };
  await desk.services.settings.save({ ...saved, mail }, version);
  const notified = async () => {
    const rows = (await desk.dump()).outbox as Array<{ kind: string; payload: string }>;
    await desk.db.deleteFrom("outbox").execute();
    return rows
      .map(({ payload }) => JSON.parse(payload))
      .filter(({ notice }) => String(notice).startsWith("owner-"))
      .map(({ notice, memberId, about, by }) => [notice, memberId, about, by].join(" "))
      .toSorted();
  };
  const each = (notice: string, about: string, actorId: string, owners = [desk.member.id, "second"]) =>
    owners.map((owner) => `${notice} ${owner} ${about} ${actorId}`).toSorted();
  const { id: agent } = desk.agent;

  await call(stolen, "PATCH", `members/${agent}`, { role: "owner" });
  expect(await notified()).toEqual(each("owner-proposed", agent, desk.member.id));
  await call(await session("second"), "POST", `members/${agent}/ownership`);
  expect(await notified()).toEqual(each("owner-added", agent, "second", [desk.member.id, "second", agent]));
  await desk.services.team.change(agent, { role: "agent" });
  const { link } = (await call(stolen, "POST", "members/second/link")).body;
  expect(await notified()).toEqual([]);
  await wait();
  expect(await notified()).toEqual(each("owner-link-made", "second", desk.member.id));
  await open(link);
  expect(await notified()).toEqual(each("owner-password-set", "second", ""));
  await call(stolen, "DELETE", "members/second/second-factor");
  await wait();
  expect(await notified()).toEqual(each("owner-factor-reset", "second", desk.member.id));
});
