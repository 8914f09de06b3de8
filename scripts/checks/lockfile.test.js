import { expect, it } from "vitest";
import { lockfileFaults } from "./lockfile.js";

const manifest = { dependencies: { a: "1.0.0" }, devDependencies: { b: "2.0.0" } };
const hashed = { integrity: "sha512-AAAA" };
const packages = {
  "": manifest,
  "node_modules/a": {
    ...hashed,
    optionalDependencies: { "a-linux": "1.0.0", "a-mac": "1.0.0" },
  },
  "node_modules/a-linux": hashed,
  "node_modules/a/node_modules/a-mac": hashed,
  "node_modules/b": { ...hashed, dependencies: { a: "1.0.0" } },
};

it("finds nothing in a whole lockfile", () => {
  expect(lockfileFaults({ packages }, manifest)).toEqual([]);
});

it("finds a download address", () => {
  const addressed = { ...packages, "node_modules/b": { ...hashed, resolved: "https://registry.example.com/b.tgz" } };
  expect(lockfileFaults({ packages: addressed }, manifest)).toEqual([expect.stringContaining("node_modules/b has")]);
});

it.each([{}, { integrity: "sha1-AAAA" }])("finds a package that no SHA-512 holds: %o", (locked) => {
  expect(lockfileFaults({ packages: { ...packages, "node_modules/b": locked } }, manifest)).toEqual([
    expect.stringContaining("node_modules/b has no hash"),
  ]);
});

it("finds what another system needs and is not locked", () => {
  const { "node_modules/a/node_modules/a-mac": _mac, ...without } = packages;
  expect(lockfileFaults({ packages: without }, manifest)).toEqual([expect.stringContaining("needs a-mac")]);
});

it.each([
  { dependencies: { a: "1.0.1" } },
  { devDependencies: { b: "2.0.0", c: "1.0.0" } },
  { optionalDependencies: { d: "1.0.0" } },
])("finds that package.json went on to %o", (change) => {
  expect(lockfileFaults({ packages }, { ...manifest, ...change })).toEqual([expect.stringContaining("package.json")]);
});
