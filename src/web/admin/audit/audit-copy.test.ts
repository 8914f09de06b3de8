import { describe, expect, it } from "vitest";
import { auditKinds } from "#domain/audit.ts";
import { factName, factText, kindWords } from "./audit-copy.ts";

describe("the audit log in words", () => {
  it("names each kind in a way of its own", () => {
    expect(new Set(auditKinds.map((kind) => kindWords[kind])).size).toBe(auditKinds.length);
  });

  it.each([
    ["inquiry", "Inquiry"],
    ["inquiryId", "Inquiry id"],
    ["signed-in_with", "Signed in with"],
    ["names", "Which"],
    ["constructor", "Constructor"],
  ])("reads %s as %s", (key, said) => {
    expect(factName(key)).toBe(said);
  });

  it.each([
    ["device", "Chrome on Android", "Chrome on Android"],
    ["device", null, undefined],
    ["count", 0, "0"],
    ["opens", true, "yes"],
    ["chosen", false, "no"],
    ["names", ["retentionDays", "says"], "Retention days, Says"],
    ["filters", [], undefined],
    ["member", "known", "asha@example.com"],
    ["member", "somebody", "somebody"],
    ["member", null, "nobody's address"],
  ])("reads the fact %s, %o, as %s", (key, fact, said) => {
    expect(factText(key, fact, (id) => (id === "known" ? "asha@example.com" : undefined))).toBe(said);
  });
});
