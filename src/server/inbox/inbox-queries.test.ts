import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type InquiryStatus, inquiryStatuses } from "#domain/inquiries/inquiry.ts";
import { goodInquiry } from "../testing-api.ts";
import { newInquiry, openTestStore } from "../store/testing.ts";

let test: Awaited<ReturnType<typeof openTestStore>>;
beforeEach(async () => {
  test = await openTestStore();
  await test.store.members.insertFirst(
    { id: "asha", email: "asha@example.com", passwordHash: "none", role: "owner" },
    1,
  );
});
afterEach(() => test.db.destroy());

async function receive(change: Parameters<typeof newInquiry>[1] & { name?: string; email?: string } = {}, now = 1) {
  const { name = goodInquiry.name, email = goodInquiry.email, ...rest } = change;
  const inquiry = newInquiry({ ...goodInquiry, name, email }, rest);
  await test.store.inquiries.insert(inquiry, [], now);
  return inquiry;
}

type View = Parameters<typeof test.store.inbox.list>[0];

async function names(view: View = {}): Promise<string[]> {
  return (await test.store.inbox.list(view, { limit: 50 })).rows.map(({ name }) => name);
}

describe("a view", () => {
  it("contains all but suspected ones, unless filtered by status", async () => {
    for (const status of inquiryStatuses) await receive({ name: status, status });
    expect(await names()).toEqual(["closed", "answered", "in progress", "new"]);
    for (const status of inquiryStatuses) expect(await names({ status })).toEqual([status]);
  });

  it("can be filtered by assignee, or by none", async () => {
    const mine = await receive({ name: "Mine" });
    await receive({ name: "Nobody's" });
    await test.store.inquiries.change([{ id: mine.id, version: 1, assigneeId: "asha" }], "asha", 2);
    expect(await names({ assigneeId: "asha" })).toEqual(["Mine"]);
    expect(await names({ assigneeId: null })).toEqual(["Nobody's"]);
    expect(await names({ assigneeId: "stranger" })).toEqual([]);
    expect(await names({ assigneeId: "asha", status: "closed" })).toEqual([]);
  });

  it("can be filtered by time, including the start and excluding the end", async () => {
    for (const at of [1000, 2000, 2999, 3000]) await receive({ name: String(at) }, at);
    expect(await names({ from: 2000, before: 3000 })).toEqual(["2999", "2000"]);
    expect(await names({ from: 3000 })).toEqual(["3000"]);
    expect(await names({ before: 2000 })).toEqual(["1000"]);
    expect(await names({ from: 3001 })).toEqual([]);
    expect(await names({ before: 1 })).toEqual([]);
  });

  it("filtered by time misses none if the clock was set back a little", async () => {
    const hours = [10, 12, 11.5, 13].map((hour) => hour * 3_600_000);
    for (const at of hours) await receive({ name: String(at / 3_600_000) }, at);
    expect(await names({ from: hours[1], before: hours[3] })).toEqual(["12"]);
    expect(await names({ from: hours[2], before: hours[1] })).toEqual(["11.5"]);
  });

  it("is paged, unaffected by inquiries that arrive meanwhile", async () => {
    for (let index = 1; index <= 25; index += 1) {
      await receive({ name: `N${index}`, status: index % 5 === 0 ? "suspected" : "new" });
    }
    const seen: string[] = [];
    for (let after: number | undefined; ;) {
      const part = await test.store.inbox.list({}, { after, limit: 6 });
      seen.push(...part.rows.map(({ name }) => name));
      if (part.next === null) break;
      after = part.next;
      await receive({ name: "Later" });
    }
    const expected = Array.from({ length: 25 }, (_, index) => 25 - index).filter((index) => index % 5 !== 0);
    expect(seen).toEqual(expected.map((index) => `N${index}`));
  });

  it("ends on a full page without an empty one", async () => {
    for (let index = 0; index < 4; index += 1) await receive();
    expect((await test.store.inbox.list({}, { limit: 4 })).next).toBeNull();
    expect((await test.store.inbox.list({}, { limit: 3 })).next).toBe(2);
  });

  it("counts others of the same person, by number or address: up to 50 in a list, all in the open one", async () => {
    await receive({ name: "A", phoneKey: "+911" });
    await receive({ name: "B", phoneKey: "+911", email: "b@example.com" });
    await receive({ name: "C", email: "ASHA@example.com" });
    await receive({ name: "D", email: "d@example.com" });
    const { rows } = await test.store.inbox.list({}, { limit: 50 });
    expect(rows.map(({ name, others }) => [name, others])).toEqual([
      ["D", 0],
      ["C", 1],
      ["B", 1],
      ["A", 2],
    ]);
    const found = await test.store.inbox.find(rows[3]!.id);
    expect(found).toMatchObject({ othersCount: 2, others: [{ name: "C" }, { name: "B" }] });
    for (let index = 0; index < 60; index += 1)
      await receive({ name: `${index}`, phoneKey: index % 2 ? "+912" : "+913", email: "many@example.com" });
    const [last] = (await test.store.inbox.list({}, { limit: 1 })).rows;
    expect(last?.others).toBe(50);
    const open = await test.store.inbox.find(last!.id);
    expect(open?.othersCount).toBe(59);
    expect(open?.others.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, at) => `${58 - at}`));
  });
});

