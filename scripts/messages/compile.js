/**
 * Compiles the folders of the languages to modules (`src/languages/compiled`, which Git ignores): each catalogue to
 * constants and small functions, so that no page loads a parser and types follow from English; and lists of what the
 * folders have, so that nothing else names a language.
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { TYPE } from "@formatjs/icu-messageformat-parser";
import {
  catalogueNames,
  catalogues,
  defaultLanguage,
  languageCodes,
  languageFile,
  languagesWith,
  namesIn,
  partsOf,
  readCatalogue,
} from "./catalogue.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */
/** @typedef {import("./catalogue.js").Element} Element */
/** @typedef {import("./catalogue.js").Placeholder} Placeholder */
/** @typedef {import("../inline-copy.js").Dictionary} Code */

/** Messages that are read together, with values for all of them. */
const groups = ["terms.summary", "terms.sections", "privacy.sections"];

/** Messages that each take their values in one object, since code chooses the message and its values by a name. */
const chosenByName = "audit.done.";

/** Placeholders with the same value everywhere. @type {Record<string, string>} */
const constants = {
  maxFiles: "attachmentLimits.count",
  maxMegabytes: "attachmentLimits.megabytes",
  maxValue: "channelLimits.value",
};

const limits = [
  `import { attachmentLimits } from "#domain/inquiries/attachment.ts";`,
  `import { channelLimits } from "#domain/channels/channel-list.ts";`,
];
const intlImport = `import { counted, plural } from "#copy/locale/intl.ts";`;
const numbersImport = `import { numbersIn } from "#copy/locale/intl.ts";`;

/** Types that the other languages' modules must have. */
const dictionaryTypes = {
  messages: { type: "Dictionary", from: "#copy/dictionaries.ts" },
  team: { type: "TeamDictionary", from: "#copy/team/dictionaries.ts" },
  server: { type: "ServerTexts", from: "#copy/server/texts.ts" },
};

/**
 * A message or code at its place, or what is below a name.
 * @typedef {string | Map<string, Tree>} Tree
 */

/**
 * The module of a language.
 * @param {Catalogue} english
 * @param {Catalogue} catalogue
 * @param {Code} [code] what no catalogue can say, by the same names
 * @param {import("./catalogue.js").CatalogueName} [name]
 */
export function compileCatalogue(english, catalogue, code, name = "messages") {
  const { language } = catalogue;
  /** @type {Map<string, Tree>} */
  const tree = new Map();
  for (const key of english.texts.keys()) place(tree, namesOf(key), textCode(key, english, catalogue));
  if (code !== undefined) placeCode(tree, code.root, code.source, []);
  const body = treeCode(tree, [], english);
  const imported = [...limits, intlImport, ...(code === undefined ? [] : importsOf(code.source))];
  return moduleOf(name, language, imported, body);
}

/**
 * The module of a language with what the server says: each text by its code, with its values in one object. Texts of
 * several languages are made at the same time, so that each module has numbers of its own.
 * @param {Catalogue} english
 * @param {Catalogue} catalogue
 */
export function compileServerTexts(english, catalogue) {
  const { language } = catalogue;
  const texts = [...english.texts.keys()].map(
    (key) => `${JSON.stringify(key)}: ${textCode(key, english, catalogue, codedMessage)}`,
  );
  const body = `{ ${texts.join(",\n")} }`;
  const numbers = usedOf(`const { counted, plural } = numbersIn("${language}");`, body);
  return moduleOf("server", language, [...limits, numbersImport], body, numbers);
}

/**
 * @param {import("./catalogue.js").CatalogueName} name
 * @param {string} language
 * @param {string[]} imported lines of imports, of which those stay that the code uses
 * @param {string} body
 * @param {string} [before] a line before it
 */
function moduleOf(name, language, imported, body, before = "") {
  const isSource = language === defaultLanguage;
  const { type, from } = dictionaryTypes[name];
  return [
    `// Compiled from ${name}.arb of ${language}.`,
    ...(isSource ? [] : [`import type { ${type} } from "${from}";`]),
    ...[...new Set(imported.map((line) => usedOf(line, before + body))), before].filter((line) => line !== ""),
    `export const ${nameOf(language)}${isSource ? "" : `: ${type}`} = ${body};\n`,
  ].join("\n");
}

/**
 * A message as an expression: a function of an object with its values, if it takes any.
 * @param {string} _key
 * @param {Element[]} parts
 * @param {Record<string, Placeholder>} placeholders
 */
