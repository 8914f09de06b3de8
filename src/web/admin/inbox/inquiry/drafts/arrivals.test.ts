import { expect, it } from "vitest";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { beforeArrivals, newestAt } from "./arrivals.ts";

const at = (minute: number) => `2026-11-21T10:0${minute}:00.000Z`;
const [me, asha] = [{ id: "me" }, { id: "asha" }];

type Written = { author: { id: string } | null; createdAt: string };
const inquiry = (entries: Written[], notes: Written[]) => ({ entries, notes }) as unknown as InquiryDetail;

it.each([
  ["nothing", [], [], false],
  ["what the member has seen", [{ author: asha, createdAt: at(1) }], [{ author: asha, createdAt: at(2) }], false],
  ["the member's own, from another tab", [{ author: me, createdAt: at(3) }], [{ author: me, createdAt: at(4) }], false],
  ["the visitor's answer", [{ author: null, createdAt: at(3) }], [], true],
  ["a colleague's reply", [{ author: asha, createdAt: at(3) }], [], true],
  ["a colleague's note", [], [{ author: asha, createdAt: at(3) }], true],
])("%s since the second minute is new: %#", (_what, entries, notes, isNew) => {
  const before = beforeArrivals(inquiry(entries, notes), at(2), me.id);
  expect(before).toEqual(isNew ? inquiry([], []) : undefined);
});

it("what was there when the text was begun is seen, notes and entries alike", () => {
  const given = inquiry([{ author: null, createdAt: at(1) }], [{ author: asha, createdAt: at(5) }]);
  expect(newestAt(given)).toBe(at(5));
  expect(beforeArrivals(given, newestAt(given), me.id)).toBeUndefined();
});

it.each([undefined, ""])(
  "of a draft that was begun before anything was written, or of which that is unknown: %s",
  (seen) => {
    const given = inquiry(
      [
        { author: me, createdAt: at(1) },
        { author: null, createdAt: at(2) },
      ],
      [],
    );
    expect(beforeArrivals(given, seen, me.id)).toEqual(inquiry([{ author: me, createdAt: at(1) }], []));
  },
);
