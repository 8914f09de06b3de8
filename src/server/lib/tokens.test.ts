import { expect, it } from "vitest";
import { isSameSecret, keyedHash } from "./tokens.ts";

it("gives different hashes for another secret, and for other splits of the parts", () => {
  const hashes = [
    keyedHash("secret", "a", "bc"),
    keyedHash("secret", "ab", "c"),
    keyedHash("secret", "abc"),
    keyedHash("secret", 'a","bc'),
    keyedHash("other", "a", "bc"),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  // Stored values depend on it.
  expect(keyedHash("secret", "a", "bc")).toBe("-3NWIAGzHjp1ynn3mGDp8OBgX0zEs0h6j7aw7b7OkMA");
});

it("is equal only for equal texts", () => {
  expect(isSameSecret("abc", "abc")).toBe(true);
  for (const other of ["", "ab", "abd", "abcd", "äbc"]) expect(isSameSecret("abc", other)).toBe(false);
});
