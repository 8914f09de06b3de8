import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const web = join(import.meta.dirname, "..");

/** The [ids, classes, elements] of a selector, as far as visitors' styles have them. */
function specificityOf(selector: string): string {
  const plain = selector.replaceAll(/:where\([^)]*\)/g, "");
  const count = (pattern: RegExp) => plain.replaceAll(/\[[^\]]*\]/g, ".attribute").match(pattern)?.length ?? 0;
  return [
    count(/#[\w-]+/g),
    count(/\.[\w-]+|(?<!:):(?!not\b|is\b|has\b)[a-z][\w-]*/g),
    count(/(?<![\w.#:-])[a-z][\w-]*|::[\w-]+/g),
  ].join();
}

/** The lists of selectors that hold other rules. */
function* listsWithRules(css: string): Generator<string[]> {
  const open: Array<{ prelude: string; isCounted: boolean }> = [];
  for (const [token] of css.replaceAll(/\/\*.*?\*\//gs, "").matchAll(/[^{};]*[{};]/g)) {
    if (token.endsWith("}")) open.pop();
    if (!token.endsWith("{")) continue;
    const prelude = token.slice(0, -1).trim();
    const outer = open.at(-1);
    if (outer !== undefined && !outer.isCounted && !outer.prelude.startsWith("@") && !prelude.startsWith("@")) {
      outer.isCounted = true;
      const selectors = outer.prelude.split(/,(?![^(]*\))/).map((each) => each.trim());
      if (selectors.length > 1) yield selectors;
    }
    open.push({ prelude, isCounted: false });
  }
}

it.each(globSync("{app,page,public,ui}/**/*.css", { cwd: web }))(
  "%s has no rules in a list whose selectors weigh differently: each would weigh as the heaviest",
  (file) => {
    for (const selectors of listsWithRules(readFileSync(join(web, file), "utf8")))
      expect(new Set(selectors.map(specificityOf)).size, selectors.join(", ")).toBe(1);
  },
);

it("would find the list that cut the tab bar's letters", () => {
  const [found = []] = listsWithRules(".links,\n.tab-bar,\n.menu nav {\n  & a {\n    color: red;\n  }\n}");
  expect(found.map(specificityOf)).toEqual(["0,1,0", "0,1,0", "0,1,1"]);
});
