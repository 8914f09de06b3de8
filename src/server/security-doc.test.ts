import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const document = readFileSync(join(root, "docs/security.md"), "utf8");

/** The rows of the table of met requirements: id, file and test. */
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

it("is right: no program is started by a shell", () => {
  const files = globSync("src/server/**/*.ts", { cwd: root }).filter((file) => !/\.test\.ts$|\/testing/.test(file));
  const starting = files.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    return source.includes("child_process") ? [{ file, source }] : [];
  });
  // `spawn` and `fork` take arguments as a list, without a shell.
  for (const { file, source } of starting) {
    const names = /import \{([^}]*)\} from "node:child_process"/.exec(source)?.[1] ?? "";
    expect(names.replaceAll(/type \w+/g, "").match(/\w+/g), file).toEqual([expect.stringMatching(/^(?:spawn|fork)$/)]);
    expect(source, file).not.toMatch(/\bshell\b/);
  }
  expect(starting.length).toBeGreaterThan(0);
});

it("lists each requirement once, with its state", () => {
  const tables = document.slice(document.indexOf("levels 1 and 2"), document.indexOf("## Does not apply"));
  const ids = [...tables.matchAll(/^\| (V\d+\.\d+\.\d+) |\b(V\d+\.\d+\.\d+)(?=[,.]\s|\.$)/gm)].map(
    ([, row, listed]) => row ?? listed,
  );
  expect(new Set(ids).size).toBe(ids.length);
});
