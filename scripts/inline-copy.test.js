import { expect, it } from "vitest";
import { inlineCopy, readDictionary } from "./inline-copy.js";

const dictionary = readDictionary(
  "/site/src/copy/hi.ts",
  `import { plural } from "./intl.ts";
  export const hi = {
    home: {
      title: "होम",
      why: (brand: string) => \`\${brand} क्यों\`,
      twice: (one: string) => \`\${one} \${one}\`,
      days: (count: number) => plural(count, { other: \`\${count} दिन\` }),
      signs: ["एक", "दो"],
      cards: { phone: { title: "फ़ोन" } },
      legal: (of: { brand: string; age: string }) => ({ items: [\`\${of.brand}, \${of.age}\`, of.brand] }),
    },
  };`,
);
const head = `import { copy } from "#copy/current.ts";\n`;
const inlined = (/** @type {string} */ code) =>
  inlineCopy("page.tsx", head + code, { copy: dictionary })?.replace(head, "");

it("puts a text in its place, and a function's text with its arguments", () => {
  expect(inlined("const हिन्दी = <h1 title={copy.home.title}>{copy.home.why(site.name)}</h1>;")).toBe(
    'const हिन्दी = <h1 title={("होम")}>{(`${(site.name)} क्यों`)}</h1>;',
  );
  expect(inlined("copy.home.why(f(copy.home.title))")).toBe('(`${(f(("होम")))} क्यों`)');
});

it("evaluates each argument once", () => {
  expect(inlined("copy.home.twice(next())")).toBe("((one: string) => `${one} ${one}`)(next())");
});

it("puts each property of an object in its place, unless that would be evaluated twice", () => {
  expect(inlined("copy.home.legal({ brand, age: ageOf(site) })")).toBe(
    "(({ items: [`${(brand)}, ${(ageOf(site))}`, (brand)] }))",
  );
  const whole = "((of: { brand: string; age: string }) => ({ items: [`${of.brand}, ${of.age}`, of.brand] }))";
  expect(inlined("copy.home.legal({ brand: brandOf(site), age })")).toBe(`${whole}({ brand: brandOf(site), age })`);
  expect(inlined("copy.home.legal({ ...site, age })")).toBe(`${whole}({ ...site, age })`);
  expect(inlined("copy.home.legal(site)")).toBe("(({ items: [`${(site).brand}, ${(site).age}`, (site).brand] }))");
});

it("imports what a text needs", () => {
  const importLine = 'import { plural as copy_plural } from "/site/src/copy/intl.ts";\n';
  expect(inlined("copy.home.days(n)")).toBe(`${importLine}(copy_plural((n), { other: \`\${(n)} दिन\` }))`);
});

it("puts in a list or a table where code takes a part of it", () => {
  expect(inlined("copy.home.signs.map(show)")).toBe('(["एक", "दो"]).map(show)');
  expect(inlined("copy.home.cards[type].title")).toBe('({ phone: { title: "फ़ोन" } })[type].title');
});

it("refuses what only a running program knows, and what the dictionary lacks", () => {
  expect(() => inlined("const { home } = copy;")).toThrow("page.tsx:2: name a text of copy");
  expect(() => inlined("copy[page]")).toThrow("page.tsx:2: name a text of copy");
  expect(() => inlined("copy.home.subtitle")).toThrow("has no home.subtitle");
});

it("leaves other files alone", () => {
  expect(inlineCopy("page.tsx", "copy.home.title", { copy: dictionary })).toBeUndefined();
});
