import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestStore } from "../store/testing.ts";

let test: Awaited<ReturnType<typeof openTestStore>>;
beforeEach(async () => {
  test = await openTestStore();
});
afterEach(() => test.store.close());

it("starts empty, and replaces only the expected value", async () => {
  const { settings } = test.store;
  expect(await settings.read()).toBeNull();
  expect(await settings.replace(null, "first")).toBe(true);
  expect(await settings.read()).toBe("first");
});

it("replaces only the current text", async () => {
  const { settings } = test.store;
  const outcomes = await Promise.all([settings.replace(null, "one"), settings.replace(null, "other")]);
  expect(outcomes).toEqual([true, false]);
  expect(await settings.replace("another", "third")).toBe(false);
  expect(await settings.read()).toBe("one");
});
