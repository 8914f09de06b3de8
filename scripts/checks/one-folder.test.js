/**
 * Checks that one more language costs its folder and its line (decision 98): no other code of the product names a
 * language by its code or has words in its letters. The two languages of the admin area may be named.
 */
import { execFile } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { teamLanguages } from "../../src/domain/languages.ts";
import { facts } from "../../src/languages/hi/facts.ts";
import { list } from "../../src/languages/list.ts";

const root = path.join(import.meta.dirname, "../..");
const scriptOf = (/** @type {string} */ tag) => new Intl.Locale(tag).maximize().script ?? "";

const others = Object.keys(list).filter((code) => !teamLanguages.some((team) => team === code));
const scripts = new Set(others.map(scriptOf).filter((script) => script !== scriptOf(facts.tag) && script !== "Latn"));

const codes = others.join("|");
// Matches a code in quotes (but not the flags of a regular expression), as a key, and at the start of a path.
const code = new RegExp(String.raw`["'](?:${codes})(?:-IN)?["']|(?<![\w.?"'])(?:${codes}): |"/(?:${codes})(?:/|")`);
const letters = new RegExp(`[${[...scripts].map((script) => String.raw`\p{Script=${script}}`).join("")}]`, "v");
/** A letter of these scripts, and another one or a vowel sign. */
const words = new RegExp(String.raw`(?=\p{L})${letters.source}${letters.source}`, "v");

/** Flags of regular expressions that a formatter has put on a line of their own. */
const flags = /^\s*"gu",$/;

/** The lines of a file that name a language. @param {string} source */
const naming = (source) =>
  source
    .split("\n")
    .filter((line) => !flags.test(line) && (code.test(line.replaceAll(/[`"], "gu"\)/g, "")) || words.test(line)));

const files = globSync(["src/**/*.{ts,tsx,css}", "scripts/**/*.js", "deploy/**", "*.config.ts"], { cwd: root }).filter(
  (file) => /\.\w+$/.test(file) && !/^src\/languages\/|node_modules|\.test\.|testing|\/demo\//.test(file),
);

it("names no language outside its folder and the list", () => {
  const found = files.flatMap((file) =>
    naming(readFileSync(path.join(root, file), "utf8")).map((line) => `${file}: ${line.trim()}`),
  );
  expect(files.length).toBeGreaterThan(700);
  expect(found).toEqual([]);
});

it.each([
  'const languages = ["en", "hi", "bn"];',
  "  te: { tag: 1 },",
  'path.startsWith("/ta/")',
  "const at = /(?:নম্বরে|number)/;",
  'if (tag === "gu-IN")',
  '.menu::after { content: "বাংলা" }',
])("would notice %s", (line) => expect(naming(line)).toEqual([line]));

const run = promisify(execFile);

it("takes a further language of a folder and a line", { timeout: 180_000 }, async () => {
  const copy = mkdtempSync(path.join(tmpdir(), "one-folder-"));
  try {
    for (const part of ["src", "scripts", "package.json", "tsconfig.json"])
      cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
    symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
    const inCopy = (/** @type {string[]} */ ...names) => path.join(copy, ...names);
    const change = (/** @type {string} */ file, /** @type {RegExp} */ what, /** @type {string} */ replacement) =>
      writeFileSync(file, readFileSync(file, "utf8").replace(what, replacement));

    // The folder: Gujarati's under a code that no language has. The line: the last one of the list.
    const folder = inCopy("src/languages/xx");
    cpSync(inCopy("src/languages/gu"), folder, { recursive: true });
    change(path.join(folder, "messages.arb"), /"@@locale": "gu"/, '"@@locale": "xx"');
    change(path.join(folder, "facts.ts"), /gu-IN/, "pa-IN");
    // Words that no other language has.
    change(path.join(folder, "facts.ts"), /wrote: "/, 'wrote: "madeup wrote|');
    change(path.join(folder, "spoken.ts"), /numbers:\s*"/, 'numbers: "madeupzero|');
    change(inCopy("src/languages/list.ts"), /\n\};/, '\n  xx: "Made up",\n};');
    const config = { extends: "./tsconfig.json", include: [], compilerOptions: { incremental: false } };
    const typed = ["src/copy/current.ts", "src/domain/lookalike/vocabulary.ts", "src/domain/inquiries/quoted-text.ts"];
    writeFileSync(inCopy("tsconfig.copy.json"), JSON.stringify({ ...config, files: typed }));

    const node = (/** @type {string[]} */ ...given) => run(process.execPath, given, { cwd: copy });
    await node("scripts/messages/compile.js");
    await Promise.all([
      node("scripts/checks/messages.js"),
      node("node_modules/typescript/bin/tsc", "-p", "tsconfig.copy.json"),
    ]);
    const asked = `
      import { languageCodes, languages } from "#domain/languages.ts";
      import { pathIn } from "#contract/paths.ts";
      import { copy, inLanguage } from "#copy/current.ts";
      import { numberWord } from "#domain/lookalike/vocabulary.ts";
      import { splitQuoted } from "#domain/inquiries/quoted-text.ts";
      console.log(JSON.stringify([languageCodes.at(-1), languages.xx.tag, pathIn("xx", "/contact"),
        inLanguage("xx", () => copy.problems.correctFields), numberWord("madeupzero").value,
        splitQuoted("Yes.\\n\\n21/11/2026 10:00, Desk <desk@example.com> madeup wrote:\\n\\nDoes it work?").written]));`;
    writeFileSync(inCopy("ask.ts"), asked);
    const { stdout } = await node("ask.ts");
    const gujarati = JSON.parse(readFileSync(path.join(folder, "messages.arb"), "utf8"))["problems.correctFields"];
    expect(JSON.parse(stdout)).toEqual(["xx", "pa-IN", "/xx/contact", gujarati, 0, "Yes."]);
  } finally {
    rmSync(copy, { recursive: true });
  }
});
