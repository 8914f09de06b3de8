import { expect, it } from "vitest";
import { lookalikeOf } from "./change-review.tsx";

const ours = [
  { type: "telegram", value: "https://t.me/saffron_example" },
  { type: "whatsapp", value: "+91 90000 00001" },
] as const;

it("a value that only looks like ours is reported, not the same one written otherwise, nor another number", () => {
  expect(lookalikeOf({ type: "telegram", value: "@saffron_exampIe" }, ours)).toBe("https://t.me/saffron_example");
  expect(lookalikeOf({ type: "telegram", value: "@Saffron_Example" }, ours)).toBeUndefined();
  expect(lookalikeOf({ type: "whatsapp", value: "+91 90000 00002" }, ours)).toBeUndefined();
});
