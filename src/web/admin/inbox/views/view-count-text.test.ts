import { expect, it } from "vitest";
import { viewCountText } from "./use-view-counts.ts";

it.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [1001, "1,000+"],
])("%i inquiries are shown as %s", (count, text) => {
  expect(viewCountText(count)).toBe(text);
});
