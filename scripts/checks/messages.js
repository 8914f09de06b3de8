/**
 * Checks the catalogues: what a translation lacks or has too much of, wrong placeholders and plurals, what is too long,
 * words that the glossary replaces, and messages that no code uses. Lists stale translations, which fail nothing: the
 * text before is better than none.
 */
import { globSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { TYPE } from "@formatjs/icu-messageformat-parser";
import { readDictionary } from "../inline-copy.js";
import {
  catalogueNames,
  catalogues,
  defaultLanguage,
  eachPart,
  languageFile,
  languagesWith,
  namesIn,
  partsOf,
  readCatalogue,
} from "../messages/catalogue.js";
import { readSources, staleKeys } from "../messages/sources.js";

/** @typedef {import("../messages/catalogue.js").Catalogue} Catalogue */
/** @typedef {import("../messages/catalogue.js").Element} Element */
/** The word for a thing, and those that stand for it by mistake. @typedef {{ say: string, not: string[] }} Term */

/**
 * @param {Catalogue} english
 * @param {Catalogue} catalogue of English or another language
 * @param {ReadonlySet<string>} inCode keys that the language has as code
 * @param {readonly Term[]} glossary
 * @returns {string[]} what is wrong, a line each
 */
export function catalogueProblems(english, catalogue, inCode, glossary) {
  const { language, texts } = catalogue;
  const missing = [...english.texts.keys()].filter((key) => !texts.has(key) && !inCode.has(key));
  const unknown = [...texts.keys(), ...catalogue.about.keys()].filter((key) => !english.texts.has(key));
  const problems = [...texts].flatMap(([key, text]) => {
    const found = messageProblems(language, text, english, key).concat(wrongWords(text, glossary));
    return found.map((problem) => `${language}: ${key} ${problem}`);
  });
  return [
    ...catalogue.problems,
    ...missing.map((key) => `${language}: ${key} is missing`),
    ...unknown.map((key) => `${language}: ${key} is not in en.arb`),
    ...problems,
  ];
}

/**
 * @param {string} language
 * @param {string} text
 * @param {Catalogue} english
 * @param {string} key
 * @returns {string[]}
 */
function messageProblems(language, text, english, key) {
  const about = english.about.get(key) ?? {};
  const { description = "", placeholders = {}, "x-max-length": longest = 0, "x-fragment": isFragment = false } = about;
  /** @type {Element[]} */
  let parts = [];
  try {
    parts = partsOf(text);
  } catch (error) {
    return [`cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
  const names = namesIn(parts);
  const source = english.texts.get(key) ?? "";
  // A fault of the English text is reported once.
  const needed = language === defaultLanguage ? new Set() : neededNames(source);
  const length = lengthOf(parts);
  return [
    ...(text.trim() === "" && !isFragment ? ["is empty"] : []),
    ...(description === "" && language === defaultLanguage ? ["has no description"] : []),
    ...(longest === 0 && language === defaultLanguage ? ['has no "x-max-length"'] : []),
    ...[...names].filter((name) => !Object.hasOwn(placeholders, name)).map((name) => `has an unknown {${name}}`),
    ...[...needed].filter((name) => !names.has(/** @type {string} */ (name))).map((name) => `lacks {${name}}`),
    ...pluralProblems(language, parts),
    ...(longest > 0 && length > longest ? [`has ${length} characters, at most ${longest} fit`] : []),
  ];
}

/** @param {string} text */
function neededNames(text) {
  try {
    return namesIn(partsOf(text));
  } catch {
    return new Set();
  }
}

/** @param {string} language @param {Element[]} parts @returns {string[]} */
function pluralProblems(language, parts) {
  /** @type {string[]} */
  const problems = [];
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  eachPart(parts, (part) => {
    if (part.type !== TYPE.plural) return;
    const given = Object.keys(part.options).filter((option) => !option.startsWith("="));
    for (const option of pluralCategories) if (!given.includes(option)) problems.push(`lacks the plural "${option}"`);
    for (const option of given)
      if (!pluralCategories.some((known) => known === option)) problems.push(`has a plural "${option}", unknown here`);
  });
  return problems;
}

/**
 * The characters of the longest form, without what placeholders stand for.
 * @param {Element[]} parts
 * @returns {number}
 */
function lengthOf(parts) {
  let length = 0;
  for (const part of parts) {
    if (part.type === TYPE.literal) length += Array.from(part.value).length;
    if (part.type === TYPE.plural || part.type === TYPE.select) {
      let longest = 0;
      for (const { value } of Object.values(part.options)) longest = Math.max(longest, lengthOf(value));
      length += longest;
    }
  }
  return length;
}

/** @param {string} text @param {readonly Term[]} glossary @returns {string[]} */
function wrongWords(text, glossary) {
  return glossary.flatMap(({ say, not }) =>
    not.filter((word) => hasWord(text, word)).map((word) => `says “${word}”: say “${say}”`),
  );
}

/** A star at a word's end stands for any ending. @param {string} text @param {string} word */
function hasWord(text, word) {
  const start = word.replace(/\*$/, "");
  const end = start === word ? String.raw`(?![\p{L}\p{M}])` : "";
  return new RegExp(String.raw`(?<![\p{L}\p{M}])${start}${end}`, "u").test(text);
}

/**
 * The messages that no code can use. A server's message is named by its whole key, or by the start of it in a template.
 * Of the others, `parent.leaf` is in the code, or an object above is taken as a whole, as for `words[name]`, and the
 * leaf is a word of the code (or no name at all, such as `in progress`).
 * @param {import("../messages/catalogue.js").CatalogueName} name
 * @param {string[]} keys
 * @param {string} code
 */
export function unusedMessages(name, keys, code) {
  if (name === "server") {
    const start = (/** @type {string} */ key) => key.slice(0, key.lastIndexOf(".") + 1);
    return keys.filter((key) => !code.includes(`"${key}"`) && !code.includes(`\`${start(key)}\${`));
  }
  const found = (/** @type {RegExp} */ pattern) => new Set(Array.from(code.matchAll(pattern), ([, word]) => word));
  const words = found(/([\w$]+)/g);
  const wholes = found(/\.\s*([\w$]+)\b(?!\s*\??\.\s*[\w$])/g);
  const pairs = new Set(
    Array.from(code.matchAll(/(?<=([\w$]+)\s*\??\.\s*)([\w$]+)/g), ([leaf, parent]) => `${parent}.${leaf}`),
  );
  return keys.filter((key) => {
    const above = key.split(".");
    const leaf = above.pop() ?? "";
    if (above.length === 0 || (/^[a-z_$][\w$]*$/i.test(leaf) && !words.has(leaf))) return !words.has(leaf);
    return !pairs.has(`${above.at(-1)}.${leaf}`) && !above.some((part) => wholes.has(part));
  });
}

