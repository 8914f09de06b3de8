import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTrustTest, mail, password, thiefsMail } from "./testing.ts";

const thiefs = "the thief's own password";
const number = { type: "whatsapp", value: "+91 90000 00666", isActive: true, proof: "" };

let desk: Awaited<ReturnType<typeof createTrustTest>>;
beforeEach(async () => {
  desk = await createTrustTest();
});
afterEach(() => desk.close());

const call: typeof desk.call = (...asked) => desk.call(...asked);
const session = (id: string) => desk.session(id);
const save = (cookie: string, change: object) => desk.save(cookie, change);
const waiting = (cookie: string) => desk.waiting(cookie);
const advance = (hours: number) => desk.advance(hours);

describe("one stolen session of two owners, under the approval rule", () => {
  let thief: string;
  beforeEach(async () => {
    await desk.addOwners(2);
    thief = await session("one");
    expect((await save(thief, { mail })).status).toBe(200);
    await desk.services.channels.setRule({ kind: "approval" }, null);
  });

  it("cannot change where the warnings go", async () => {
    const saved = await save(thief, { mail: thiefsMail, retentionDays: 77 });
    expect([saved.status, saved.body.waits, saved.body.settings.mail.host]).toEqual([202, ["mail"], mail.host]);
    expect(saved.body.settings.retentionDays).toBe(77);
    const owners = (await desk.emails()).map(({ to, state, from }) => `${to} ${state} ${from}`);
    expect(owners.toSorted()).toEqual(["one", "two"].map((id) => `${id}@example.com waits null`));
    const [change] = await waiting(thief);
    expect(change).toMatchObject({ kind: "mail", fields: ["mail.host"], needsApproval: true, canApprove: false });
    expect(change.values).toEqual({ "mail.host": thiefsMail.host });
    expect((await call(thief, "POST", `trust-changes/${change.id}/approve`)).status).toBe(403);
    await advance(8 * 24);
    expect(await desk.mailHost()).toBe(mail.host);
    const second = await session("two");
    expect((await call(second, "POST", `trust-changes/${change.id}/approve`)).status).toBe(200);
    expect(await desk.mailHost()).toBe(thiefsMail.host);
  });

  it("shows the other owner what it would set, but no secret", async () => {
    const next = { ...thiefsMail, port: 587, security: "starttls", password: "the secret of the thief" };
    expect((await save(thief, { mail: next })).status).toBe(202);
    const [change] = await waiting(await session("two"));
    expect(JSON.stringify(change)).not.toContain(next.password);
    expect(change.values).toEqual({ "mail.host": next.host, "mail.port": "587", "mail.security": "starttls" });
  });

  /** S2: replays what one session did to become both owners. */
  async function takeOver() {
    expect((await call(thief, "DELETE", "members/two/second-factor")).status).toBe(202);
    const link = await call(thief, "POST", "members/two/link");
    expect(link.status).toBe(202);
    return link.body.link.split("=")[1] as string;
  }
  const typePassword = (token: string) => call("", "POST", "password", { token, password: thiefs });

  it("is not both owners after 25 hours, nor after 8 days, though nobody looks", async () => {
    const token = await takeOver();
    expect((await typePassword(token)).status).toBe(409);
    await advance(23);
    expect((await typePassword(token)).status).toBe(409);
    expect((await call("", "POST", "session", { email: "two@example.com", password })).status).toBe(200);
    await advance(2);
    const set = await typePassword(token);
    expect(set.status).toBe(200);
    const second = `session=${set.cookie?.value}`;
    const propose = async (cookie: string) => (await call(cookie, "POST", "contacts", number)).body.proposal.id;
    for (const hours of [0, 25, 8 * 24]) {
      await advance(hours);
      const [one, two] = [await session("one"), hours === 0 ? second : await session("two")];
      expect((await call(two, "POST", `contacts/proposals/${await propose(one)}/approve`)).status).toBe(403);
      expect((await call(one, "POST", `contacts/proposals/${await propose(two)}/approve`)).status).toBe(403);
      await save(one, { mail: thiefsMail });
      for (const { id } of await waiting(two)) await call(two, "POST", `trust-changes/${id}/approve`);
      await desk.poll();
      expect(await desk.mailHost()).toBe(mail.host);
      const agent = await call(one, "POST", "members", { email: `thief${hours}@example.com`, role: "owner" });
      expect((await call(two, "POST", `members/${agent.body.member.id}/ownership`)).status).toBe(403);
      await advance(25);
      const team = (await call(await session("one"), "GET", "members")).body.members;
      expect(team.filter(({ role }: { role: string }) => role === "owner")).toHaveLength(2);
    }
    expect(await desk.shown()).toEqual([]);
    // The operator says that it is theirs.
    await desk.services.team.approveOwnerOf("two@example.com");
    const proposal = await propose(await session("one"));
    expect((await call(await session("two"), "POST", `contacts/proposals/${proposal}/approve`)).status).toBe(200);
  });

  it("is stopped by the other owner, with the password from before", async () => {
    const token = await takeOver();
    await advance(23);
    const signedIn = await call("", "POST", "session", { email: "two@example.com", password });
    const second = `session=${signedIn.cookie?.value}`;
    for (const { id } of await waiting(second))
      expect((await call(second, "DELETE", `trust-changes/${id}`)).status).toBe(200);
    await advance(2);
    expect((await typePassword(token)).status).toBe(409);
    expect(await waiting(second)).toEqual([]);
  });
});

