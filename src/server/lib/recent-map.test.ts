import { expect, it } from "vitest";
import { createRecentMap } from "./recent-map.ts";

it("keeps an entry for its lifetime after it was last set, and drops it within another one", () => {
  const map = createRecentMap<string>({ max: 100, life: 1000 });
  map.set("a", "first", 5000);
  map.set("b", "other", 5999);
  map.set("a", "second", 6500);
  map.set("c", "later", 7499);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual(["second", "other", "later"]);
  map.set("c", "last", 7500);
  map.set("c", "last", 8500);
  expect([map.get("a"), map.get("b"), map.get("c"), map.size()]).toEqual([undefined, undefined, "last", 2]);
});

it("holds up to its limit, and always the latest half of that", () => {
  const map = createRecentMap<number>({ max: 10, life: Infinity });
  for (let each = 0; each < 1000; each += 1) {
    map.set(String(each), each, 0);
    expect(map.size()).toBeLessThanOrEqual(10);
    for (let recent = Math.max(0, each - 4); recent <= each; recent += 1) expect(map.get(String(recent))).toBe(recent);
  }
  map.clear();
  expect([map.size(), map.get("999")]).toEqual([0, undefined]);
});

it("rotates when the clock is set back, so that no entry stays longer", () => {
  const map = createRecentMap<string>({ max: 100, life: 1000 });
  map.set("a", "x", 1_000_000);
  map.set("b", "x", 5000);
  map.set("b", "x", 6000);
  expect([map.get("a"), map.get("b")]).toEqual([undefined, "x"]);
});
