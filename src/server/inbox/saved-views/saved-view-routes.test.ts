import { afterEach, beforeEach, expect, it } from "vitest";
import type { SavedView } from "#contract/inbox/saved-view.ts";
import { createTestApp, type TestApp } from "../../testing.ts";
import { goodView } from "../../testing-api.ts";

let test: TestApp;
let owner: string;
let agent: string;
beforeEach(async () => {
  test = await createTestApp();
  owner = await test.signIn();
  agent = await test.signIn("agent");
});
afterEach(() => test.close());

async function call(cookie: string, method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) {
  const sent = { headers: { cookie }, ...(payload === undefined ? {} : { payload }) };
  const response = await test.app.inject({ method, url: `/api/saved-views${url}`, ...sent });
  return { status: response.statusCode, body: response.json() };
}

const views = async (cookie: string): Promise<SavedView[]> => (await call(cookie, "GET", "")).body.views;
const seen = async (cookie: string) =>
  (await views(cookie)).map(({ name, isShared, mayManage }) => ({ name, isShared, mayManage }));

it("keeps every filter but the search, whose words may name a visitor", async () => {
  const filter = { ...goodView.filter, status: "new", kind: "message", from: "2026-11-01", tag: "t" };
  const added = await call(agent, "POST", "", { ...goodView, filter: { ...filter, search: "Ravi Example" } });
  expect([added.status, added.body.filter]).toEqual([201, filter]);
  expect(await views(agent)).toEqual([{ ...goodView, filter, id: added.body.id, isMine: true, mayManage: true }]);
  expect(JSON.stringify(await test.dump())).not.toContain("Ravi Example");
});

it("shows a member's own views to nobody else", async () => {
  const { id } = (await call(agent, "POST", "", goodView)).body;
  expect(await views(owner)).toEqual([]);
  expect((await call(owner, "PUT", `/${id}`, goodView)).status).toBe(404);
  expect((await call(owner, "DELETE", `/${id}`)).status).toBe(404);
  expect(await views(agent)).toHaveLength(1);
});

it("lets a shared view be changed by its maker and by owners, and unshared only by its maker", async () => {
  const shared = { ...goodView, isShared: true };
  const ofOwner = (await call(owner, "POST", "", { ...shared, name: "Of the owner" })).body.id;
  const ofAgent = (await call(agent, "POST", "", { ...shared, name: "Of the agent" })).body.id;
  expect(await seen(agent)).toEqual([
    { name: "Of the agent", isShared: true, mayManage: true },
    { name: "Of the owner", isShared: true, mayManage: false },
  ]);
  expect((await call(agent, "PUT", `/${ofOwner}`, shared)).status).toBe(404);
  expect((await call(agent, "DELETE", `/${ofOwner}`)).status).toBe(404);
  const renamed = await call(owner, "PUT", `/${ofAgent}`, { ...goodView, name: "Renamed" });
  expect(renamed.body).toMatchObject({ name: "Renamed", isShared: true });
  await call(agent, "PUT", `/${ofAgent}`, { ...goodView, name: "Private" });
  expect(await seen(owner)).toEqual([{ name: "Of the owner", isShared: true, mayManage: true }]);
  expect((await call(owner, "DELETE", `/${ofOwner}`)).status).toBe(200);
  expect(await seen(agent)).toEqual([{ name: "Private", isShared: false, mayManage: true }]);
});

it("holds at most 30 views of a member and 30 shared ones, however they get there", async () => {
  const shared = { ...goodView, isShared: true };
  for (let index = 0; index < 30; index += 1) {
    expect((await call(owner, "POST", "", shared)).status).toBe(201);
    expect((await call(agent, "POST", "", goodView)).status).toBe(201);
  }
  for (const view of [shared, goodView]) expect((await call(agent, "POST", "", view)).status).toBe(409);
  const own = (await views(agent)).find(({ isShared }) => !isShared);
  expect((await call(agent, "PUT", `/${own?.id}`, shared)).status).toBe(409);
  expect((await call(owner, "POST", "", goodView)).status).toBe(201);
});
