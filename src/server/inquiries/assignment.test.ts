import { afterEach, beforeEach, expect, it } from "vitest";
import type { SettingsInput } from "#contract/settings.ts";
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