/** The code that may use messages, without the compiled catalogues and tests. */
function readCode() {
  const files = globSync("{src,scripts}/**/*.{ts,tsx,js}");
  const isOther = (/** @type {string} */ file) => /languages\/compiled|\.test\.|\/testing/.test(file);
  return files.flatMap((file) => (isOther(file) ? [] : [readFileSync(file, "utf8")])).join("\n");
}

/** The keys of an object in code. @param {{ [key: string]: any }} node @returns {string[]} */
function keysOf(node) {
  return node["properties"].flatMap((/** @type {any} */ { key, value }) => {
    const name = key.name ?? String(key.value);
    return value.type === "ObjectExpression" ? keysOf(value).map((below) => `${name}.${below}`) : [name];
  });
}

/** @param {import("../messages/catalogue.js").CatalogueName} name @param {string} language */
async function checkCatalogue(name, language) {
  const english = readCatalogue(defaultLanguage, name);
  const catalogue = readCatalogue(language, name);
  // A language of the interface alone leads to the legal pages of others.
  const { facts } = await import(pathToFileURL(languageFile(language, "facts.ts")).href);
  const isLegal = (/** @type {string} */ key) => /^(?:terms|privacy)\./.test(key);
  const elsewhere = facts.legal === undefined || name !== "messages" ? [] : [...english.texts.keys()].filter(isLegal);
  const { code } = catalogues[name];
  const inCode = code === undefined ? [] : keysOf(readDictionary(languageFile(language, code)).root);
  const notNeeded = new Set(inCode.concat(elsewhere));
  /** @type {Term[]} */
  const glossary = JSON.parse(readFileSync(languageFile(language, "glossary.json"), "utf8"));
  for (const problem of catalogueProblems(english, catalogue, notNeeded, glossary)) {
    console.error(problem);
    process.exitCode = 1;
  }
  const stale = language === defaultLanguage ? [] : staleKeys(english, catalogue, readSources(language, name));
  for (const key of stale) console.log(`${language}: ${key} is stale: the English text has changed since`);
}

if (import.meta.main) {
  const code = readCode();
  for (const name of catalogueNames) {
    for (const key of unusedMessages(name, [...readCatalogue(defaultLanguage, name).texts.keys()], code)) {
      console.error(`${name}: ${key} is used by no code`);
      process.exitCode = 1;
    }
    for (const language of languagesWith(name)) await checkCatalogue(name, language);
  }
}
