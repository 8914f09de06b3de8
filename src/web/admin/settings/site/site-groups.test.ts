import { expect, it } from "vitest";
import { z } from "zod";
import { siteFieldsSchema } from "#contract/site/site.ts";
import { siteLabel } from "./site-label.ts";
import { siteTabs, tabOf } from "./site-groups.ts";

/** The paths of all values that an owner can edit. */
function pathsOf(schema: z.ZodType, path = ""): string[] {
  let inner: z.ZodType = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault || inner instanceof z.ZodOptional)
    inner = inner.unwrap() as z.ZodType;
  const below = (name: string) => (path === "" ? name : `${path}.${name}`);
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([name, field]) => pathsOf(field as z.ZodType, below(name)));
  if (inner instanceof z.ZodRecord) {
    const keys = (inner.keyType as z.ZodEnum).options as string[];
    return keys.flatMap((name) => pathsOf(inner.valueType as z.ZodType, below(name)));
  }
  return [path];
}

const paths = pathsOf(siteFieldsSchema);

it("has a field and a label for each value of the site", () => {
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => tabOf(path) === undefined)).toEqual([]);
  expect(paths.filter((path) => siteLabel(path) === path)).toEqual([]);
});

it("has no field without a value, and none twice", () => {
  const named = siteTabs.flatMap(({ groups }) => groups.flatMap(({ fields }) => fields.map(({ path }) => path)));
  expect(named.filter((path) => !paths.includes(path))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});
