import Fastify, { type RouteOptions } from "fastify";
import { z } from "zod";
import { inEnglish } from "#copy/server/render.ts";
import type { ServerText } from "#copy/server/say.ts";
import { apiRoutes } from "./api.ts";
import { shownText } from "./http/problem.ts";
import { zodSchemas } from "./http/zod-schemas.ts";
import type { TestApp } from "./testing.ts";

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

/** A message for a rejected field. */
export interface Shown {
  /** Call and field. */
  at: string;
  url: string;
  field: string;
  text: ServerText;
  /** The text in English. */
  message: string;
  /** The values of an enumeration that the field accepts. */
  values: readonly string[];
}

/** Test helper: returns the schemas of what every call takes. */
export async function takenSchemas(test: TestApp): Promise<Array<{ at: string; url: string; schema: z.ZodType }>> {
  const routes: RouteOptions[] = [];
  const app = Fastify({ schemaController: zodSchemas });
  app.addHook("onRoute", (route) => void routes.push(route));
  const deps = { services: test.services, sessionHours: 1, site: test.config.site };
  await app.register(apiRoutes, { ...deps, prefix: "/api" });
  await app.close();
  return routes.flatMap(({ method, url, schema }) =>
    [schema?.body, schema?.querystring, schema?.headers].flatMap((part) =>
      part instanceof z.ZodType ? [{ at: `${String(method)} ${url}`, url, schema: part }] : [],
    ),
  );
}

/** Test helper: returns the message of every call for each field that it refuses. */
export async function refusals(test: TestApp): Promise<Shown[]> {
  return (await takenSchemas(test)).flatMap(({ at, url, schema }) =>
    messagesOf(schema).map((one) => ({ ...one, at: `${at} ${one.field}`, url })),
  );
}

/** Returns the messages of a schema and its inner schemas for invalid values; `field` is the name of the whole. */
export function messagesOf(schema: z.ZodType, field = ""): Array<Omit<Shown, "at" | "url">> {
  const { type } = partsOf(schema);
  // A transform gets only what the schema before it accepts.
  if (type === "transform") return [];
  const values = valuesOf(schema);
  const own = garbage.flatMap((value) =>
    (schema.safeParse(value).error?.issues ?? []).flatMap((issue) => {
      const { path } = issue;
      // Inner schemas report their own messages, with their own values.
      const isOwn = path.length === 0 || type === "object";
      const name = String(path.at(-1) ?? field);
      // A body that is not an object gets one message for the whole body.
      return isOwn && name !== ""
        ? [{ field: name, text: shownText(issue), message: inEnglish(shownText(issue)), values }]
        : [];
    }),
  );
  return [...own, ...innerOf(schema).flatMap(([name, inner]) => messagesOf(inner, name ?? field))];
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