/** Every change that carries trust, as a call of an owner about another one. */
const asked: ReadonlyArray<[kind: string, ask: (cookie: string) => Promise<number>]> = [
  ["mail", async (cookie) => (await save(cookie, { mail: thiefsMail })).status],
  ["mail", async (cookie) => (await save(cookie, { mail: { ...mail, from: "x@thief.example" } })).status],
  ["incoming", async (cookie) => (await save(cookie, { incoming: { ...pushed, replyTo: "x@thief.example" } })).status],
  ["webhook", async (cookie) => (await save(cookie, { webhook: { url: "https://thief.example/x" } })).status],
  [
    "telegram",
    async (cookie) => (await save(cookie, { telegram: { chatId: "-100666", token: "123456:ABC-DEF" } })).status,
  ],
  [
    "api-token",
    async (cookie) =>
      (
        await call(cookie, "POST", "api-tokens", {
          name: "thief",
          scopes: ["inquiries:read", "inquiries:reply"],
          expiresOn: "2026-12-01",
        })
      ).status,
  ],
];
const pushed = {
  replyTo: "help@example.com",
  unmatched: "leave",
  way: "push",
  host: "",
  port: 993,
  security: "tls",
  user: "",
};
const aboutOwner: typeof asked = [
  ["password-link", async (cookie) => (await call(cookie, "POST", "members/two/link")).status],
  ["second-factor", async (cookie) => (await call(cookie, "DELETE", "members/two/second-factor")).status],
  ["owner-removal", async (cookie) => (await call(cookie, "PATCH", "members/two", { role: "agent" })).status],
  ["owner-removal", async (cookie) => (await call(cookie, "PATCH", "members/two", { isActive: false })).status],
];

type Wait = "none" | "approval" | number;
/** Hours that a change waits: those of settings and tokens, and those of another owner's account. */
const table: ReadonlyArray<
  [rule: "none" | "approval" | "delay", owners: number, settings: Wait, reset: Wait, removal: Wait | "refused"]
> = [
  ["none", 2, "none", "none", "none"],
  ["none", 3, "none", "none", "none"],
  ["delay", 2, 2, 24, 2],
  ["delay", 3, 2, 24, 2],
  ["approval", 2, "approval", 24, "refused"],
  ["approval", 3, "approval", "approval", "approval"],
];
const rules = {
  none: { kind: "none" },
  approval: { kind: "approval" },
  delay: { kind: "delay", minutes: 120 },
} as const;