function codedMessage(_key, parts, placeholders) {
  checkNames(parts, placeholders);
  const names = parametersOf(placeholders);
  const codes = new Map(Object.entries(constants));
  for (const name of names) codes.set(name, `of.${name}`);
  const text = expressionOf(parts, codes);
  if (names.length === 0) return text;
  const types = names.map((name) => `${name}: ${typeOf(placeholders[name])}`);
  const given = names.some((name) => namesIn(parts).has(name)) ? "of" : "_of";
  return `(${given}: { ${types.join("; ")} }): string => ${text}`;
}

/** @param {Element[]} parts @param {Record<string, Placeholder>} placeholders @throws if the text has another name */
function checkNames(parts, placeholders) {
  for (const name of namesIn(parts)) if (!Object.hasOwn(placeholders, name)) throw new Error(`there is no {${name}}`);
}

/**
 * A message of a catalogue, or else the English one, as an expression.
 * @param {string} key
 * @param {Catalogue} english
 * @param {Catalogue} catalogue
 * @param {typeof messageCode} [codeOf]
 */
function textCode(key, english, catalogue, codeOf = messageCode) {
  const text = catalogue.texts.get(key) ?? english.texts.get(key) ?? "";
  try {
    return codeOf(key, partsOf(text), english.about.get(key)?.placeholders ?? {});
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${catalogue.language}.arb: ${key}: ${why}`, { cause: error });
  }
}

/**
 * A message as an expression: a function if it takes values by itself.
 * @param {string} key
 * @param {Element[]} parts
 * @param {Record<string, Placeholder>} placeholders
 */
function messageCode(key, parts, placeholders) {
  if (key.startsWith(chosenByName)) return codedMessage(key, parts, placeholders);
  checkNames(parts, placeholders);
  const used = namesIn(parts);
  const params = parametersOf(placeholders);
  const isOfGroup = groups.some((group) => key.startsWith(`${group}.`));
  const codes = new Map(Object.entries(constants));
  for (const name of params) codes.set(name, isOfGroup ? `of.${name}` : name);
  const [first] = params;
  if (isOfGroup && first !== undefined && placeholders[first]?.type === "List") return `...${codes.get(first)}`;
  const text = expressionOf(parts, codes);
  if (isOfGroup || first === undefined) return text;
  const list = params.map((name) => `${used.has(name) ? name : `_${name}`}: ${typeOf(placeholders[name])}`);
  // The type keeps other languages from being held to the English words.
  const type = parts.length === 1 && parts[0]?.type === TYPE.select ? ": string" : "";
  return `(${list.join(", ")})${type} => ${text}`;
}

/** The names that lead to a message; a `/` stands for a dot within one. @param {string} key */
const namesOf = (key) => key.split(".").map((name) => name.replaceAll("/", "."));

/** @param {Record<string, Placeholder>} placeholders */
function parametersOf(placeholders) {
  return Object.keys(placeholders).filter(
    (name) => !Object.hasOwn(constants, name) && !placeholders[name]?.["x-literal"],
  );
}

/** @param {Placeholder | undefined} placeholder */
function typeOf(placeholder) {
  const types = {
    String: "string",
    "String?": "string | null",
    int: "number",
    "int?": "number | null",
    bool: "boolean",
    List: "readonly string[]",
  };
  const type = placeholder && types[placeholder.type];
  if (type === undefined) throw new Error(`a placeholder's type is one of ${Object.keys(types).join(", ")}`);
  return type;
}

/**
 * @param {Element[]} parts
 * @param {Map<string, string>} codes of the placeholders that are no literals
 * @param {string} [counting] the number that `#` stands for
 * @returns {string}
 */
function expressionOf(parts, codes, counting = "") {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && only.type >= TYPE.select) return valueOf(only, codes, counting);
  const texts = parts.map((part) => {
    if (part.type === TYPE.literal) return { text: part.value };
    if (part.type === TYPE.argument && !codes.has(part.value)) return { text: `{${part.value}}` };
    return { code: valueOf(part, codes, counting) };
  });
  if (texts.every(({ text }) => text !== undefined)) return JSON.stringify(texts.map(({ text }) => text).join(""));
  const escaped = texts.map(({ text, code }) =>
    code ? `\${${code}}` : text?.replaceAll(/[`\\]|\$(?=\{)/g, String.raw`\$&`),
  );
  return `\`${escaped.join("").replaceAll("\n", String.raw`\n`)}\``;
}

/**
 * @param {Element} part
 * @param {Map<string, string>} codes
 * @param {string} counting
 * @returns {string}
 */
function valueOf(part, codes, counting) {
  if (part.type === TYPE.pound) return `counted(${counting})`;
  const name = codes.get(part.value) ?? part.value;
  if (part.type === TYPE.number) return `counted(${name})`;
  if (part.type !== TYPE.select && part.type !== TYPE.plural) return name;
  const isPlural = part.type === TYPE.plural;
  const options = Object.entries(part.options).map(
    ([option, { value }]) => /** @type {const} */ ([option, expressionOf(value, codes, isPlural ? name : counting)]),
  );
  const isExact = (/** @type {string} */ option) => !isPlural || option.startsWith("=");
  const exact = options.filter(([option]) => option !== "other" && isExact(option));
  const others = options.filter(([option]) => option === "other" || !isExact(option));
  const last = isPlural
    ? `plural(${name}, { ${others.map(([option, text]) => `${option}: ${text}`).join(", ")} })`
    : (others[0]?.[1] ?? "");
  const literalOf = (/** @type {string} */ option) =>
    isPlural ? option.slice(1) : option === "true" || option === "null" ? option : JSON.stringify(option);
  const tests = exact.map(([option, text]) => `${name} === ${literalOf(option)} ? ${text} : `);
  return tests.length === 0 ? last : `(${tests.join("")}${last})`;
}

/** @param {Map<string, Tree>} tree @param {string[]} names @param {string} code */
function place(tree, [name = "", ...rest], code) {
  const below = tree.get(name);
  if (rest.length === 0) {
    tree.set(name, code);
  } else if (typeof below === "string") {
    throw new TypeError(`"${name}" is a message itself`);
  } else {
    const next = below ?? new Map();
    tree.set(name, next);
    place(next, rest, code);
  }
}

/**
 * Puts code in its place, also instead of messages.
 * @param {Map<string, Tree>} tree
 * @param {Code["root"]} node
 * @param {string} source
 * @param {string[]} names
 */
function placeCode(tree, node, source, names) {
  for (const { key, value } of node["properties"]) {
    const keys = [...names, key.name ?? String(key.value)];
    if (value.type === "ObjectExpression") placeCode(tree, value, source, keys);
    else place(tree, keys, source.slice(value.start, value.end));
  }
}

/**
 * @param {Tree} tree
 * @param {string[]} names
 * @param {Catalogue} english
 * @returns {string}
 */
function treeCode(tree, names, english) {
  if (typeof tree === "string") return tree;
  const key = names.join(".");
  const keys = [...tree.keys()];
  const values = [...tree].map(([name, below]) => treeCode(below, [...names, name], english));
  const isList = keys.every((name, at) => name === String(at));
  const body = isList
    ? `[${values.join(", ")}]`
    : `{ ${keys.map((name, at) => `${/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name)}: ${values[at]}`).join(",\n")} }`;
  if (!groups.includes(key)) return body;
  /** @type {Map<string, string>} */
  const types = new Map();
  for (const [each, { placeholders = {} }] of english.about)
    if (each.startsWith(`${key}.`))
      for (const name of parametersOf(placeholders)) types.set(name, typeOf(placeholders[name]));
  return `(of: { ${[...types].map(([name, type]) => `${name}: ${type}`).join("; ")} }) => (${body})`;
}

/** The lines of imports. @param {string} source */
function importsOf(source) {
  return source.match(/^import .*;$/gm) ?? [];
}

/**
 * An import, or another line with names in braces, without those that the code does not use.
 * @param {string} line
 * @param {string} code
 */
function usedOf(line, code) {
  const [, start = "", names = "", end = ""] =
    /^((?:import (?:type )?|const )\{ )(.*)( \} (?:from|=) .*)$/.exec(line) ?? [];
  const used = names.split(", ").filter((name) => new RegExp(String.raw`\b${name}\b`).test(code));
  return used.length === 0 ? "" : start + used.join(", ") + end;
}

/** The scripts of India's languages, which have 128 characters each in Unicode, from U+0900. */
const scripts = "Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh".split(" ");

/** The name of a language in code: `hiLatn` of `hi-Latn`. @param {string} language */
const nameOf = (language) => language.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * A module with what each language has: `export const spokenWords = { en, hi, … }`.
 * @param {string} exported
 * @param {string} type
 * @param {(language: string) => string} fileOf
 * @param {(language: string) => string} exportOf
 */
function listModule(exported, type, fileOf, exportOf) {
  const imported = languageCodes.map(
    (code) => `import { ${exportOf(code)} as ${nameOf(code)} } from "${fileOf(code)}";`,
  );
  const entries = languageCodes.map((code) => `${JSON.stringify(code)}: ${nameOf(code)}`);
  return `${imported.join("\n")}\nexport const ${exported} = { ${entries.join(", ")} } satisfies Record<string, ${type}>;\n`;
}

/** Compiles the folders of all languages if one of them, or this program, has changed since. */
export async function compileMessages() {
  const sources = globSync([
    languageFile("*.ts"),
    languageFile("!(compiled)", "*.{arb,ts}"),
    path.join(import.meta.dirname, "{catalogue,compile}.js"),
  ]).sort();
  const hash = createHash("sha256");
  for (const file of sources)
    hash
      .update(`${path.relative(languageFile(), file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  const digest = hash.digest("hex");
  const mark = languageFile("compiled", ".compiled");
  if (existsSync(mark) && readFileSync(mark, "utf8") === digest) return;
  for (const below of ["facts", "team", "server", "testing"])
    mkdirSync(languageFile("compiled", below), { recursive: true });
  const { readDictionary } = await import("../inline-copy.js");
  /** Facts about each language that pages need. @type {Record<string, unknown>} */
  const languages = {};
  for (const name of catalogueNames) {
    const english = readCatalogue(defaultLanguage, name);
    const { code } = catalogues[name];
    for (const language of languagesWith(name)) {
      const file = `${name === "messages" ? "" : `${name}/`}${language}.ts`;
      const catalogue = readCatalogue(language, name);
      const module =
        code === undefined
          ? compileServerTexts(english, catalogue)
          : compileCatalogue(english, catalogue, readDictionary(languageFile(language, code)), name);
      write(file, module);
    }
  }
  const english = readCatalogue(defaultLanguage, "messages");
  /** Texts around replies: one file for the admin area, which does not load the other catalogues. */
  const replies = [];
  /** All other facts: a module for each, by language. @type {Record<string, Record<string, unknown>>} */
  const others = { block: {} };
  for (const language of languageCodes) {
    const catalogue = readCatalogue(language, "messages");
    const around = Object.entries({
      greeting: "reply.greeting",
      subject: "mail.subject",
      reference: "receipt.reference",
    });
    const texts = around.map(([name, key]) => `${name}: ${textCode(key, english, catalogue)}`);
    replies.push(`  ${JSON.stringify(language)}: { ${texts.join(", ")} },\n`);
    const { href } = pathToFileURL(languageFile(language, "facts.ts"));
    // A program that runs on has the facts from before the change.
    const { facts } = await import(`${href}?${digest}`);
    const { tag, name, suggestion, legal, ...rest } = facts;
    languages[language] = { tag, name, suggestion, legal };
    const { script = "" } = new Intl.Locale(tag).maximize();
    for (const [fact, value] of Object.entries({ block: scripts.indexOf(script), ...rest }))
      (others[fact] ??= {})[language] = value;
  }
  const codes = languageCodes.map((code) => JSON.stringify(code)).join(" | ");
  write(
    "facts/languages.ts",
    `import type { PageFacts } from "../../facts.ts";\nexport type Language = ${codes};\n` +
      `export const languages: Record<Language, PageFacts> = ${JSON.stringify(languages, null, 2)};\n`,
  );
  for (const [fact, values] of Object.entries(others)) {
    const type = `NonNullable<OtherFacts["${fact}"]>`;
    const isOfAll = Object.keys(values).length === languageCodes.length;
    const record = `Record<Language, ${type}>`;
    write(
      `facts/${fact}.ts`,
      `import type { OtherFacts } from "../../facts.ts";\nimport type { Language } from "./languages.ts";\n` +
        `export const ${fact}: ${isOfAll ? record : `Partial<${record}>`} = ${JSON.stringify(values, null, 2)};\n`,
    );
  }
  const dictionaries = listModule("dictionaries", "Dictionary", (code) => `./${code}.ts`, nameOf);
  write("dictionaries.ts", `import type { Dictionary } from "#copy/dictionaries.ts";\n${dictionaries}`);
  const spoken = listModule(
    "spokenWords",
    "SpokenWords",
    (code) => `../../${code}/spoken.ts`,
    () => "spoken",
  );
  write("facts/spoken.ts", `import type { SpokenWords } from "../../spoken-words.ts";\n${spoken}`);
  write("facts/reply-texts.ts", `export const replyTexts = {\n${replies.join("")}};\n`);
  const testing = listModule(
    "testingTexts",
    "TestingTexts",
    (code) => `../../${code}/testing-texts.ts`,
    () => "texts",
  );
  write("testing/texts.ts", `import type { TestingTexts } from "../../testing-texts.ts";\n${testing}`);
  // A fact or a language that is gone.
  for (const file of globSync(languageFile("compiled", "**/*.ts"))) if (!written.has(file)) rmSync(file);
  write(".compiled", digest);
}

/** The files of this run. @type {Set<string>} */
const written = new Set();

/** Replaces a file as a whole: another program may be reading it. @param {string} name @param {string} text */
function write(name, text) {
  const file = languageFile("compiled", name);
  written.add(file);
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}

if (import.meta.main) await compileMessages();
