import { expect, it } from "vitest";
import { lockfileFaults } from "./lockfile.js";

const manifest = { dependencies: { a: "1.0.0" }, devDependencies: { b: "2.0.0" } };
const packages = {
  "": manifest,
  "node_modules/a": { optionalDependencies: { "a-linux": "1.0.0", "a-mac": "1.0.0" } },
  "node_modules/a-linux": {},
  "node_modules/a/node_modules/a-mac": {},
  "node_modules/b": { dependencies: { a: "1.0.0" } },
};

it("finds nothing in a whole lockfile", () => {
  expect(lockfileFaults({ packages }, manifest)).toEqual([]);
});

it("finds a download address", () => {
  const addressed = { ...packages, "node_modules/b": { resolved: "https://registry.example.com/b.tgz" } };
  expect(lockfileFaults({ packages: addressed }, manifest)).toEqual([expect.stringContaining("node_modules/b has")]);
});

it("finds what another system needs and is not locked", () => {
  const { "node_modules/a/node_modules/a-mac": _mac, ...without } = packages;
  expect(lockfileFaults({ packages: without }, manifest)).toEqual([expect.stringContaining("needs a-mac")]);
});

it.each([{ dependencies: { a: "1.0.1" } }, { devDependencies: { b: "2.0.0", c: "1.0.0" } }])(
  "finds that package.json went on to %o",
  (change) => {
    expect(lockfileFaults({ packages }, { ...manifest, ...change })).toEqual([expect.stringContaining("package.json")]);
  },
);
