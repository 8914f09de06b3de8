import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InboxPage } from "#contract/inbox/inbox.ts";
import type { BellEntries } from "#contract/inbox/bell.ts";
import { bellLimits } from "#domain/inquiries/bell.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { createDeliveries } from "../notifications/testing-deliveries.ts";
import { goodInquiry } from "../testing-api.ts";

const origin = "https://desk.example.com";

let test: Awaited<ReturnType<typeof createDeliveries>>;
let owner: string;
let agent: string;
let id: string;
let receiptKey: string;
beforeEach(async () => {
  test = await createDeliveries(origin);
  owner = await test.signIn();
  agent = await test.signIn("agent");
  ({ id, receiptKey } = await submit("Ravi Example"));
});
afterEach(() => test.close());

async function submit(name: string) {
  const { reference, receiptKey: key } = await test.services.inquiries.submit({ ...goodInquiry, name });
  const found = await test.db
    .selectFrom("inquiry")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
  return { id: found.id, receiptKey: key };
}

async function call<Body>(cookie: string, method: "GET" | "POST" | "PUT" | "PATCH", url: string, payload?: object) {
  const { version } = await test.db
    .selectFrom("inquiry")
    .select("version")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const response = await test.app.inject({
    method,
    url: `/api${url}`,
    headers: { cookie, "if-match": `"${version}"` },
    ...(payload === undefined ? {} : { payload }),
  });
  expect(response.statusCode).toBeLessThan(300);
  return response.json<Body>();
}

const list = (cookie: string) => call<BellEntries>(cookie, "GET", "/inbox/bell");
const kinds = async (cookie: string) => (await list(cookie)).entries.map(({ kind }) => kind);
const assign = (cookie: string, assigneeId: string | null) =>
  call(cookie, "PATCH", `/contact-inquiries/${id}`, { assigneeId });
const mention = (cookie: string, member: { id: string }, text = "@Agent, please call") =>
  call(cookie, "POST", `/contact-inquiries/${id}/notes`, { text, mentions: [member.id] });
const answer = (isSuspected = false) =>
  test.services.conversations.answer(receiptKey, "It is still not here.", { idempotencyKey: undefined, isSuspected });

it("tells a member of what others do, and what visitors write, but of nothing that they do themselves", async () => {
  expect(await list(agent)).toEqual({ entries: [], unread: 0 });
  await mention(owner, test.agent);
  test.clock.advance({ minutes: 1 });
  await assign(owner, test.agent.id);
  test.clock.advance({ minutes: 1 });
  await answer();
  const { entries, unread } = await list(agent);
  const inquiry = { id, name: "Ravi Example" };
  const author = { id: test.member.id };
  expect(entries).toMatchObject([
    { kind: "answer", by: null, isRead: false, inquiry },
    { kind: "assignment", by: author, isRead: false, inquiry },
    { kind: "mention", by: author, isRead: false, inquiry },
  ]);
  expect(unread).toBe(3);
  expect(await list(owner)).toEqual({ entries: [], unread: 0 });

  await mention(owner, test.member);
  await assign(owner, test.member.id);
  expect(await kinds(owner)).toEqual([]);
  // An inquiry that is not the agent's any more is not called theirs.
  expect(await kinds(agent)).toEqual(["answer", "mention"]);
});

it("keeps one entry of a kind for an inquiry, unread again and first, however often it happens", async () => {
  await assign(owner, test.agent.id);
  const other = await submit("Asha Example");
  for (let round = 0; round < 5; round += 1) {
    test.clock.advance({ minutes: 1 });
    await answer();
    const { entries, unread } = await list(agent);
    expect([entries.map(({ kind }) => kind), unread]).toEqual([["answer", "assignment"], round === 0 ? 2 : 1]);
    await call(agent, "PUT", "/inbox/bell/read", { until: entries[0]?.at });
  }
  expect((await list(agent)).unread).toBe(0);
  test.clock.advance({ minutes: 1 });
  await mention(owner, test.agent);
  test.clock.advance({ minutes: 1 });
  await answer();
  expect(await kinds(agent)).toEqual(["answer", "mention", "assignment"]);
  const until = new Date(test.clock.now()).toISOString();
  await call(agent, "PUT", "/inbox/bell/read", { until });
  // Likely spam alerts nobody.
  await answer(true);
  expect((await list(agent)).unread).toBe(0);
  expect(other.id).not.toBe(id);
});

