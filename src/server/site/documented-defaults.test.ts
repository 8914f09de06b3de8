import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { siteSchema } from "#contract/site/site.ts";
import { valueAt } from "#domain/site-changes.ts";

interface Schema {
  shape?: Record<string, Schema>;
  def?: { innerType?: Schema };
}

/** The paths of the keys, without those of lists and records. */
function pathsOf(schema: Schema, prefix = ""): string[] {
  const inner = schema.def?.innerType;
  if (inner !== undefined) return pathsOf(inner, prefix);
  if (schema.shape === undefined) return [prefix.slice(0, -1)];
  return Object.entries(schema.shape).flatMap(([name, field]) => pathsOf(field, `${prefix}${name}.`));
}

function defaultText(path: string): string {
  const value = valueAt(siteSchema.parse({}), path);
  if (Array.isArray(value) && value.length > 0) return value.map(({ name }: { name: string }) => name).join(", ");
  return typeof value === "string" || typeof value === "number" ? `\`${value}\`` : "–";
}

it("the table in docs/operating.md has every key of the site's configuration with its default", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/operating.md"), "utf8");
  const section = text.slice(text.indexOf("\n## Site configuration\n"), text.indexOf("\n## Files in DATA_DIR\n"));
  const documented = [...section.matchAll(/^\| `([^`]+)` +\| (.+?) +\| .+ \|$/gm)].map(([, key = "", value = ""]) => [
    key.replace(/\.<.*>$/, ""),
    value,
  ]);
  const sorted = (rows: string[][]) => rows.toSorted(([a = ""], [b = ""]) => a.localeCompare(b));
  expect(sorted(documented)).toEqual(
    sorted(pathsOf(siteSchema as unknown as Schema).map((path) => [path, defaultText(path)])),
  );
});