describe("a change", () => {
  const change = (
    id: string,
    version: number,
    update: { status?: InquiryStatus; assigneeId?: string | null },
    now = 5,
  ) => test.store.inquiries.change([{ id, version, ...update }], "asha", now);

  it("sets the closing time, and clears it on reopening", async () => {
    const { id } = await receive();
    await change(id, 1, { status: "closed" });
    expect((await test.store.inbox.find(id))?.closedAt).toBe(new Date(5).toISOString());
    await change(id, 2, { assigneeId: "asha" }, 6);
    expect((await test.store.inbox.find(id))?.closedAt).toBe(new Date(5).toISOString());
    await change(id, 3, { status: "in progress" }, 7);
    expect((await test.store.inbox.find(id))?.closedAt).toBeNull();
  });

  it("without effect is not recorded", async () => {
    const { id } = await receive();
    const before = await test.dump();
    expect(await change(id, 1, { status: "new", assigneeId: null })).toEqual(["changed"]);
    expect(await test.dump()).toEqual(before);
  });

  it("records that an inquiry was suspected at first", async () => {
    const { id } = await receive({ status: "suspected" });
    expect((await test.store.inbox.find(id))?.history).toMatchObject([{ what: "received", suspected: true }]);
    await change(id, 1, { status: "new" });
    expect((await test.store.inbox.find(id))?.history).toMatchObject([
      { what: "received", suspected: true },
      { what: "status", from: "suspected", to: "new", by: { email: "asha@example.com" } },
    ]);
  });

  it("is checked separately among several, each after the previous one", async () => {
    const { id } = await receive();
    const outcomes = await test.store.inquiries.change(
      [
        { id, version: 1, status: "answered" },
        { id, version: 1, status: "closed" },
        { id, version: 2, assigneeId: "asha" },
        { id: "gone", version: 1, status: "closed" },
      ],
      "asha",
      5,
    );
    expect(outcomes).toEqual(["changed", "stale", "changed", "gone"]);
    expect(await test.store.inbox.find(id)).toMatchObject({ status: "answered", version: 3 });
  });
});

/** An audit entry that these tests do not check. */
const noEntry = () => async (last: { number: number } | null) => ({
  number: (last?.number ?? 0) + 1,
  entry: "{}",
  hash: "",
  seal: "",
});

it("keeps its counts and its index consistent", async () => {
  const status = fc.constantFrom(...inquiryStatuses);
  const pick = fc.nat(30);
  const step = fc.oneof(
    fc.record({ do: fc.constant("insert" as const), status }),
    fc.record({ do: fc.constant("change" as const), status, pick, version: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constant("erase" as const), pick }),
    fc.record({ do: fc.constant("note" as const), pick }),
    fc.record({ do: fc.constant("bin" as const), pick, version: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constant("restore" as const), pick }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 12 }), async (turns) => {
      await test.store.inquiries.erase(await test.store.inquiries.numbersByEmail(goodInquiry.email), "team", 1);
      for (const turn of turns) {
        const rows = await test.db.selectFrom("inquiry").select(["id", "number"]).orderBy("number").execute();
        const picked = (index: number) => rows[index % Math.max(1, rows.length)] ?? { id: "gone", number: 0 };
        // Writes of one turn share a transaction.
        await Promise.all(
          turn.map((action): Promise<unknown> => {
            if (action.do === "insert") return receive({ status: action.status });
            const { id, number } = picked(action.pick);
            const command = { memberId: "asha", now: 1, since: 0, entryOf: noEntry, messagesOf: () => [] };
            if (action.do === "bin") return test.store.bin.add([{ id, version: action.version }], command);
            if (action.do === "restore") return test.store.bin.restore([id], command);
            if (action.do === "erase") return test.store.inquiries.erase([number], "team", 1);
            if (action.do === "note") {
              const note = { id: crypto.randomUUID(), inquiryId: id, memberId: "asha", text: "a note" };
              return test.store.inquiries.addNote(note, 1);
            }
            return test.store.inquiries.change([{ id, version: action.version, status: action.status }], "asha", 1);
          }),
        );
        const real = await test.db
          .selectFrom("inquiry")
          .select(["status", (e) => e.fn.countAll<number>().as("count")])
          .where("binned_at", "is", null)
          .groupBy("status")
          .execute();
        const counts = Object.fromEntries(inquiryStatuses.map((each) => [each, 0]));
        for (const { status: each, count } of real) counts[each] = count;
        expect(await test.store.inbox.counts()).toEqual(counts);
        const ids = async (view: View) => (await test.store.inbox.list(view, { limit: 200 })).rows.map(({ id }) => id);
        expect(await ids({ search: "genuine" })).toEqual(await ids({}));
      }
    }),
    { numRuns: 25 },
  );
});
