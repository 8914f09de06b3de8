/**
 * Fails for a comment or a line of Markdown over 120 columns, which the formatter leaves as they are. Tables, code in
 * Markdown, and comments that are instructions for a tool may be longer.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const LONGEST = 120;
const root = path.join(import.meta.dirname, "../..");
const places = ["*.{md,ts}", "{bench,chaos,deploy,docs,e2e,scripts,security,src}/**/*.{md,ts,tsx,js,css}"];

const files = globSync(places, { cwd: root, exclude: ["**/node_modules/**"] });
const tooLong = files.flatMap((file) =>
  longLines(file, readFileSync(path.join(root, file), "utf8")).map((line) => `${file}:${line}`),
);
if (tooLong.length > 0) {
  console.log(`Wrap these lines at ${LONGEST} columns:\n${tooLong.join("\n")}`);
  process.exitCode = 1;
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {number[]} the numbers of the lines that are too long
 */
function longLines(file, text) {
  const isMarkdown = file.endsWith(".md");
  let inCode = false;
  return text.split("\n").flatMap((line, index) => {
    if (isMarkdown && line.trimStart().startsWith("```")) inCode = !inCode;
    if (line.length <= LONGEST) return [];
    const isProse = isMarkdown ? !inCode && !/^\s*\|/.test(line) : /^\s*(\{?\/\*|\*|\/\/)(?!.*oxlint-)/.test(line);
    return isProse ? [index + 1] : [];
  });
}
