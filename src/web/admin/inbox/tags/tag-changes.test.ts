import { expect, it } from "vitest";
import { tagsBack, tagsTogether } from "./tag-changes.ts";

it("two taggings are one, in which the later one counts", () => {
  expect(tagsTogether({ add: ["a", "b"], remove: ["c"] }, { add: ["c", "d"], remove: ["a"] })).toEqual({
    add: ["b", "c", "d"],
    remove: ["a"],
  });
  expect(tagsTogether({ add: ["a"], remove: [] }, { add: ["a"], remove: [] })).toEqual({ add: ["a"], remove: [] });
});

it("undo changes back what was changed, and leaves a tag that was there before", () => {
  expect(tagsBack(["a", "c"], { add: ["a", "b"], remove: ["c", "d"] })).toEqual({ add: ["c"], remove: ["b"] });
});