it("reports each change of a bell to its member's browsers, and writes no email where none can be sent", async () => {
  const told = async () => {
    const rows = await test.db.selectFrom("inbox_change").select("member_id").where("kind", "=", "bell").execute();
    return rows.map((row) => row.member_id);
  };
  const { id: agentId } = test.agent;
  await assign(owner, agentId);
  expect(await told()).toEqual([agentId]);
  await assign(owner, null);
  expect(await told()).toEqual([agentId, agentId]);
  await assign(owner, agentId);
  const until = new Date(test.clock.now()).toISOString();
  for (let time = 0; time < 2; time += 1) {
    await call(agent, "PUT", "/inbox/bell/read", { until });
    expect(await told()).toEqual([agentId, agentId, agentId, agentId]);
  }
  expect((await test.rows()).filter(({ kind }) => kind === "mention")).toEqual([]);
});

it("marks as read what the member has seen, of one inquiry or of all, and only theirs", async () => {
  const first = id;
  const second = (await submit("Asha Example")).id;
  for (const one of [first, second]) {
    id = one;
    test.clock.advance({ minutes: 1 });
    await mention(owner, test.agent);
    await mention(agent, test.member);
  }
  const seen = (await list(agent)).entries[0]?.at;
  test.clock.advance({ minutes: 1 });
  await assign(owner, test.agent.id);
  await call(agent, "PUT", "/inbox/bell/read", { until: seen, inquiryId: first });
  const read = async (cookie: string) => (await list(cookie)).entries.map(({ isRead }) => isRead);
  expect(await read(agent)).toEqual([false, false, true]);
  // What arrived since the list was shown stays unread.
  await call(agent, "PUT", "/inbox/bell/read", { until: seen });
  expect(await read(agent)).toEqual([false, true, true]);
  expect(await read(owner)).toEqual([false, false]);
});

it("shows the kinds that the member has chosen", async () => {
  await mention(owner, test.agent);
  await assign(owner, test.agent.id);
  await call(agent, "PUT", "/session/settings", { mentions: { bell: false, email: true } });
  expect(await list(agent)).toMatchObject({ entries: [{ kind: "assignment" }], unread: 1 });
  const off = { bell: false, email: false };
  await call(agent, "PUT", "/session/settings", { assignments: off, answers: off, undelivered: off });
  expect(await list(agent)).toEqual({ entries: [], unread: 0 });
});

it("lists the inquiries that mention the member in a view, also closed and snoozed ones, but no others", async () => {
  const first = id;
  const names = async (cookie: string, query = "") =>
    (await call<InboxPage>(cookie, "GET", `/contact-inquiries?mentioned=me${query}`)).inquiries.map(({ name }) => name);
  await submit("Zuleika Khan");
  id = (await submit("Meera Example")).id;
  await mention(owner, test.agent);
  await call(owner, "PATCH", `/contact-inquiries/${id}`, { snoozedUntil: "answer" });
  id = first;
  await mention(owner, test.agent);
  await assign(owner, test.member.id);
  await call(owner, "PATCH", `/contact-inquiries/${id}`, { status: "closed" });
  expect(await names(agent)).toEqual(["Meera Example", "Ravi Example"]);
  for (const [query, found] of [
    ["&status=closed", ["Ravi Example"]],
    ["&search=Meera", ["Meera Example"]],
    ["&search=Zuleika", []],
    ["&sort=oldest", ["Ravi Example", "Meera Example"]],
    ["&sort=activity", ["Meera Example", "Ravi Example"]],
  ] as const)
    expect((await names(agent, query)).toSorted(), query).toEqual([...found].toSorted());
  expect(await names(owner)).toEqual([]);
  // The bell may be off.
  await call(agent, "PUT", "/session/settings", { mentions: { bell: false, email: false } });
  expect(await names(agent)).toHaveLength(2);
});

