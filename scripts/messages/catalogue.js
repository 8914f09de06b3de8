/**
 * The catalogues `src/languages/<language>/messages.arb`, for visitors, `team.arb`, for the team, and `server.arb`,
 * what the server says to the team and to programs: in ARB (JSON with ICU MessageFormat), which translators' tools
 * open. `@key` in the English one holds a message's description, its placeholders and its longest length; `x-fragment`
 * marks a part of a sentence, which may be empty.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { list } from "../../src/languages/list.ts";

/** @typedef {import("@formatjs/icu-messageformat-parser").MessageFormatElement} Element */

/**
 * What the English catalogue says of a message. `x-literal` marks a placeholder that the page itself fills in later.
 * @typedef {{ type: "String" | "String?" | "int" | "int?" | "bool" | "List", description?: string,
 *   example?: string, "x-literal"?: boolean }} Placeholder
 * @typedef {{ description?: string, placeholders?: Record<string, Placeholder>, "x-max-length"?: number,
 *   "x-fragment"?: boolean }} About
 */

/**
 * `about` is in the English one alone.
 * @typedef {{ language: string, texts: Map<string, string>, about: Map<string, About>, problems: string[] }} Catalogue
 */

const folder = path.join(import.meta.dirname, "../../src/languages");

/** The codes of the languages, English first. */
export const languageCodes = Object.keys(list);

export const defaultLanguage = "en";

/** The path of a file of a language, or of what is compiled. @param {string[]} names */
export const languageFile = (...names) => path.join(folder, ...names);

/**
 * The catalogues of a language, each with its code, if it needs any, and its sources. Not all languages have all of
 * them.
 * @typedef {"messages" | "team" | "server"} CatalogueName
 */

/** @type {Record<CatalogueName, { code?: string, sources: string }>} */
export const catalogues = {
  messages: { code: "code.ts", sources: "sources.json" },
  team: { code: "team-code.ts", sources: "team-sources.json" },
  server: { sources: "server-sources.json" },
};

export const catalogueNames = /** @type {CatalogueName[]} */ (Object.keys(catalogues));

/** The languages that have a catalogue, English first. @param {CatalogueName} name */
export const languagesWith = (name) => languageCodes.filter((code) => existsSync(languageFile(code, `${name}.arb`)));

/** @param {string} language @param {CatalogueName} name */
export function readCatalogue(language, name) {
  return parseCatalogue(language, readFileSync(languageFile(language, `${name}.arb`), "utf8"));
}

/**
 * @param {string} language
 * @param {string} json
 * @returns {Catalogue}
 */
export function parseCatalogue(language, json) {
  /** @type {Record<string, unknown>} */
  const entries = JSON.parse(json);
  const problems = repeatedKeys(json).map((key) => `${language}: ${key} is there twice`);
  if (entries["@@locale"] !== language) problems.push(`${language}: "@@locale" must be "${language}"`);
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @type {Map<string, About>} */
  const about = new Map();
  for (const [key, value] of Object.entries(entries)) {
    if (key.startsWith("@@")) continue;
    if (key.startsWith("@")) about.set(key.slice(1), /** @type {About} */ (value));
    else if (typeof value === "string") texts.set(key, value);
    else problems.push(`${language}: ${key} must be a string`);
  }
  return { language, texts, about, problems };
}

/** Keys that the file has more than once, of which `JSON.parse` takes the last. @param {string} json */
function repeatedKeys(json) {
  // Names within `@key` have no dot.
  const keys = [...json.matchAll(/^\s*"([^"@][^"]*\.[^"]*)":/gm)].map(([, key = ""]) => key);
  return [...new Set(keys.filter((key, at) => keys.indexOf(key) !== at))];
}

/**
 * The parts of a message. @throws with what is wrong with it
 * @param {string} text in ICU MessageFormat
 * @returns {Element[]}
 */
export function partsOf(text) {
  const parts = parse(text, { ignoreTag: true });
  eachPart(parts, (part) => {
    const isKnown =
      part.type <= TYPE.argument ||
      part.type === TYPE.pound ||
      (part.type === TYPE.number && !part.style) ||
      part.type === TYPE.select ||
      (part.type === TYPE.plural && part.pluralType === "cardinal" && part.offset === 0);
    if (!isKnown) throw new Error("only {name}, {name, number}, plural and select can be used");
  });
  return parts;
}

/**
 * Calls `visit` with each part, and those within plurals and selects.
 * @param {Element[]} parts
 * @param {(part: Element) => void} visit
 */
export function eachPart(parts, visit) {
  for (const part of parts) {
    visit(part);
    if (part.type === TYPE.plural || part.type === TYPE.select)
      for (const { value } of Object.values(part.options)) eachPart(value, visit);
  }
}

/** The names of the placeholders. @param {Element[]} parts @returns {Set<string>} */
export function namesIn(parts) {
  /** @type {Set<string>} */
  const names = new Set();
  eachPart(parts, (part) => {
    if ("value" in part && part.type !== TYPE.literal) names.add(part.value);
  });
  return names;
}
