import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const web = join(import.meta.dirname, "../..");
const sourcesOf = (pattern: string) =>
  globSync(pattern, { cwd: web, exclude: ["**/*.test.*"] }).map(
    (file) => [file, readFileSync(join(web, file), "utf8").replaceAll(/\/\*.*?\*\//gs, "")] as const,
  );

/** Every tone that a style sheet or a component knows. */
const tones = new Set(
  [...sourcesOf("**/*.css"), ...sourcesOf("**/*.{ts,tsx}")].flatMap(([, source]) =>
    [...source.matchAll(/\[?(?:data-)?tone(?:\?:|=) *((?:"\w+"(?: \| )?)+)/gi)].flatMap(([, names = ""]) =>
      [...names.matchAll(/\w+/g)].map(([name]) => name),
    ),
  ),
);

/** The classes of a text that are tones, or are made of one. */
function tonesAmong(source: string): string[] {
  const texts = [
    ...source.matchAll(/\bclassName=(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})|\b(?:joined|buttonClass)\([^()]*\)/g),
  ];
  return texts.flatMap(([text]) => [
    ...[...text.matchAll(/["'`]([^"'`$]*)/g)].flatMap(([, words = ""]) =>
      words.split(/\s+/).filter((word) => tones.has(word)),
    ),
    ...(/\btones?\b/i.test(text.replaceAll(/"[^"]*"/g, "")) ? [text] : []),
  ]);
}

/** The classes of a style sheet that are tones. */
const tonesIn = (css: string) =>
  [...css.matchAll(/\.([a-z][\w-]*)(?=[^;{}]*\{)/g)].flatMap(([, name = ""]) => (tones.has(name) ? [name] : []));

describe("a tone is an attribute, never a class: a component of that name would style it", () => {
  it("knows the tones", () => {
    expect([...tones].toSorted()).toEqual(["bad", "good", "info", "warn"]);
  });

  it.each(sourcesOf("**/*.css"))("in %s", (_, css) => {
    expect(tonesIn(css)).toEqual([]);
  });

  it("in no component", () => {
    expect(
      sourcesOf("**/*.tsx").flatMap(([file, source]) => tonesAmong(source).map((name) => `${file}: ${name}`)),
    ).toEqual([]);
  });

  it("would find the verdict that became an icon button", () => {
    expect(tonesAmong("<section className={`card verdict ${tones[verdict.verdict]}`}>")).toHaveLength(1);
    expect(tonesAmong('<span className={isOk ? "badge good" : "badge"}>')).toEqual(["good"]);
    expect(tonesIn(".verdict {\n  &.bad {\n    color: red;\n  }\n}")).toEqual(["bad"]);
  });
});