it("tells the author and the assignee of a reply that did not arrive", async () => {
  await test.services.settings.save({ ...test.input, webhook: null, telegram: null }, 0);
  const reply = { id: randomUUID(), way: "email", text: "Please try again.", status: "answered" };
  await call(owner, "POST", `/contact-inquiries/${id}/replies`, reply);
  test.clock.advance({ seconds: leavesAfterMs / 1000 + 6 });
  await assign(owner, test.agent.id);
  const failed = await test.services.outbox.messagesForFailure("Refused.");
  await test.store.outbox.settle(
    reply.id,
    { state: "dead", attempts: 1, problem: "Refused." },
    test.clock.now(),
    failed,
  );
  expect(await kinds(owner)).toEqual(["undelivered"]);
  expect((await kinds(agent)).toSorted()).toEqual(["assignment", "undelivered"]);
  // The message to the team tells the assignee by email; the author has the bell.
  const mailed = await test.db
    .selectFrom("bell_entry")
    .select("member_id")
    .where("kind", "=", "undelivered")
    .where("mail_id", "is not", null)
    .execute();
  expect(mailed).toEqual([{ member_id: test.agent.id }]);
  const own = (await test.rows()).filter(({ kind }) => kind === "mention").map(({ payload }) => JSON.parse(payload));
  // No `memberId`: 0.2.0, which knows no such emails, would mail that member a link for a new password.
  expect(own).toEqual([
    { about: "assignment", member: test.agent.id },
    { about: "undelivered", problem: "Refused.", member: test.agent.id },
  ]);
});

it("leaves with the inquiry, with time, and once there are more than anybody reads", async () => {
  await mention(owner, test.agent);
  await assign(owner, test.agent.id);
  const seen = await test.services.inbox.find(id);
  await test.services.bin.add([{ id, version: seen?.version ?? 0 }], { member: test.member, hasSteppedUp: true });
  const rows = () => test.db.selectFrom("bell_entry").select("id").execute();
  expect([await list(agent).catch(() => null), (await rows()).length]).toEqual([{ entries: [], unread: 0 }, 2]);
  await test.db.deleteFrom("inquiry").where("id", "=", id).execute();
  expect(await rows()).toEqual([]);

  const many = bellLimits.perMember + 5;
  for (let count = 0; count < many; count += 1) {
    ({ id } = await submit(`Visitor ${count}`));
    test.clock.advance({ seconds: 1 });
    await test.services.inbox.addNote(id, "@Agent", test.member.id, [test.agent.id]);
  }
  await test.services.bell.purge();
  expect(await rows()).toHaveLength(bellLimits.perMember);
  const { entries, unread } = await list(agent);
  expect([entries.length, unread]).toEqual([bellLimits.shown, bellLimits.perMember]);
  expect(entries[0]?.inquiry.name).toBe(`Visitor ${many - 1}`);
  test.clock.advance({ days: bellLimits.days + 1 });
  await test.services.bell.purge();
  expect(await rows()).toEqual([]);
});

/** Sends what is due; the mail server takes all. Returns what it took. */
async function sent() {
  test.services.notifications.start({ origin, log: { info() {}, warn() {}, error() {} } });
  const due = async () =>
    (await test.rows()).filter((row) => row.tried_at === null && Number(row.next_at) <= test.clock.now());
  await expect.poll(due).toEqual([]);
  await test.services.notifications.stop();
  return test.mailServer.mails.splice(0).map(({ to, headers, text }) => {
    return { to: to[0], subject: /^Subject: (.*)$/m.exec(headers)?.[1]?.trim(), text };
  });
}

