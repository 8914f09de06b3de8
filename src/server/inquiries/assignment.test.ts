import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SettingsInput } from "#contract/settings.ts";
import type { Team } from "#contract/auth/team.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry } from "../testing-api.ts";

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  await test.signIn();
  for (const id of ["asha", "ravi", "meera"]) {
    const email = `${id}@example.com`;
    await test.store.members.insert({ id, email, passwordHash: "none", role: "agent" }, test.clock.now());
  }
  await set({ assignsInTurn: true });
});
afterEach(() => test.close());

async function set(change: Partial<SettingsInput>): Promise<void> {
  const { settings } = test.services;
  const none = { retentionDays: 180, acknowledge: false, says: "reference", mail: null, webhook: null, telegram: null };
  await settings.save({ ...none, ...change } as SettingsInput, (await settings.view()).version);
}

const assignees = async () =>
  (await test.db.selectFrom("inquiry").select("assignee_id").orderBy("number").execute()).map((row) => row.assignee_id);

let sent = 0;
async function submit(isSuspected = false): Promise<void> {
  sent += 1;
  await test.services.inquiries.submit({ ...goodInquiry, query: `Question ${sent}` }, { isSuspected });
}

/** Sends one, and waits until it is assigned. */
async function submitInTurn(): Promise<string | null | undefined> {
  await submit();
  await expect.poll(async () => (await assignees()).at(-1)).not.toBeNull();
  return (await assignees()).at(-1);
}

it("gives new inquiries to the active agents in turn, with an entry in the history", async () => {
  const first = [await submitInTurn(), await submitInTurn(), await submitInTurn()];
  expect(new Set(first)).toEqual(new Set(["asha", "meera", "ravi"]));
  expect([await submitInTurn(), await submitInTurn(), await submitInTurn()]).toEqual(first);
  await test.db
    .updateTable("member")
    .set({ is_active: 0 })
    .where("id", "=", first[0] ?? "")
    .execute();
  const rest = [await submitInTurn(), await submitInTurn()];
  expect(rest).toEqual(first.slice(1));
  const { id } = await test.db
    .selectFrom("inquiry")
    .select("id")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect((await test.services.inbox.find(id))?.history.at(-1)).toMatchObject({
    what: "assignee",
    by: null,
    to: { id: rest[1] },
  });
});

describe("a member who is away", () => {
  const turns = (id: string, takesTurns: boolean, actor = test.member) =>
    test.services.turns.set(id, takesTurns, actor);

  it("gets none until they take turns again, and then no more than the others", async () => {
    for (let index = 0; index < 3; index += 1) await submitInTurn();
    expect(await turns("asha", false)).toBe(true);
    const rest = [await submitInTurn(), await submitInTurn(), await submitInTurn(), await submitInTurn()];
    expect(new Set(rest)).toEqual(new Set(["meera", "ravi"]));
    await turns("asha", true);
    const again = [await submitInTurn(), await submitInTurn(), await submitInTurn()];
    expect(new Set(again)).toEqual(new Set(["asha", "meera", "ravi"]));
    expect(await turns("nobody", false)).toBe(false);
  });

  it("leaves new inquiries unassigned if nobody else takes turns", async () => {
    for (const id of ["asha", "ravi", "meera"]) await turns(id, false);
    await submit();
    const { id } = await test.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow();
    await test.store.assignments.assignInTurn(id, test.clock.now());
    expect(await assignees()).toEqual([null]);
    await turns("ravi", true);
    await test.store.assignments.assignInTurn(id, test.clock.now());
    expect(await assignees()).toEqual(["ravi"]);
  });

  it("sets it themselves, and an owner for everybody: in the audit log, once for each change", async () => {
    const agent = { id: test.agent.id, cookie: await test.signIn("agent") };
    const put = async (id: string, takesTurns: boolean, cookie: string) => {
      const url = `/api/members/${id}/turns`;
      return (await test.app.inject({ method: "PUT", url, payload: { takesTurns }, headers: { cookie } })).statusCode;
    };
    expect(await put("asha", false, agent.cookie)).toBe(403);
    for (let time = 0; time < 2; time += 1) expect(await put(agent.id, false, agent.cookie)).toBe(200);
    const owner = await test.signIn();
    expect(await put("asha", false, owner)).toBe(200);
    expect(await put("gone", false, owner)).toBe(404);
    const get = async (url: string) => (await test.app.inject({ url, headers: { cookie: owner } })).json();
    const { members } = (await get("/api/members")) as Team;
    const away = members.flatMap(({ id, takesTurns }) => (takesTurns === false ? [id] : []));
    expect(new Set(away)).toEqual(new Set([agent.id, "asha"]));
    expect(members.find(({ role }) => role === "owner")?.takesTurns).toBeUndefined();
    expect((await get("/api/audit-log?kind=turns-changed")).entries).toMatchObject([
      { by: { id: test.member.id }, about: { member: "asha", takesTurns: false } },
      { by: { id: agent.id }, about: { takesTurns: false } },
    ]);
  });
});

it("logs that an assignment failed, without anything of the visitor's", async () => {
  const lines: string[] = [];
  const error = (about: { err: Error }, text: string) => lines.push(`${text} ${about.err.message}`);
  test.services.inquiries.logTo({ error } as unknown as Parameters<typeof test.services.inquiries.logTo>[0]);
  await sql`alter table assignment_turn rename column turn to broken`.execute(test.db);
  await submit();
  await expect.poll(() => lines).toEqual([expect.stringMatching(/^new inquiries stay unassigned/)]);
  for (const typed of Object.values(goodInquiry)) expect(lines.join()).not.toContain(typed);
  expect(await assignees()).toEqual([null]);
});

it("is fair to many at the same time", async () => {
  await Promise.all(Array.from({ length: 30 }, () => submit()));
  await expect.poll(async () => (await assignees()).filter((id) => id === null)).toEqual([]);
  const counts = Object.values(Object.groupBy(await assignees(), (id) => id ?? "")).map((each) => each?.length);
  expect(counts).toEqual([10, 10, 10]);
});

it("leaves out suspected ones, and does nothing if it is off", async () => {
  await submit(true);
  await set({ assignsInTurn: false });
  await submit();
  await set({ assignsInTurn: true });
  await submitInTurn();
  expect(await assignees()).toEqual([null, null, expect.any(String)]);
});
