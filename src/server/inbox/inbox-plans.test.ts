import { afterEach, beforeEach, expect, it } from "vitest";
import type { InboxFilter } from "#contract/inbox/inbox.ts";
import { stepsOf } from "../store/testing-plans.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry } from "../testing-api.ts";

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  await test.services.inquiries.submit(goodInquiry);
});
afterEach(() => test.close());

const filters: InboxFilter[] = [
  {},
  { status: "new" },
  { status: "new", assignee: "nobody" },
  { snoozed: "yes" },
  { sort: "oldest" },
  { assignee: "me" },
  { assignee: "me", status: "in progress" },
  { sort: "activity" },
  { sort: "activity", assignee: "me" },
  { sort: "waiting", waiting: 0 },
  { sort: "activity", waiting: 0 },
];

/**
 * Steps that read something to its end. These do not: a walk from the newest inquiry that ends with the page, counted
 * and limited parts of it, small tables, and whether anybody is blocked.
 */
const limited =
  /^SCAN (inquiry|walk|other|binned|unread|same|counted|found|inquiry_count|untaken_mail|blocked_sender USING .*|json_each VIRTUAL TABLE .*)$/;

const unlimited = (steps: readonly string[]) => steps.filter((step) => step.startsWith("SCAN ") && !limited.test(step));

it.each(filters)("a page of %o reads no index to its end, however many inquiries there are", async (filter) => {
  const steps = await stepsOf(test.db, () => test.services.inbox.list(filter, { limit: 50 }, test.member.id));
  expect(unlimited(steps)).toEqual([]);
  expect(steps.join("\n")).toContain("SEARCH inquiry USING INDEX inquiry_snoozed");
  // Nearly all may have no assignee.
  expect(steps.filter((step) => /^SEARCH inquiry .*\(assignee_id=\?\)/.test(step))).toEqual([]);
});

it.each(filters.filter(({ assignee }) => assignee === "me"))(
  "a page of %o reads the member's alone",
  async (filter) => {
    for (const after of [undefined, "5"]) {
      const steps = await stepsOf(test.db, () =>
        test.services.inbox.list(filter, { limit: 50, after }, test.member.id),
      );
      expect(steps.filter((step) => /^SEARCH inquiry .*\(status=/.test(step))).toEqual([]);
      expect(steps.join("\n")).toContain("(assignee_id=? AND status=?");
    }
  },
);

it("so does an inquiry that is opened, however many come from its visitor", async () => {
  const [row] = (await test.services.inbox.list({}, { limit: 50 }, test.member.id)).inquiries;
  const steps = await stepsOf(test.db, () => test.services.inbox.find(row?.id ?? ""));
  expect(unlimited(steps)).toEqual([]);
  expect(steps.join("\n")).toContain("inquiry_kept_email (email_key=?)");
});

it("counting the views reads no index to its end, either", async () => {
  const saved = filters.map((filter, at) => ({ id: `${at}`, filter }));
  const steps = await stepsOf(test.db, () => test.services.inbox.viewCounts(saved, test.member.id));
  expect(steps.filter((step) => /^SCAN (inquiry |tagged)/.test(step))).toEqual([]);
});

it("what came from an address is found without reading what came from others", async () => {
  const addresses = ["asha@example.com", "another@example.com"];
  const calls = [
    () => test.store.inquiries.numbersByEmail(addresses[0] ?? ""),
    () => test.store.incomingMail.findMailedTo(addresses),
  ];
  for (const call of calls) {
    const steps = await stepsOf(test.db, call);
    expect(steps.filter((step) => step.startsWith("SCAN "))).toEqual([]);
    expect(steps.join("\n")).toContain("inquiry_kept_email (email_key=?)");
  }
});
