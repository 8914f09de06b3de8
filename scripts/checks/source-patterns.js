/**
 * Fails for code that strangers' input can break:
 * a list of any length as arguments (`Math.max(...list)`), which ends in a RangeError beyond some 100,000 items;
 * `JSON.parse` in queries, which throws at one damaged row and takes every other one away with it;
 * an import of `current.ts` by its path, in whose place the build for browsers puts no language;
 * `createReadStream`, which ends the program if its file is gone before somebody listens to its errors;
 * a plain object as a table for any key (`names[key]`), which also finds `constructor` and `__proto__`.
 * Also fails for comments that begin in the middle of a sentence ("Of the ones above …"), which only their author can
 * read.
 * Also fails for journeys that measure two elements one after the other: a notice may move them between;
 * and for journeys whose handler of a call makes the promise that lets the call go: the test may do so before the call.
 * Also fails for parameters and variables called by a preposition or an auxiliary verb, such as `of` or `does`.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

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
const VAGUE = new Set(["by", "does", "how", "of", "on", "to"]);

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
    if (/from "\.[./\w-]*\/current\.ts"/.test(line))
      return [`${at} imports current.ts by its path: use #copy/current.ts, which the build replaces by one language`];
    if (line.includes("createReadStream(") && !file.endsWith("lib/file-chunks.ts"))
      return [`${at} opens a stream that may stay unread: use fileChunks of lib/file-chunks.ts`];
    const name = TABLE.exec(`${line}\n${lines[index + 1] ?? ""}`)?.[1];
    const isLookedUp = name !== undefined && line.includes(`const ${name}:`) && source.includes(`${name}[`);
    return isLookedUp ? [`${at} looks any key up in a plain object: make ${name} a Map`] : [];
  });
}

/**
 * Finds journeys that measure two elements one after the other. A notice that loads above may move them in between.
 * @param {string} file
 * @param {string} source
 * @returns {string[]} what is wrong, a line each
 */
export function separateBoxes(file, source) {
  return source.split("\n").flatMap((line, index, lines) => {
    const near = lines.slice(Math.max(0, index - 3), index + 1).join("\n");
    return line.includes("boundingBox()") && near.split("boundingBox()").length > 2
      ? [`${file}:${index + 1} measures elements one after the other: use boxesOf of e2e/boxes.ts`]
      : [];
  });
}

/**
 * Finds journeys that hold a call by a promise that begins with the call: let go earlier, it is held forever.
 * @param {string} file
 * @param {string} source
 * @returns {string[]} what is wrong, a line each
 */
export function lateHolds(file, source) {
  return source
    .split("\n")
    .flatMap((line, index) =>
      /await new Promise(?:<\w+>)?\(\((\w+)\) => \(\w+ = \1\)\)/.test(line)
        ? [`${file}:${index + 1} may let a call go before it is made: use holdCalls of e2e/held-calls.ts`]
        : [],
    );
}

/**
 * Finds parameters and variables whose name does not say what they hold. A destructured property keeps its name, and
 * `to` beside `from` is the end of a range.
 * @param {string} file
 * @param {string} source
 * @returns {string[]} what is wrong, a line each
 */
export function vagueNames(file, source) {
  /** @type {string[]} */
  const found = [];
  const walk = (/** @type {any} */ node) => {
    if (node === null || typeof node !== "object") return;
    const bound = [...(node.params ?? []), ...(node.type === "VariableDeclarator" ? [node.id] : [])].flatMap(namesIn);
    for (const { name, start } of bound)
      if (VAGUE.has(name) && !(name === "to" && bound.some((other) => other.name === "from")))
        found.push(`${file}:${source.slice(0, start).split("\n").length} calls something ${name}: say what it holds`);
    for (const [key, value] of Object.entries(node)) if (key !== "parent") walk(value);
  };
  walk(parseSync(file, source).program);
  return found;
}

/**
 * The identifiers that a pattern binds, but for properties under their own name.
 * @param {any} pattern
 * @returns {Array<{ name: string, start: number }>}
 */
function namesIn(pattern) {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern];
    case "AssignmentPattern":
      return namesIn(pattern.left);
    case "RestElement":
      return namesIn(pattern.argument);
    case "ArrayPattern":
      return pattern.elements.flatMap(namesIn);
    case "ObjectPattern":
      return pattern.properties.flatMap((/** @type {any} */ one) => (one.shorthand ? [] : namesIn(one.value ?? one)));
    default:
      return [];
  }
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, "../..");
  const sources = (/** @type {string} */ pattern) =>
    globSync(pattern, {
      cwd: root,
      exclude: ["**/node_modules/**", "**/*.test.*", "**/testing{,-*}.*", "**/testing/**"],
    }).map((file) => ({
      file,
      source: readFileSync(path.join(root, file), "utf8"),
    }));
  const ours = sources("src/**/*.{ts,tsx}");
  // Compiled messages name their parameters as translators do.
  const named = [...ours, ...sources("{bench,chaos,scripts,security}/**/*.{js,ts}")].filter(
    ({ file }) => !file.startsWith(path.join("src", "languages", "compiled")),
  );
  const broken = [
    ...ours.flatMap(({ file, source }) => brokenPatterns(file, source)),
    ...sources("e2e/*.ts").flatMap(({ file, source }) => [...separateBoxes(file, source), ...lateHolds(file, source)]),
    ...named.flatMap(({ file, source }) => vagueNames(file, source)),
  ];
  if (broken.length > 0) {
    console.log(broken.join("\n"));
    process.exitCode = 1;
  }
}
