import { expect, it } from "vitest";
import { brokenPatterns, lateHolds, separateBoxes, vagueNames } from "./source-patterns.js";

const linesOf = (/** @type {string} */ source) => brokenPatterns("src/a.ts", source).map((line) => line.split(" ")[0]);

it("finds lists that are spread into arguments", () => {
  const bad = ["Math.max(...list)", "Math.min(0, ...list.map(read))", "all.push(...more)", "all.push(one, ...more)"];
  for (const line of [...bad, "String.fromCodePoint(...codes)"]) expect(linesOf(line), line).toEqual(["src/a.ts:1"]);
  for (const line of ["[...list]", "all.push({ ...one })", "all.push([...list])", "call(...args)", "Math.max(1, 2)"])
    expect(linesOf(line), line).toEqual([]);
});

it("finds plain objects in which any key is looked up", () => {
  const table = 'const names: Readonly<Record<string, string>> = {\n  a: "b",\n};\n';
  expect(linesOf(`${table}names[key];`)).toEqual(["src/a.ts:1"]);
  expect(linesOf(`${table}Object.entries(names);`)).toEqual([]);
  expect(linesOf("const errors: Record<string, string> = {};\nerrors[path] = text;")).toEqual([]);
  expect(linesOf("const words: Record<Language, string> = { en: text };\nwords[language];")).toEqual([]);
});

it("finds columns that are parsed in queries", () => {
  const line = "const { tag } = JSON.parse(row.filter);";
  expect(brokenPatterns("src/server/tag-queries.ts", line)).toHaveLength(1);
  expect(brokenPatterns("src/server/tags.ts", line)).toEqual([]);
});

it("finds streams of files that may stay unread", () => {
  const line = "const stream = createReadStream(path);";
  expect(linesOf(line)).toHaveLength(1);
  expect(brokenPatterns("src/server/lib/file-chunks.ts", line)).toEqual([]);
});

it("finds elements that are measured one after the other", () => {
  const [one, other] = ["const a = await head.boundingBox();", "const b = await row.boundingBox();"];
  expect(separateBoxes("e2e/a.ts", `${one}\n${other}`)).toHaveLength(1);
  expect(separateBoxes("e2e/a.ts", "const both = [await head.boundingBox(), await row.boundingBox()];")).toHaveLength(
    1,
  );
  expect(separateBoxes("e2e/a.ts", [one, "", "", "", other].join("\n"))).toEqual([]);
});

it("finds journeys that may let a call go before it is made", () => {
  const held = "await new Promise<void>((resolve) => (answer = resolve));";
  expect(lateHolds("e2e/a.ts", held)).toHaveLength(1);
  expect(lateHolds("e2e/a.ts", held.replace("await", "const held ="))).toEqual([]);
});

it("finds texts that no language is built into", () => {
  for (const from of ["./current.ts", "../../copy/current.ts"])
    expect(linesOf(`import { teamCopy } from "${from}";`)).toHaveLength(1);
  expect(linesOf('import { teamCopy } from "#copy/current.ts";')).toEqual([]);
});

it("finds comments that begin in the middle of a sentence", () => {
  const bad = [
    "/** Of the last try. */",
    "// The same for a list.",
    "{/* With a link. */}",
    "/**\n * Those of a member.\n */",
  ];
  for (const comment of bad) expect(linesOf(comment), comment).toHaveLength(1);
  for (const comment of [
    "/** Offers a file. */",
    "// Returns it\n// with a link.",
    "/**\n * Reads a file\n * Of one\n */",
  ])
    expect(linesOf(comment), comment).toEqual([]);
});

it.each([
  "function read(of) {}",
  "const read = ({ id: by }: { id: string }) => by;",
  "const on = 1;",
  "const [first, to = second] = pair;",
  "interface A { read(...how: string[]): void }",
  "type Read = (does?: string) => void;",
])("finds the vague name in %s", (line) => expect(vagueNames("src/a.ts", line)).toHaveLength(1));

it.each([
  "const { by, to } = change;",
  "function between(from: number, to: number) {}",
  "const [from, to] = range;",
  "interface A { by: string }",
  "read({ of: list }).on(event);",
])("accepts the names in %s", (line) => expect(vagueNames("src/a.ts", line)).toEqual([]));