describe.each(table)("under the rule %s, with %d owners", (rule, owners, ofSettings, ofReset, ofRemoval) => {
  let one: string;
  beforeEach(async () => {
    await desk.addOwners(owners);
    one = await session("one");
    await save(one, { mail, incoming: pushed });
    await desk.services.channels.setRule(rules[rule], null);
  });

  const waitsOf = (kind: string): Wait | "refused" =>
    kind === "owner-removal" ? ofRemoval : ["password-link", "second-factor"].includes(kind) ? ofReset : ofSettings;

  it.each([...asked, ...aboutOwner])("%s waits as the table says", async (kind, ask) => {
    const wait = waitsOf(kind);
    const status = await ask(one);
    if (wait === "refused") return expect(status).toBe(409);
    if (wait === "none") {
      expect([200, 201]).toContain(status);
      return expect(await waiting(one)).toEqual([]);
    }
    expect(status).toBe(202);
    const [change] = await waiting(one);
    const at = (hours: number) => new Date(desk.clock.now() + hours * 3_600_000).toISOString();
    const isReset = kind === "password-link" || kind === "second-factor";
    expect(change).toMatchObject(
      wait === "approval"
        ? { kind, needsApproval: true, takesEffectAt: null, earliestAt: at(isReset ? 24 : 0) }
        : { kind, needsApproval: false, takesEffectAt: at(wait) },
    );
    // Neither the one who asked nor the one whose account it is can approve it, and any owner can stop it.
    const approved = async (who: string) =>
      (await call(await session(who), "POST", `trust-changes/${change.id}/approve`)).status;
    expect(await approved("one")).toBeGreaterThanOrEqual(403);
    const isAboutTwo = !asked.some(([name]) => name === kind);
    if (isAboutTwo) expect(await approved("two")).toBeGreaterThanOrEqual(403);
    if (wait !== "approval") return undefined;
    expect(await approved(isAboutTwo ? "three" : "two")).toBe(200);
    await desk.poll();
    expect((await waiting(one)).length).toBe(isReset ? 1 : 0);
    if (isReset) await advance(24);
    expect(await waiting(await session("one"))).toEqual([]);
  });

  it("is stopped by any owner, and ended by the operator", async () => {
    if (ofSettings === "none") return;
    await save(one, { mail: thiefsMail });
    const [stopped] = await waiting(one);
    expect((await call(await session("two"), "DELETE", `trust-changes/${stopped.id}`)).status).toBe(200);
    await advance(48);
    expect(await desk.mailHost()).toBe(mail.host);
    await save(await session("one"), { mail: thiefsMail });
    const [ended] = await desk.services.trust.waitingOf("one@example.com");
    expect(await desk.services.trust.endWait(ended?.id ?? "")).toBe(true);
    expect(await desk.mailHost()).toBe(thiefsMail.host);
  });
});

it("takes nothing by time alone into effect once the rule asks for an approval", async () => {
  await desk.addOwners(2);
  const one = await session("one");
  await save(one, { mail });
  await desk.services.channels.setRule(rules.delay, null);
  await save(one, { mail: thiefsMail });
  await desk.services.channels.setRule(rules.approval, null);
  await advance(48);
  expect(await desk.mailHost()).toBe(mail.host);
  const two = await session("two");
  const [change] = await waiting(two);
  expect(change).toMatchObject({ needsApproval: true, canApprove: true });
  expect((await call(two, "POST", `trust-changes/${change.id}/approve`)).status).toBe(200);
  expect(await desk.mailHost()).toBe(thiefsMail.host);
});

describe("one owner", () => {
  let one: string;
  beforeEach(async () => {
    await desk.addOwners(1);
    one = await session("one");
    await save(one, { mail });
  });

  it.each(["none", "delay"] as const)(
    "waits for nothing under the rule %s, as nobody else ever joined",
    async (kind) => {
      await desk.services.channels.setRule(rules[kind], null);
      for (const [, ask] of asked) expect([200, 201]).toContain(await ask(one));
      expect((await call(one, "GET", "trust-changes")).body.changes).toEqual([]);
    },
  );

  it("waits 24 hours under the approval rule, which needed a second one: alone, but not locked out", async () => {
    await desk.addOwner("two");
    await desk.services.channels.setRule(rules.approval, null);
    await desk.db.deleteFrom("member").where("id", "=", "two").execute();
    for (const [kind, ask] of asked.slice(2)) {
      expect(await ask(one)).toBe(202);
      expect(await waiting(one)).toMatchObject([{ kind, needsApproval: false }]);
      await advance(24);
      one = await session("one");
      expect(await waiting(one)).toEqual([]);
    }
    // A second owner, too: proposed, and one after 24 hours.
    const { id } = (await call(one, "POST", "members", { email: "new@example.com", role: "owner" })).body.member;
    const roleOf = async () => (await desk.store.members.findById(id))?.role;
    await advance(23);
    expect(await roleOf()).toBe("agent");
    await advance(1);
    expect(await roleOf()).toBe("owner");
  });
});
