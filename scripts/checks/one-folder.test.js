/**
 * What one more language costs is its folder and its line (decision 98): no other code of the product names a language
 * by its code or has words in its letters. The two languages of the admin area may be named.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { teamLanguages } from "../../src/domain/languages.ts";
import { facts } from "../../src/languages/hi/facts.ts";
import { list } from "../../src/languages/list.ts";

const root = path.join(import.meta.dirname, "../..");
const scriptOf = (/** @type {string} */ tag) => new Intl.Locale(tag).maximize().script ?? "";

const others = Object.keys(list).filter((code) => !teamLanguages.some((team) => team === code));
const scripts = new Set(others.map(scriptOf).filter((script) => script !== scriptOf(facts.tag) && script !== "Latn"));

const codes = others.join("|");
// In quotes (but not the flags of a regular expression), as a key, as the start of a path.
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
  (file) => /\.\w+$/.test(file) && !/^src\/languages\/|\.test\.|testing|\/demo\//.test(file),
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
