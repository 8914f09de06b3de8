import { afterEach, beforeEach, expect, it } from "vitest";
import type { InboxPage } from "#contract/inbox/inbox.ts";
import type { ViewCounts } from "#contract/inbox/view-counts.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry } from "../testing-api.ts";

let test: TestApp;
let cookie: string;
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
});
afterEach(() => test.close());

async function call<Body = { id: string }>(method: "GET" | "POST", url: string, payload?: object): Promise<Body> {
  const sent = { headers: { cookie }, ...(payload === undefined ? {} : { payload }) };
  const response = await test.app.inject({ method, url: `/api/${url}`, ...sent });
  expect(response.statusCode, `${url} ${response.body}`).toBeLessThan(300);
  return response.json();
}

const counts = () => call<ViewCounts>("GET", "inbox/view-counts");
const listed = async (query: string) => (await call<InboxPage>("GET", `contact-inquiries?${query}`)).inquiries.length;

it("counts what each view lists: mine, nobody's, of a tag and of a saved view", async () => {
  for (const name of ["One", "Two", "Three", "Four", "Five", "Six", "Seven"])
    await test.services.inquiries.submit({ ...goodInquiry, name, query: `Question ${name}` });
  const kyc = (await call("POST", "tags", { name: "KYC", color: "red" })).id;
  const unused = (await call("POST", "tags", { name: "Unused", color: "blue" })).id;
  const filters = [
    { status: "new" },
    { tag: kyc },
    { waiting: 0 },
    { snoozed: "yes" },
    { assignee: "me", waiting: 0, sort: "oldest" },
    { tag: "of a tag that is gone" },
  ];
  const views: Array<{ id: string; query: string }> = [];
  for (const [at, filter] of filters.entries()) {
    const { id } = await call("POST", "saved-views", { name: `View ${at}`, isShared: at % 2 === 0, filter });
    views.push({ id, query: new URLSearchParams(filter as Record<string, string>).toString() });
  }
  const { inquiries } = await call<InboxPage>("GET", "contact-inquiries");
  const until = new Date(test.clock.now() + 3_600_000).toISOString();
  const updates = [
    { assigneeId: test.member.id, tags: { add: [kyc], remove: [] } },
    { assigneeId: test.member.id, status: "closed", tags: { add: [kyc], remove: [] } },
    { assigneeId: test.member.id, snoozedUntil: until, tags: { add: [kyc], remove: [] } },
    { status: "suspected", tags: { add: [kyc], remove: [] } },
    { tags: { add: [kyc], remove: [] } },
    { status: "answered" },
  ];
  const changes = updates.map((change, at) => ({ id: inquiries[at]?.id, version: inquiries[at]?.version, ...change }));
  await call("POST", "contact-inquiries/changes", { changes });
  const [, , , , binned] = inquiries;
  await call("POST", "contact-inquiries/erase", { inquiries: [{ id: binned?.id, version: 2 }] });

  const found = await counts();
  expect(found).toMatchObject({ mine: 2, unassigned: 2, tags: { [kyc]: 2, [unused]: 0 } });
  expect([await listed("assignee=me"), await listed("assignee=nobody"), await listed(`tag=${kyc}`)]).toEqual([2, 2, 2]);
  expect(Object.keys(found.views)).toHaveLength(filters.length);
  for (const { id, query } of views) expect([query, found.views[id]]).toEqual([query, await listed(query)]);

  // A colleague has other views, and others are theirs.
  cookie = await test.signIn("agent");
  expect(await counts()).toMatchObject({ mine: 0, unassigned: 2 });
  expect(Object.keys((await counts()).views)).toHaveLength(filters.length / 2);
});

it("counts up to 1,000, and one more if there are others", async () => {
  const { id } = await call("POST", "tags", { name: "KYC", color: "red" });
  await test.services.inquiries.submit(goodInquiry);
  const [row] = await test.db.selectFrom("inquiry").selectAll().execute();
  if (row === undefined) throw new Error("no inquiry");
  const add = async (from: number, to: number) => {
    for (let at = from; at < to; at += 100) {
      const rows = Array.from({ length: Math.min(100, to - at) }, (_, n) => ({
        ...row,
        id: `i${at + n}`,
        number: 10_000 + at + n,
        reference: `R${at + n}`,
        receipt_hash: null,
      }));
      await test.db.insertInto("inquiry").values(rows).execute();
      const tags = rows.map(({ number }) => ({ tag_id: id, inquiry_number: number }));
      await test.db.insertInto("inquiry_tag").values(tags).execute();
    }
  };
  await add(0, 1000);
  expect(await counts()).toMatchObject({ unassigned: 1001, tags: { [id]: 1000 } });
  await add(1000, 1200);
  expect(await counts()).toMatchObject({ unassigned: 1001, tags: { [id]: 1001 } });
});
