import { expect, test } from "vitest";
import { inquiryTotal, totalText } from "./use-inbox-list.ts";

const counts = { new: 1200, "in progress": 30, answered: 4, closed: 1, suspected: 7, snoozed: 9, waiting: 1231 };

test.each([
  [{}, true, "1,235 inquiries"],
  [{ status: "closed" }, false, "1 inquiry"],
  [{ status: "suspected" }, false, "7 inquiries"],
  [{ sort: "oldest" }, true, "1,235 inquiries"],
  [{ snoozed: "yes" }, false, "9 inquiries"],
  [{ snoozed: "yes", status: "new" }, true, "More than 50 inquiries"],
  [{ waiting: 0 }, true, "1,231 inquiries"],
  [{ waiting: 0, sort: "activity" }, true, "1,231 inquiries"],
  [{ waiting: 4 }, true, "More than 50 inquiries"],
  [{ search: "a" }, true, "More than 50 inquiries"],
  [{ status: "new", assignee: "me" }, false, "50 inquiries"],
] as const)("%o", (filter, hasMore, text) => {
  expect(totalText(inquiryTotal(filter, counts, { loaded: 50, hasMore }))).toBe(text);
});
