import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { refusals, type Shown } from "./testing-messages.ts";
import { createTestApp, type TestApp } from "./testing.ts";

/** Fields whose names are also their labels on the screen. */
const labelsOnScreen = new Set([
  "Type",
  "Value",
  "Title",
  "Text",
  "Name",
  "Code",
  "From",
  "To",
  "Until",
  "Port",
  "Email",
]);
labelsOnScreen.add("Password").add("Time zone").add("Minutes").add("Token").add("User").add("City").add("Search");
labelsOnScreen.add("Folder").add("Region").add("Bucket").add("Passphrase");

let test: TestApp;
let shown: Shown[];
beforeAll(async () => {
  test = await createTestApp();
  shown = await refusals(test);
});
afterAll(() => test.close());

/** Returns the fault of a message for people; undefined if it has none. */
function faultOf({ field, message, values }: Shown): string | undefined {
  if (/must be one of|true or false|\bnull\b|`/.test(message)) return "speaks to programs";
  if (/\b(?:Invalid|expected|undefined|Too (?:big|small))\b/.test(message)) return "is the library's own";
  if (/\b[a-z]+[A-Z]/.test(message)) return "names a field as it is written";
  const label = field
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (a) => a.toUpperCase());
  if (new RegExp(`^${label} (?:must|is|may)\\b`).test(message) && !labelsOnScreen.has(label))
    return `names the field ${field}`;
  const listed = values.filter((value) => new RegExp(`(?<![\\w-])${value}(?![\\w-])`).test(message));
  if (listed.length > 1) return `lists ${listed.join(", ")}`;
  return undefined;
}

it("no call's message names an internal field or lists the values of an enumeration", () => {
  expect(new Set(shown.map(({ message }) => message)).size).toBeGreaterThan(80);
  const faults = shown.flatMap((one) => {
    const fault = faultOf(one);
    return fault === undefined ? [] : [`${one.at}: "${one.message}" ${fault}`];
  });
  expect([...new Set(faults)]).toEqual([]);
});

it("nor does any other text of the program, but for what names an operator's variable", () => {
  const root = join(import.meta.dirname, "..");
  const files = globSync("**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\/(environment|(backup-)?config)\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const texts = /["`][^"`\n]*(?:must be one of|must be true or false|, or null\b)[^"`\n]*["`$]/;
  expect(files.filter((file) => texts.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
