import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestStore } from "./testing.ts";

let test: Awaited<ReturnType<typeof openTestStore>>;
beforeEach(async () => {
  test = await openTestStore();
});
afterEach(() => test.store.close());

it("starts with nothing at version 0, and keeps what replaces a version", async () => {
  const { settings } = test.store;
  expect(await settings.read()).toEqual({ version: 0, value: {} });
  expect(await settings.replace(0, { says: "all" })).toBe(true);
  expect(await settings.read()).toEqual({ version: 1, value: { says: "all" } });
});

it("replaces no version but the one that holds", async () => {
  const { settings } = test.store;
  const outcomes = await Promise.all([
    settings.replace(0, { says: "all" }),
    settings.replace(0, { says: "reference" }),
  ]);
  expect(outcomes).toEqual([true, false]);
  expect(await settings.replace(2, {})).toBe(false);
  expect(await settings.read()).toEqual({ version: 1, value: { says: "all" } });
});
