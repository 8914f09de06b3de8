import { expect, it } from "vitest";
import { isDismissed, readDismissed } from "./dismissed-outages.ts";

const dismissed = { names: ["email", "mailbox"], at: "2026-03-02T10:00:00.000Z" };
const before = "2026-03-02T09:00:00.000Z";
const after = "2026-03-02T11:00:00.000Z";

it.each([
  [
    "what was dismissed",
    [
      { name: "email", since: before },
      { name: "mailbox", since: before },
    ],
    true,
  ],
  ["what is left of it", [{ name: "mailbox", since: before }], true],
  [
    "something else as well",
    [
      { name: "email", since: before },
      { name: "telegram", since: before },
    ],
    false,
  ],
  ["the same, after it was well", [{ name: "email", since: after }], false],
])("hides %s: %j", (_case, outages, isHidden) => {
  expect(isDismissed(outages, dismissed)).toBe(isHidden);
  expect(isDismissed(outages, undefined)).toBe(false);
});

it("reads only what it wrote", () => {
  expect(readDismissed(JSON.stringify(dismissed))).toEqual(dismissed);
  for (const stored of [null, "", "{", "5", "[]", "{}", '{"names":"email","at":"x"}', '{"names":["email"]}'])
    expect(readDismissed(stored)).toBeUndefined();
});
