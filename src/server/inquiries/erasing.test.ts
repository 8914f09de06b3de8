import { describe, expect, it } from "vitest";
import { openSearchTest } from "../store/testing-search.ts";
import { erasingIn, later } from "./testing-erasing.ts";

describe("a long run", () => {
  it("erases each with one audit entry, and keeps what somebody writes on meanwhile", async () => {
    const test = await openSearchTest();
    const inquiries = [];
    for (let at = 0; at < 12; at += 1) inquiries.push(await test.receive({ query: `number ${at}` }));
    const last = inquiries.at(-1);
    let isNoted = false;
    const note = async () => {
      if (isNoted) return;
      isNoted = true;
      await test.db
        .insertInto("inquiry_event")
        .values({ inquiry_id: last?.id ?? "", member_id: null, what: "status", created_at: later })
        .execute();
    };
    const { erasing, written } = erasingIn(test.store, { wake: () => void note() });
    expect(await erasing.eraseOld()).toBe(11);
    expect(written.toSorted()).toEqual(
      inquiries
        .slice(0, 11)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect((await test.db.selectFrom("inquiry").select("id").execute()).map(({ id }) => id)).toEqual([last?.id]);
    expect(erasing.backlog()).toBe(0);
    await test.db.destroy();
  });
});

describe("what came from an address", () => {
  const email = "Asha.Erasing@example.com";

  it("is found in the bin, too", async () => {
    const test = await openSearchTest();
    const { id } = await test.receive({ email });
    await test.receive({ email: email.toUpperCase() });
    await test.receive({ email: "another@example.com" });
    expect(new Set(await test.store.inquiries.numbersByEmail(email))).toEqual(new Set([1, 2]));
    await test.db.updateTable("inquiry").set({ status: "binned", binned_at: 1 }).where("id", "=", id).execute();
    expect(new Set(await test.store.inquiries.numbersByEmail(email))).toEqual(new Set([1, 2]));
    await test.db.destroy();
  });
});
