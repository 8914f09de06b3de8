import { expect, test } from "vitest";
import { addressOf, isOldestFirst, otherOrder, readView, requestedFilter, viewAddress } from "./use-inbox-view.ts";

const inbox = "/ContactAdmin/inquiries";
const filterOf = (search: string) => readView(search).filter;

test("the plain address is for those that wait, whoever is open", () => {
  expect(filterOf("")).toEqual({ waiting: 0 });
  expect(readView("?inquiry=a")).toEqual({ filter: { waiting: 0 }, openId: "a" });
  expect(filterOf("?view=all")).toEqual({});
  expect(filterOf("?sort=oldest")).toEqual({ sort: "oldest" });
  expect(filterOf("?tag=t")).toEqual({ tag: "t" });
});

test.each([
  ["", { tag: "t" }, "?waiting=0&tag=t"],
  ["?waiting=0&tag=t", { tag: undefined }, ""],
  ["", { waiting: undefined }, "?view=all"],
  ["", { waiting: undefined, view: "all" }, "?view=all"],
  ["", { waiting: undefined, status: "new" }, "?status=new"],
  ["", { sort: "activity" }, "?waiting=0&sort=activity"],
  ["", { search: "a" }, "?search=a"],
  ["?search=a", { search: undefined }, ""],
  ["?view=all", { search: "a" }, "?view=all&search=a"],
  ["?view=all&search=a", { search: undefined }, "?view=all"],
  ["?view=all&search=a", { search: undefined, status: "new" }, "?status=new"],
  ["?view=all", { sort: "oldest" }, "?sort=oldest"],
  ["?sort=oldest", { sort: undefined }, "?view=all"],
  ["?status=new", { status: undefined }, "?view=all"],
  ["?view=bin", { view: "all" }, "?view=all"],
  ["", { inquiry: "a" }, "?inquiry=a"],
  ["?view=all&inquiry=a", { inquiry: undefined }, "?view=all"],
] as const)("%s with %o is %s", (search, change, expected) => {
  expect(addressOf(search, change)).toBe(inbox + expected);
});

test("a saved view has an address that leads to its filter", () => {
  for (const filter of [{ waiting: 0 }, { waiting: 4 }, { sort: "oldest" }, { waiting: 0, sort: "activity" }] as const)
    expect(filterOf(viewAddress(filter).slice(inbox.length))).toEqual(filter);
});

test.each([
  [{ waiting: 0 }, "waiting", "activity"],
  [{ waiting: 4, sort: "oldest" }, "waiting", "activity"],
  [{ waiting: 0, sort: "activity" }, "activity", undefined],
  [{}, "activity", "oldest"],
  [{ sort: "oldest" }, "oldest", undefined],
  [{ search: "a" }, "activity", "oldest"],
] as const)("%o is asked for by %s, and turned around by %s", (filter, sort, other) => {
  expect([requestedFilter(filter).sort, otherOrder(filter).sort]).toEqual([sort, other]);
  expect(isOldestFirst(filter)).toBe(sort !== "activity");
});
