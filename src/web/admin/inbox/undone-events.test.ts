import { expect, it } from "vitest";
import type { HistoryEntry } from "#contract/inbox/inbox.ts";
import { foldUndone } from "./undone-events.ts";

const [asha, ravi] = ["asha", "ravi"].map((id) => ({ id, email: `${id}@example.com` }));
const at = (second: number) => new Date(Date.UTC(2026, 10, 28, 10, 0, second)).toISOString();
const stamp = (second: number, member = asha) => ({ at: at(second), by: member ?? null });
const status = (second: number, from: "new" | "answered", to: "new" | "closed" | "answered", member = asha) => ({
  ...stamp(second, member),
  ...{ what: "status" as const, from, to, isByAnswer: false, isByFailure: false },
});
const tagged = (second: number, what: "tagged" | "untagged", tag: string) => ({ ...stamp(second), what, tag });
const merge = (second: number, what: "merged" | "unmerged" | "absorbed" | "released", id: string) => ({
  ...stamp(second),
  what,
  other: { id, reference: id },
});
const assignee = (second: number, from = asha ?? null, to = asha ?? null): HistoryEntry => ({
  ...stamp(second),
  ...{ what: "assignee", from, to },
});
const snooze = (second: number, until: string | null) => ({
  ...stamp(second),
  what: "snooze",
  until,
  isByAnswer: false,
});
const folded = (...events: object[]) =>
  // Typed by hand: the events that the server sends.
  foldUndone(events as HistoryEntry[]).map(({ what, isUndone }) => (isUndone === true ? `${what}, undone` : what));

it.each<[string, object[], string]>([
  ["a status", [status(0, "new", "answered"), status(5, "answered", "new")], "status"],
  ["a tag, beside another", [tagged(0, "tagged", "a"), tagged(1, "tagged", "b"), tagged(5, "untagged", "a")], "tagged"],
  ["a merge", [merge(0, "merged", "x"), merge(5, "unmerged", "x")], "merged"],
  ["a merge of another into it", [merge(0, "absorbed", "x"), merge(5, "released", "x")], "absorbed"],
  [
    "an assignment",
    [
      { ...assignee(0), from: null },
      { ...assignee(3), to: null },
    ],
    "assignee",
  ],
  ["a snooze", [snooze(0, at(50)), snooze(3, null)], "snooze"],
  [
    "a block",
    [
      { ...stamp(0), what: "blocked" },
      { ...stamp(5), what: "unblocked" },
    ],
    "blocked",
  ],
  [
    "a deletion",
    [
      { ...stamp(0), what: "binned" },
      { ...stamp(5), what: "restored" },
    ],
    "binned",
  ],
])("folds the undo of %s", (_what, events, name) => {
  expect(folded(...events)[0]).toBe(`${name}, undone`);
  expect(folded(...events)).toHaveLength(events.length - 1);
});

it.each<[string, object[]]>([
  ["of another member", [status(0, "new", "answered"), status(5, "answered", "new", ravi)]],
  ["of another day", [status(0, "new", "answered"), status(70, "answered", "new")]],
  ["to something else", [status(0, "new", "answered"), status(5, "answered", "closed")]],
  ["of another tag", [tagged(0, "tagged", "a"), tagged(5, "untagged", "b")]],
  ["of another merge", [merge(0, "merged", "x"), merge(5, "unmerged", "y")]],
  [
    "after a change between",
    [status(0, "new", "answered"), status(1, "answered", "closed"), status(2, "answered", "new")],
  ],
  ["by the visitor's answer", [status(0, "new", "answered"), { ...status(5, "answered", "new"), by: null }]],
  ["of a snooze that ended", [snooze(0, null), snooze(3, at(50))]],
])("keeps a change and one %s", (_what, events) => {
  expect(folded(...events).filter((name) => name.endsWith("undone"))).toEqual([]);
  expect(folded(...events)).toHaveLength(events.length);
});
