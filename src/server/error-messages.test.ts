import { particularsOf } from "#contract/site.ts";
import Fastify, { type RouteOptions } from "fastify";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { shownMessage } from "./http/problem.ts";
import { createTestApp, type TestApp } from "./testing.ts";
import { zodSchemas } from "./http/zod-schemas.ts";
import { apiRoutes } from "./api.ts";

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

/** Invalid and oversized values. */
const garbage: readonly unknown[] = [
  undefined,
  null,
  true,
  7,
  -1,
  1.5,
  1e300,
  "",
  "?",
  "x".repeat(200_000),
  [],
  ["?"],
  [7],
  Array(20_000).fill("x"),
  {},
  { kind: "?" },
];

interface Shown {
  /** Call and field. */
  at: string;
  field: string;
  message: string;
  /** The values of an enumeration that the field accepts. */
  values: readonly string[];
}

let test: TestApp;
const shown: Shown[] = [];
beforeAll(async () => {
  test = await createTestApp();
  const routes: RouteOptions[] = [];
  const app = Fastify({ schemaController: zodSchemas });
  app.addHook("onRoute", (route) => void routes.push(route));
  const particulars = particularsOf(test.config.site);
  const deps = { services: test.services, acceptedMessage: "", particulars, sessionHours: 1, timeZone: "Asia/Kolkata" };
  await app.register(apiRoutes, { ...deps, prefix: "/api" });
  for (const { method, url, schema } of routes) {
    for (const part of [schema?.body, schema?.querystring, schema?.headers]) {
      if (part instanceof z.ZodType) see(part, `${String(method)} ${url}`, "");
    }
  }
  await app.close();
});
afterAll(() => test.close());

/** Collects the messages of a schema and its inner schemas for invalid values. */
function see(schema: z.ZodType, at: string, field: string): void {
  const { type } = partsOf(schema);
  // A transform gets only what the schema before it accepts.
  if (type === "transform") return;
  const values = valuesOf(schema);
  for (const value of garbage) {
    for (const { message, path } of schema.safeParse(value).error?.issues ?? []) {
      // Inner schemas report their own messages, with their own values.
      const isOwn = path.length === 0 || type === "object";
      const name = String(path.at(-1) ?? field);
      // A body that is not an object gets one message for the whole body.
      if (isOwn && name !== "")
        shown.push({ at: `${at} ${name}`, field: name, message: shownMessage(message), values });
    }
  }
  for (const [name, inner] of innerOf(schema)) see(inner, at, name ?? field);
}

/** The parts of a Zod definition; each `type` has some of them. */
const partsOf = (schema: z.ZodType) =>
  schema.def as {
    type: string;
    shape?: Record<string, z.ZodType>;
    options?: z.ZodType[];
    element?: z.ZodType;
    innerType?: z.ZodType;
    in?: z.ZodType;
    out?: z.ZodType;
    entries?: Record<string, string>;
    values?: unknown[];
  };

/** The inner schemas, with the names of their fields. */
function innerOf(schema: z.ZodType): Array<[name: string | undefined, inner: z.ZodType]> {
  const parts = partsOf(schema);
  const unnamed = [parts.element, parts.innerType, parts.in, parts.out, ...(parts.options ?? [])];
  return [
    ...Object.entries(parts.shape ?? {}),
    ...unnamed.flatMap((inner): Array<[undefined, z.ZodType]> => (inner === undefined ? [] : [[undefined, inner]])),
  ];
}

/** The values of an enumeration, or of the discriminator of a union. */
function valuesOf(schema: z.ZodType): string[] {
  const { entries = {}, values = [], options = [] } = partsOf(schema);
  const inOptions = options.flatMap((option) => Object.values(partsOf(option).shape ?? {}).flatMap(valuesOf));
  return [...Object.values(entries), ...values, ...inOptions].filter((value) => typeof value === "string");
}

/** What is wrong with a message for people; undefined if nothing is. */
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
    (file) => !/\.test\.tsx?$|\/(backup-)?config\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const texts = /["`][^"`\n]*(?:must be one of|must be true or false|, or null\b)[^"`\n]*["`$]/;
  expect(files.filter((file) => texts.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
