import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const document = readFileSync(join(root, "docs/security.md"), "utf8");

/** The rows of the table of what is met: id, file and test. */
const rows = [...document.matchAll(/^\| (V\d+\.\d+\.\d+) +\| [12] +\|[^|]*\| `([^`]+)` +\| `([^`]+)` +\|$/gm)].map(
  ([, id = "", file = "", test = ""]) => ({ id, file, test }),
);

it("docs/security.md names files and tests that exist", () => {
  expect(rows.length).toBeGreaterThan(100);
  for (const { id, file, test } of rows) {
    expect(existsSync(join(root, file)), `${id}: ${file}`).toBe(true);
    expect(test, id).toMatch(/\.(test|spec)\.[jt]s$/);
    expect(existsSync(join(root, test)), `${id}: ${test}`).toBe(true);
  }
});

it("says of each requirement once whether it is met", () => {
  const tables = document.slice(document.indexOf("levels 1 and 2"), document.indexOf("## Does not apply"));
  const ids = [...tables.matchAll(/^\| (V\d+\.\d+\.\d+) |\b(V\d+\.\d+\.\d+)(?=[,.]\s|\.$)/gm)].map(
    ([, row, listed]) => row ?? listed,
  );
  expect(new Set(ids).size).toBe(ids.length);
});