describe("emails to a member", () => {
  beforeEach(async () => {
    const mail = { ...test.input.mail!, to: [] };
    await test.services.settings.save({ ...test.input, mail, webhook: null, telegram: null }, 0);
  });
  const reference = () =>
    test.db
      .selectFrom("inquiry")
      .select("reference")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
      .then((row) => row.reference);

  it("tell of an assignment by somebody else, with nothing of the visitor", async () => {
    await assign(owner, test.member.id);
    expect(await sent()).toEqual([]);
    await assign(owner, test.agent.id);
    const [mail, ...others] = await sent();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: test.agent.email, subject: `Inquiry ${await reference()} was assigned to you` });
    expect(mail?.text).toContain(`${origin}/ContactAdmin/inquiries?inquiry=${id}`);
    for (const part of ["Ravi", goodInquiry.email, goodInquiry.phone, goodInquiry.query])
      expect(mail?.text).not.toContain(part);
  });

  it("come by the member's choice, and not to who can no longer sign in", async () => {
    const change = (kind: string, email: boolean) =>
      call(agent, "PUT", "/session/settings", { [kind]: { bell: false, email } });
    await change("assignments", false);
    await change("answers", true);
    await assign(owner, test.agent.id);
    await answer();
    const written = [{ subject: `The visitor has written on inquiry ${await reference()}` }];
    expect(await sent()).toMatchObject(written);
    // Each time.
    await answer();
    expect(await sent()).toMatchObject(written);
    // Chosen after it was written, and before it is sent.
    await mention(owner, test.agent);
    await change("mentions", false);
    expect(await sent()).toEqual([]);
    await answer();
    await test.db.updateTable("member").set({ is_active: 0 }).where("id", "=", test.agent.id).execute();
    expect(await sent()).toEqual([]);
  });

  it("tell of no assignment that was undone, but of a mention of which an earlier version kept no entry", async () => {
    await assign(owner, test.agent.id);
    await assign(owner, null);
    expect(await sent()).toEqual([]);
    await mention(owner, test.agent);
    await test.db.deleteFrom("bell_entry").execute();
    expect(await sent()).toMatchObject([{ to: test.agent.email, subject: expect.stringContaining("mention") }]);
  });

  it("are one for all that was assigned at once", async () => {
    const ids = [id];
    for (const name of ["Asha", "Meera"]) ids.push((await submit(name)).id);
    const changes = ids.map((each) => ({ id: each, version: 1, assigneeId: test.agent.id }));
    await call(owner, "POST", "/contact-inquiries/changes", { changes });
    const [mail, ...others] = await sent();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("3 things are new for you in the inbox");
    for (const each of ids) expect(mail?.text).toContain(each);
  });

  it("wait until the quiet hours end, then go as one, without what was read", async () => {
    const zoned = { timeZone: "Asia/Kolkata", hourCycle: "h23", hour: "2-digit", minute: "2-digit" } as const;
    const at = (ms: number) => new Intl.DateTimeFormat("en-GB", zoned).format(test.clock.now() + ms);
    const quietHours = { from: at(-60_000), to: at(5 * 3_600_000), timeZone: "Asia/Kolkata" };
    await call(agent, "PUT", "/session/settings", { quietHours });
    const ids = [id];
    for (const name of ["Asha", "Meera"]) ids.push((await submit(name)).id);
    for (const each of ids) {
      id = each;
      await assign(owner, test.agent.id);
      await mention(owner, test.agent);
    }
    expect(await sent()).toEqual([]);
    // A delayed email is not late.
    test.clock.advance({ hours: 2 });
    expect((await test.services.outbox.backlog()).email).toEqual({ waiting: 6, dead: 0, oldestSeconds: 0 });
    const until = new Date(test.clock.now()).toISOString();
    await call(agent, "PUT", "/inbox/bell/read", { until, inquiryId: ids[0] });
    test.clock.advance({ hours: 3, minutes: 1 });
    const [mail, ...others] = await sent();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("4 things are new for you in the inbox");
    expect(ids.map((each) => mail?.text.includes(each))).toEqual([false, true, true]);
    expect(await sent()).toEqual([]);
  });
});
