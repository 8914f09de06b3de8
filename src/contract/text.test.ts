import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inEnglish } from "#copy/server/render.ts";
import { say } from "#copy/server/say.ts";
import { requiredText, typedText } from "./text.ts";

const label = say("label.name");
const typed = typedText(label, 10);
const messageOf = (schema: typeof typed, value: unknown) =>
  schema.safeParse(value).error?.issues.map((i) => inEnglish(i.message));

describe("a typed text", () => {
  it.each([
    ["as it is", "Asha", "Asha"],
    ["trimmed", " \t\n\u00a0Asha\u3000\ufeff ", "Asha"],
    ["with its inner spaces", "a  b\nc", "a  b\nc"],
    ["without NUL", "a\0b\0", "ab"],
    ["without NUL around its ends", "\0 a \0", "a"],
    ["with whole emoji", "😀", "😀"],
    ["with a lone high surrogate replaced", "a\ud800b", "a\ufffdb"],
    ["with a lone low surrogate replaced", "\udc00", "\ufffd"],
    ["in every script", "मीरा", "मीरा"],
    ["blank", "   ", ""],
  ])("is kept %s", (_what, given, kept) => {
    expect(typed.parse(given)).toBe(kept);
  });

  it("is measured in characters, after trimming", () => {
    expect(typed.parse(`   ${"a".repeat(10)}   `)).toBe("a".repeat(10));
    expect(messageOf(typed, "a".repeat(11))).toEqual(["Name must be at most 10 characters."]);
    expect(typed.parse("😀".repeat(10))).toBe("😀".repeat(10));
    expect(messageOf(typed, "😀".repeat(11))).toEqual(["Name must be at most 10 characters."]);
  });

  it("is named if it is missing or not a string", () => {
    expect(messageOf(typed, undefined)).toEqual(["Name is required."]);
    for (const value of [null, 7, true, [], {}]) expect(messageOf(typed, value)).toEqual(["Name must be text."]);
  });

  it("has normalized line ends", () => {
    expect(typedText(label, 20).parse("one\r\ntwo\nthree")).toBe("one\ntwo\nthree");
  });

  it("is storable in any database, and normalizing is idempotent", () => {
    const long = typedText(label, 100);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 10 }), (given) => {
        const kept = long.parse(given);
        expect(kept.isWellFormed()).toBe(true);
        expect(kept).not.toContain("\0");
        expect(kept).toBe(kept.trim());
        expect(long.parse(kept)).toBe(kept);
      }),
    );
  });
});

describe("a required text", () => {
  it.each(["", "  ", "\0", "\u3000\n", "\ufeff"])("is not blank: %j", (value) => {
    expect(messageOf(requiredText(label, 10), value)).toEqual(["Name is required."]);
  });

  it("is normalized like other text", () => {
    expect(requiredText(label, 10).parse(" a ")).toBe("a");
  });
});
