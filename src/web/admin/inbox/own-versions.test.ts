import { expect, it } from "vitest";
import { createOwnVersions } from "./own-versions.ts";

it("follows the member's own changes, and stops before a colleague's", () => {
  const versions = createOwnVersions();
  versions.add("one", 1, 2);
  versions.add("one", 2, 3);
  // A colleague has made version 4.
  versions.add("one", 4, 5);
  expect(versions.latest("one", 1)).toBe(3);
  expect(versions.latest("one", 4)).toBe(5);
  expect(versions.latest("two", 1)).toBe(1);
});

it("ends where a change has made no version", () => {
  const versions = createOwnVersions();
  versions.add("one", 2, 2);
  versions.add("one", 2, 1);
  expect(versions.latest("one", 2)).toBe(2);
});
