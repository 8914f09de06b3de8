import { expect, it } from "vitest";
import { parseCatalogue } from "./catalogue.js";
import { compileCatalogue, compileServerTexts } from "./compile.js";

/**
 * The compiled texts of one message or more.
 * @param {Record<string, unknown>} english
 * @param {Record<string, string>} [hindi]
 */
function compiled(english, hindi) {
  const source = parseCatalogue("en", JSON.stringify({ "@@locale": "en", ...english }));
  const translation = hindi && parseCatalogue("hi", JSON.stringify({ "@@locale": "hi", ...hindi }));
  const code = compileCatalogue(source, translation ?? source);
  return code
    .slice(code.indexOf(" = ") + 3)
    .replaceAll("\n", " ")
    .replace(/; $/, "");
}

const count = { placeholders: { count: { type: "int" } } };

it("makes a constant of a text, as it is", () => {
  expect(compiled({ "a.b": "It's 5 < 6, `so` ${x}".replace("${x}", "\\n") })).toBe(
    String.raw`{ a: { b: "It's 5 < 6, ${"`so`"} \\n" } }`,
  );
});

it("makes a function of a message with values, in the order of its placeholders", () => {
  const about = { placeholders: { brand: { type: "String" }, age: { type: "int" } } };
  expect(compiled({ "a.b": "{age} `$` {brand}", "@a.b": about })).toBe(
    "{ a: { b: (brand: string, age: number) => `${age} \\`$\\` ${brand}` } }",
  );
});

it("counts in plurals as the language does, and takes exact numbers first", () => {
  const text = "{count, plural, =0 {none} one {# file} other {{count, number} files}}";
  expect(compiled({ "a.b": text, "@a.b": count })).toBe(
    '{ a: { b: (count: number) => (count === 0 ? "none" : ' +
      "plural(count, { one: `${counted(count)} file`, other: `${counted(count)} files` })) } }",
  );
});

it("selects by a word", () => {
  const about = { placeholders: { kind: { type: "String" } } };
  expect(compiled({ "a.b": "x", "@a.b": about }, { "a.b": "{kind, select, अंक {वेगळा} other {वेगळे}} आहे" })).toBe(
    '{ a: { b: (kind: string) => `${(kind === "अंक" ? "वेगळा" : "वेगळे")} आहे` } }',
  );
});

it("chooses by what is true and by what is missing, in any words", () => {
  const about = { placeholders: { isOver: { type: "bool" }, why: { type: "String?" } } };
  expect(
    compiled({ "a.b": "{isOver, select, true {Over} other {{why, select, null {On} other {{why}}}}}", "@a.b": about }),
  ).toBe(
    '{ a: { b: (isOver: boolean, why: string | null): string => (isOver === true ? "Over" : (why === null ? "On" : `${why}`)) } }',
  );
});

it("gives a message that is chosen by its name its values in one object", () => {
  const about = { placeholders: { until: { type: "String" }, count: { type: "int?" } } };
  const text = "Done\n{until, select, answer {later} other {{until}}}";
  expect(compiled({ "audit.done.a-b": text, "@audit.done.a-b": about, "audit.done.c": "Gone" })).toBe(
    '{ audit: { done: { "a-b": (of: { until: string; count: number | null }): string => ' +
      '`Done\\n${(of.until === "answer" ? "later" : `${of.until}`)}`, c: "Gone" } } }',
  );
});

it("keeps a dot within a name", () => {
  expect(compiled({ "a.b/c": "One" })).toBe('{ a: { "b.c": "One" } }');
});

it("keeps the parameters that a translation does not use", () => {
  expect(compiled({ "a.b": "{count} files", "@a.b": count }, { "a.b": "फ़ाइलें" })).toBe(
    '{ a: { b: (_count: number) => "फ़ाइलें" } }',
  );
});

it("leaves a literal placeholder to the page, and takes constants from the code", () => {
  const about = { placeholders: { age: { type: "String", "x-literal": true }, maxFiles: { type: "int" } } };
  expect(compiled({ "a.b": "{age}, {maxFiles}", "@a.b": about })).toBe(
    "{ a: { b: `{age}, ${attachmentLimits.count}` } }",
  );
});

it("makes lists, and a group of a legal page with all its values", () => {
  const english = {
    "terms.summary.0": "One",
    "terms.summary.1": "{age}+",
    "@terms.summary.1": { placeholders: { age: { type: "int" } } },
  };
  expect(compiled(english)).toBe('{ terms: { summary: (of: { age: number }) => (["One", `${of.age}+`]) } }');
});

it("takes the English text where a translation is missing", () => {
  expect(compiled({ "a.b": "One", "a.c": "Two" }, { "a.c": "दो" })).toBe('{ a: { b: "One", c: "दो" } }');
});

it("names the message that cannot be read", () => {
  expect(() => compiled({ "a.b": "One" }, { "a.b": "{count" })).toThrow("hi.arb: a.b: ");
  expect(() => compiled({ "a.b": "One {count}" })).toThrow("en.arb: a.b: there is no {count}");
  expect(() => compiled({ "a.b": "{count, date}", "@a.b": count })).toThrow("only {name}");
});

it("makes a table of what the server says, with the values of a text in one object and numbers of its language", () => {
  const about = { placeholders: { count: { type: "int" }, what: { type: "String" } } };
  const english = parseCatalogue(
    "en",
    JSON.stringify({ "@@locale": "en", "a.b-c": "One", "a.d": "{count} of {what}", "@a.d": about }),
  );
  const text = "{count, plural, one {एक} other {# में से {count, number}}}";
  const hindi = parseCatalogue("hi", JSON.stringify({ "@@locale": "hi", "a.b-c": "एक", "a.d": text }));
  expect(compileServerTexts(english, english)).toBe(
    "// Compiled from server.arb of en.\n" +
      'export const en = { "a.b-c": "One",\n' +
      '"a.d": (of: { count: number; what: string }): string => `${of.count} of ${of.what}` };\n',
  );
  expect(compileServerTexts(english, hindi)).toBe(
    "// Compiled from server.arb of hi.\n" +
      'import type { ServerTexts } from "#copy/server/texts.ts";\n' +
      'import { numbersIn } from "#copy/locale/intl.ts";\n' +
      'const { counted, plural } = numbersIn("hi");\n' +
      'export const hi: ServerTexts = { "a.b-c": "एक",\n' +
      '"a.d": (of: { count: number; what: string }): string => ' +
      'plural(of.count, { one: "एक", other: `${counted(of.count)} में से ${counted(of.count)}` }) };\n',
  );
  expect(() => compileServerTexts(english, parseCatalogue("hi", '{ "a.d": "{who}" }'))).toThrow("hi.arb: a.d: ");
});
