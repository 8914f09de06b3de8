import { expect, it } from "vitest";
import { parseCatalogue } from "../messages/catalogue.js";
import { staleKeys, withChanged } from "../messages/sources.js";
import { catalogueProblems, unusedMessages } from "./messages.js";

const english = parseCatalogue(
  "en",
  JSON.stringify({
    "@@locale": "en",
    "form.send": "Send",
    "@form.send": { description: "Button", "x-max-length": 12 },
    "form.days": "{count, plural, one {1 day} other {{count} days}}",
    "@form.days": { description: "A duration", placeholders: { count: { type: "int" } }, "x-max-length": 20 },
  }),
);
const good = { "form.send": "भेजें", "form.days": "{count} दिन" };
const glossary = [
  { say: "ईमेल", not: ["ई-मेल", "मेल"] },
  { say: "रैंडम", not: ["यादृच्छिक*"] },
];

/** @param {Record<string, string>} texts @param {string[]} [inCode] */
function problems(texts, inCode = []) {
  const catalogue = parseCatalogue("hi", JSON.stringify({ "@@locale": "hi", ...texts }));
  return catalogueProblems(english, catalogue, new Set(inCode), glossary);
}

it("finds nothing in a whole catalogue", () => {
  expect(problems(good)).toEqual([]);
  expect(catalogueProblems(english, english, new Set(), [])).toEqual([]);
});

it("names what a translation lacks, unless code has it", () => {
  expect(problems({ "form.send": "भेजें" })).toEqual(["hi: form.days is missing"]);
  expect(problems({ "form.send": "भेजें" }, ["form.days"])).toEqual([]);
  expect(problems({ ...good, "form.send": " " })).toEqual(["hi: form.send is empty"]);
});

it("lets a part of a sentence be empty where English says that it is one", () => {
  const about = { ...english.about.get("form.send"), "x-fragment": true };
  const source = { ...english, about: new Map(english.about).set("form.send", about) };
  const catalogue = parseCatalogue("hi", JSON.stringify({ "@@locale": "hi", ...good, "form.send": "" }));
  expect(catalogueProblems(source, catalogue, new Set(), glossary)).toEqual([]);
});

it("names what English does not have, and what is there twice", () => {
  expect(problems({ ...good, "form.sent": "भेजा" })).toEqual(["hi: form.sent is not in en.arb"]);
  const twice = '{\n  "@@locale": "hi",\n  "form.send": "भेजें",\n  "form.send": "भेजो"\n}';
  expect(parseCatalogue("hi", twice).problems).toEqual(["hi: form.send is there twice"]);
});

it.each([
  ["{count दिन", "cannot be read"],
  ["{number} दिन {count}", "has an unknown {number}"],
  ["दिन", "lacks {count}"],
  ["{count, plural, other {{count} दिन}}", 'lacks the plural "one"'],
  ["{count, plural, one {1} few {2} other {{count}}}", 'has a plural "few", unknown here'],
])("finds what is wrong with the placeholders and plurals of %s", (text, problem) => {
  expect(problems({ ...good, "form.days": text })).toEqual([expect.stringContaining(`form.days ${problem}`)]);
});

it("finds what is too long for its place", () => {
  expect(problems({ ...good, "form.send": "अभी भेज दीजिए" })).toEqual([
    "hi: form.send has 13 characters, at most 12 fit",
  ]);
});

it("finds words that the glossary replaces, with any ending only where it says so", () => {
  expect(problems({ ...good, "form.send": "मेल भेजें" })).toEqual(["hi: form.send says “मेल”: say “ईमेल”"]);
  expect(problems({ ...good, "form.send": "तालमेल मेला" })).toEqual([]);
  expect(problems({ ...good, "form.send": "यादृच्छिकता" })).toEqual(["hi: form.send says “यादृच्छिक*”: say “रैंडम”"]);
});

it("asks English for a description and a length", () => {
  const bare = parseCatalogue("en", JSON.stringify({ "@@locale": "en", "form.send": "Send" }));
  expect(catalogueProblems(bare, bare, new Set(), [])).toEqual([
    "en: form.send has no description",
    'en: form.send has no "x-max-length"',
  ]);
});

it("finds a translation stale until it changes, too", () => {
  const catalogue = (/** @type {string} */ send) => parseCatalogue("hi", JSON.stringify({ "form.send": send }));
  const changed = { ...english, texts: new Map(english.texts).set("form.send", "Send it") };
  const sources = withChanged(english, catalogue("भेजें"), {});
  expect(staleKeys(english, catalogue("भेजें"), sources)).toEqual([]);
  expect(staleKeys(changed, catalogue("भेजें"), sources)).toEqual(["form.send"]);
  expect(staleKeys(changed, catalogue("भेजें"), withChanged(changed, catalogue("भेजें"), sources))).toEqual(["form.send"]);
  const again = withChanged(changed, catalogue("इसे भेजें"), sources);
  expect(staleKeys(changed, catalogue("इसे भेजें"), again)).toEqual([]);
});

it("names messages that no code uses, and knows those that are chosen by a value", () => {
  const code = `
    teamCopy.trust.wait; const { open } = teamCopy.team.form; teamCopy.inbox.statuses[status];
    say("trust.waits"); say(\`label.\${label}\`)`;
  const keys = ["trust.wait", "trust.waitsTitle", "team.form.open", "team.form.closed", "inbox.statuses.in progress"];
  expect(unusedMessages("team", keys, code)).toEqual(["trust.waitsTitle", "team.form.closed"]);
  expect(unusedMessages("server", ["trust.waits", "trust.wait", "label.user"], code)).toEqual(["trust.wait"]);
});
