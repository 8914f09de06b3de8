import { afterEach, beforeEach, expect, it } from "vitest";
import { type OwnSettings, ownSettings } from "#contract/auth/own-settings.ts";
import { createTestTeam, type TestTeam } from "../testing.ts";

let test: TestTeam;
let owner: string;
let agent: string;
beforeEach(async () => {
  test = await createTestTeam();
  ({ owner, agent } = test.cookies);
});
afterEach(() => test.close());

const start = Object.fromEntries(Object.entries(ownSettings).map(([name, setting]) => [name, setting.start]));

const night = { from: "22:00", to: "08:00", timeZone: "Asia/Kolkata" };

async function call(cookie: string, change?: object): Promise<{ status: number; body: OwnSettings }> {
  const sent = change === undefined ? { method: "GET" as const } : { method: "PUT" as const, payload: change };
  const response = await test.app.inject({ ...sent, url: "/api/session/settings", headers: { cookie } });
  return { status: response.statusCode, body: response.json() };
}

it("starts with what each setting declares, and keeps a change for its member alone", async () => {
  expect((await call(agent)).body).toEqual(start);
  expect(await call(agent, { assignsOnReply: false, quietHours: night })).toEqual({
    status: 200,
    body: { ...start, assignsOnReply: false, quietHours: night },
  });
  await call(agent, { sendKey: "close" });
  expect((await call(agent)).body).toEqual({ ...start, assignsOnReply: false, quietHours: night, sendKey: "close" });
  expect((await call(owner)).body).toEqual(start);
});

it("keeps both of two changes made at once, and the last of one setting", async () => {
  await Promise.all([
    call(agent, { sendKey: "close" }),
    call(agent, { assignsOnReply: false }),
    call(agent, { answers: { bell: false, email: false } }),
  ]);
  await call(agent, { sendKey: "send" });
  expect((await call(agent)).body).toEqual({
    ...start,
    assignsOnReply: false,
    answers: { bell: false, email: false },
  });
});

it("reads what another version or a fault has left as not chosen, and keeps what it does not know", async () => {
  await call(agent, { sendKey: "close" });
  for (const value of ["{", "[]", "null", '{"sendKey":"shout","quietHours":{"from":"late"}}']) {
    await test.db.updateTable("member_setting").set({ value }).execute();
    expect((await call(agent)).body).toEqual(start);
  }
  await test.db.updateTable("member_setting").set({ value: '{"fromLater":5,"sendKey":"close"}' }).execute();
  expect((await call(agent, { assignsOnReply: false })).body).toEqual({
    ...start,
    sendKey: "close",
    assignsOnReply: false,
  });
  const { value } = await test.db.selectFrom("member_setting").select("value").executeTakeFirstOrThrow();
  expect(JSON.parse(value)).toEqual({ fromLater: 5, sendKey: "close", assignsOnReply: false });
});

it.each<[field: string, change: object, message: string]>([
  ["assignments.bell", { assignments: { email: true } }, "Choose whether the bell shows it."],
  ["answers.email", { answers: { bell: true, email: 1 } }, "Choose whether you get an email about it."],
  ["quietHours.from", { quietHours: { ...night, from: "24:00" } }, "From must be a time such as 09:00."],
  ["quietHours.to", { quietHours: { ...night, to: "8:00" } }, "To must be a time such as 09:00."],
  ["quietHours.to", { quietHours: { ...night, to: "22:00" } }, "Quiet hours must begin and end at different times."],
  ["quietHours.timeZone", { quietHours: { ...night, timeZone: "Asia/Nowhere" } }, "Time zone must be one such as"],
  ["quietHours.timeZone", { quietHours: { ...night, timeZone: 5 } }, "Time zone must be text."],
])("refuses a bad %s, and changes nothing", async (field, change, message) => {
  const { status, body } = await call(agent, { sendKey: "close", ...change });
  expect([status, body]).toEqual([
    422,
    expect.objectContaining({ errors: { [field]: expect.stringContaining(message) } }),
  ]);
  expect((await call(agent)).body).toEqual(start);
});

it("goes with its member", async () => {
  await call(agent, { sendKey: "close" });
  const { member_id } = await test.db.selectFrom("member_setting").select("member_id").executeTakeFirstOrThrow();
  await test.db.deleteFrom("session").where("member_id", "=", member_id).execute();
  await test.db.deleteFrom("member").where("id", "=", member_id).execute();
  expect(await test.db.selectFrom("member_setting").selectAll().execute()).toEqual([]);
});
