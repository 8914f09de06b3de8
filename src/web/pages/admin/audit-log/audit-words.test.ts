import { describe, expect, it } from "vitest";
import { auditKinds } from "#domain/audit.ts";
import { factName, factText, kindWords } from "./audit-words.ts";

describe("the audit log in words", () => {
  it("names each kind in a way of its own", () => {
    expect(new Set(auditKinds.map((kind) => kindWords[kind])).size).toBe(auditKinds.length);
  });

  it.each([
    ["inquiry", "Inquiry"],
    ["inquiryId", "Inquiry id"],
    ["signed-in_with", "Signed in with"],
  ])("reads %s as %s", (key, said) => {
    expect(factName(key)).toBe(said);
  });

  it.each([
    ["desk", "desk"],
    [3, "3"],
    [0, "0"],
    [true, "yes"],
    [false, "no"],
    [null, "none"],
    [["mail", "says"], "mail, says"],
    [[], "none"],
  ])("reads %o as %s", (fact, said) => {
    expect(factText(fact)).toBe(said);
  });
});
