/**
 * Records which English text each translation was made from: `sources.json` of a language, `team-sources.json` and
 * `server-sources.json` have a hash of both, so that a translation is stale once the English has changed and it has
 * not.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import {
  catalogueNames,
  catalogues,
  defaultLanguage,
  languageFile,
  languagesWith,
  readCatalogue,
} from "./catalogue.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */
/** @typedef {import("./catalogue.js").CatalogueName} CatalogueName */
/** Both hashes, by the message's key. @typedef {Record<string, string>} Sources */

/** @param {string} text */
const hashOf = (text) => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** @param {string} language @param {CatalogueName} name */
const fileOf = (language, name) => languageFile(language, catalogues[name].sources);

/** @param {string} language @param {CatalogueName} name @returns {Sources} */
export function readSources(language, name) {
  const file = fileOf(language, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/**
 * @param {Catalogue} english
 * @param {Catalogue} catalogue
 * @param {Sources} sources
 * @returns {string[]} the keys of stale translations
 */
export function staleKeys(english, catalogue, sources) {
  return [...catalogue.texts.keys()].filter((key) => {
    const [from, translation] = sources[key]?.split(" ") ?? [];
    const isSame = translation === hashOf(catalogue.texts.get(key) ?? "");
    return isSame && from !== hashOf(english.texts.get(key) ?? "");
  });
}

/**
 * The sources with those of new and changed translations; a stale translation stays stale.
 * @param {Catalogue} english
 * @param {Catalogue} catalogue
 * @param {Sources} sources
 * @returns {Sources}
 */
export function withChanged(english, catalogue, sources) {
  const entries = [...english.texts].flatMap(([key, text]) => {
    const translated = catalogue.texts.get(key);
    if (translated === undefined) return [];
    const known = sources[key];
    const isKnown = known?.split(" ")[1] === hashOf(translated);
    return [[key, isKnown ? known : `${hashOf(text)} ${hashOf(translated)}`]];
  });
  return Object.fromEntries(entries);
}

/** Writes the sources of all languages. */
export function recordSources() {
  for (const name of catalogueNames) {
    const english = readCatalogue(defaultLanguage, name);
    for (const language of languagesWith(name).filter((code) => code !== defaultLanguage)) {
      const sources = withChanged(english, readCatalogue(language, name), readSources(language, name));
      writeFileSync(fileOf(language, name), `${JSON.stringify(sources, null, 2)}\n`);
    }
  }
}
