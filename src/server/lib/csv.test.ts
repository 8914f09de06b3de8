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
    ["-5", "'-5"],
    ["\tone", "'\tone"],
    ["\t=1", "'\t'=1"],
    ["\r=1", "\"'\r'=1\""],
    ["\u0000=1", "\u0000'=1"],
    ["\ufeff=1", "\ufeff'=1"],
    ["\u200b=1", "\u200b'=1"],
    ["＝1+1", "'＝1+1"],
    ["＋91", "'＋91"],
    ["－1", "'－1"],
    ["＠SUM(A1)", "'＠SUM(A1)"],
    ["﹦1", "'﹦1"],
    ["a;=1", "a;'=1"],
    ["a; =1", "a; '=1"],
    ["a\t=1", "a\t'=1"],
    ["a,=1", '"a,\'=1"'],
    ["a\n=1", '"a\n\'=1"'],
    ["a\r\n\t＋1", '"a\r\n\t\'＋1"'],
    ["a\u2028@x", "a\u2028'@x"],
    ['a;"=1', '"a;""\'=1"'],
    ["a;b;=1;@2", "a;b;'=1;'@2"],
    ['=HYPERLINK("https://a.example","b")', '"\'=HYPERLINK(""https://a.example"",""b"")"'],
    ["a=1", "a=1"],
    ["2026-11-23, 10:30 - noon", '"2026-11-23, 10:30 - noon"'],
    [" =1", " '=1"],
  ])("%j is written as %j", (text, written) => {
    expect(csvRecord([text])).toBe(`${written}\r\n`);
    expect(csvRecord(["a", text, "b"])).toBe(`a,${written},b\r\n`);
  });

  it("contains no formula with any separator, even without quotes", () => {
    const hostile = ["=1", "a;=1", "a,+1", "a\t@1", "a\n-1", 'a","=1', "a;\ufeff＝1", '";"=1', "a\r\n\u2029＠1"];
    const line = csvRecord(hostile);
    for (const delimiter of [",", ";", "\t"]) {
      for (const quote of ['"', null]) {
        const cells = parse(line, { delimiter, quote, relax_quotes: true, relax_column_count: true }).flat();
        for (const cell of cells) expect(cell, JSON.stringify(cell)).not.toMatch(/^[\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u);
      }
    }
  });

  it("round-trips, except for the apostrophe", () => {
    const cells = ['a "quoted", one', "=cmd", "line\r\nline", "", "हिन्दी", "-5", "+91 90000 00001", "a-b@c.example"];
    expect(parse(csvRecord(cells), { record_delimiter: "\r\n" })).toEqual([
      ['a "quoted", one', "'=cmd", "line\r\nline", "", "हिन्दी", "'-5", "'+91 90000 00001", "a-b@c.example"],
    ]);
  });
});
