import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { csvRecord } from "./csv.ts";

describe("a cell", () => {
  it.each([
    ["plain", "plain"],
    ["", ""],
    ["मीरा", "मीरा"],
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ["two\nlines", '"two\nlines"'],
    ["two\r\nlines", '"two\r\nlines"'],
    ["=1+1", "'=1+1"],
    ["+91 90000 00000", "'+91 90000 00000"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", '"\'\r=1"'],
    ['=HYPERLINK("https://a.example","b")', '"\'=HYPERLINK(""https://a.example"",""b"")"'],
    ["a=1", "a=1"],
    [" =1", " =1"],
  ])("%j is written as %j", (text, written) => {
    expect(csvRecord([text])).toBe(`${written}\r\n`);
    expect(csvRecord(["a", text, "b"])).toBe(`a,${written},b\r\n`);
  });

  it("comes back as it was, but for the apostrophe", () => {
    const cells = ['a "quoted", one', "=cmd", "line\r\nline", "", "हिन्दी"];
    expect(parse(csvRecord(cells), { record_delimiter: "\r\n" })).toEqual([
      ['a "quoted", one', "'=cmd", "line\r\nline", "", "हिन्दी"],
    ]);
  });
});
