import { expect, it } from "vitest";
import { type LossReason, type LostFile, splitRemarks, unreadableText, withRemark } from "./mail-remarks.ts";

const reasons: LossReason[] = ["type", "size", "count", "unreadable", "cut", "full"];

it.each<[string, LostFile[]]>([
  ["each reason", reasons.map((reason) => ({ name: `${reason}.zip`, reason }))],
  ["without names", reasons.map((reason) => ({ name: "", reason }))],
  [
    "names like the text around them",
    ["x” (it", ", a file (cut), “y", ".)", "बयान (1).docx", "(Not kept here: a"].map(toFile),
  ],
  ["more than are named", Array.from({ length: 27 }, (_, at) => toFile(`${at}.zip`))],
])("reads back which files are missing: %s", (_, lost) => {
  for (const text of ["Please see the papers.\n\nOn Monday Asha wrote:\n> Hello", ""]) {
    const stored = withRemark(text, true, lost);
    const remark = { kind: "lost files", files: lost.slice(0, 10), more: Math.max(0, lost.length - 10) };
    expect(splitRemarks(stored)).toEqual({ text, remarks: [remark] });
  }
});

it("reads back that an email has no text, and leaves alone what a visitor wrote", () => {
  expect(splitRemarks(withRemark("", false, []))).toEqual({ text: "", remarks: [{ kind: "empty" }] });
  expect(splitRemarks(withRemark(unreadableText, false, []))).toEqual({ text: "", remarks: [{ kind: "unreadable" }] });
  const both = splitRemarks(withRemark(unreadableText, false, [toFile("a.pdf")]));
  expect([both.text, both.remarks.map(({ kind }) => kind)]).toEqual(["", ["unreadable", "lost files"]]);
  for (const text of [
    "Hello",
    "See (Not kept here: a file (it cannot be read).) above",
    "Hello\n\n(Not kept here: my money.)",
    "Hello\n\n(Not kept here: a file (it cannot be read), my money.)",
    "Hello (Not kept here: a file (it cannot be read).)",
  ])
    expect(splitRemarks(text)).toEqual({ text, remarks: [] });
});

function toFile(name: string): LostFile {
  return { name, reason: "unreadable" };
}
