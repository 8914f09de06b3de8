/**
 * Fails for code that strangers' input can break:
 * a list of any length as arguments (`Math.max(...list)`), which ends in a RangeError beyond some 100,000 items;
 * `JSON.parse` in queries, which throws at one damaged row and takes every other one away with it;
 * a plain object as a table for any key (`names[key]`), which also finds `constructor` and `__proto__`.
 * Also fails for comments that begin in the middle of a sentence ("Of the ones above …"), which only their author can
 * read.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const SPREAD =
  /(?:\bMath\.(?:max|min)|\bString\.from(?:CharCode|CodePoint)|\.(?:push|unshift))\((?:[\w.\s]+(?:\?\? \w+)?,)*\s*\.\.\./;
const TABLE = /\bconst (\w+): (?:(?:Readonly|Partial)<)*Record<string, [^=]*> = \{\s*[^}\s]/;
const MID_AIR =
  /^\s*(?:\{?\/\*\*?|\/\/|\*) (?:And|As|But|By|Also|Else|From|Nor|Of|Or|So|Such|That|The same|Then|Those|Until|With)\b/;

/**
 * @param {string} line
 * @param {string} before the line before it
 */
function beginsInMidAir(line, before) {
  const isFirst = /^\s*\*/.test(line) ? /^\s*\{?\/\*\*?$/.test(before) : !/^\s*\/\//.test(before);
  return isFirst && MID_AIR.test(line);
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {string[]} what is wrong, a line each
 */
export function brokenPatterns(file, source) {
  return source.split("\n").flatMap((line, index, lines) => {
    const at = `${file}:${index + 1}`;
    if (beginsInMidAir(line, lines[index - 1] ?? ""))
      return [`${at} begins a comment in the middle of a sentence: say what the thing is, or does`];
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) return [];
    if (SPREAD.test(`${line}${line.endsWith("(") ? (lines[index + 1] ?? "").trim() : ""}`))
      return [`${at} spreads a list into arguments: use largest, smallest or append of domain/lists.ts`];
    if (file.endsWith("queries.ts") && line.includes("JSON.parse("))
      return [`${at} parses a column: use storedJson, storedObject or storedTexts of lib/stored-rows.ts`];
    const name = TABLE.exec(`${line}\n${lines[index + 1] ?? ""}`)?.[1];
    const isLookedUp = name !== undefined && line.includes(`const ${name}:`) && source.includes(`${name}[`);
    return isLookedUp ? [`${at} looks any key up in a plain object: make ${name} a Map`] : [];
  });
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, "../..");
  const files = globSync("src/**/*.{ts,tsx}", {
    cwd: root,
    exclude: ["**/*.test.*", "**/testing{,-*}.*", "**/testing/**"],
  });
  const broken = files.flatMap((file) => brokenPatterns(file, readFileSync(path.join(root, file), "utf8")));
  if (broken.length > 0) {
    console.log(broken.join("\n"));
    process.exitCode = 1;
  }
}
