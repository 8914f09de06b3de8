import { expect, test } from "vitest";
import { fillReply, unknownPlaceholders } from "./saved-reply.ts";

const asha = { name: "Asha Example", reference: "K7P-4MX", agent: "Ravi", brand: "Saffron Support" };

test.each([
  ["Hello {name}, about {reference}:", "Hello Asha Example, about K7P-4MX:"],
  ["{reference} {reference}", "K7P-4MX K7P-4MX"],
  ["{amount} for {name}, {Name}, { name }", "{amount} for Asha Example, {Name}, { name }"],
  ["{constructor} {__proto__} {}", "{constructor} {__proto__} {}"],
  ["नमस्ते {name}", "नमस्ते Asha Example"],
  ["{agent}, {brand}", "Ravi, Saffron Support"],
])("%s", (text, filled) => {
  expect(fillReply(text, asha)).toBe(filled);
});

test("what is filled in is not read as a placeholder or a pattern", () => {
  expect(fillReply("{name}", { ...asha, name: "{reference} $& $1" })).toBe("{reference} $& $1");
});

test("leaves out the name and its space if none was given", () => {
  expect(fillReply("Hello {name},\n{name} {reference}", { ...asha, name: "" })).toBe("Hello,\n K7P-4MX");
});

test("names each unknown placeholder once", () => {
  expect(unknownPlaceholders("{name} {amount} {Reference} {amount} {reference}")).toEqual(["{amount}", "{Reference}"]);
  expect(unknownPlaceholders("{name}, {reference}, { and }")).toEqual([]);
});
