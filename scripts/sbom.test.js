import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };

const folder = mkdtempSync(path.join(tmpdir(), "front-desk-sbom-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("lists each production dependency with version, package URL and hash, and none for tests", () => {
  const out = path.join(folder, "new/sbom.json");
  const { status, stderr } = spawnSync(process.execPath, ["scripts/sbom.js", "--out", out], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  const sbom = JSON.parse(readFileSync(out, "utf8"));
  expect(sbom).toMatchObject({
    bomFormat: "CycloneDX",
    specVersion: expect.stringMatching(/^1\.\d$/),
    serialNumber: expect.stringMatching(/^urn:uuid:/),
    metadata: { component: { type: "application", name: manifest.name, version: manifest.version } },
  });
  /** @type {Map<string, { version: string, purl: string, hashes?: unknown[] }>} */
  const parts = new Map(sbom.components.map((/** @type {{ name: string }} */ part) => [part.name, part]));
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    expect(parts.get(name)).toMatchObject({ version, purl, hashes: [{ alg: "SHA-512" }] });
  }
  for (const name of ["vitest", "typescript", "@playwright/test"]) expect(parts.has(name), name).toBe(false);
  const refs = [sbom.metadata.component, ...sbom.components].map((part) => part["bom-ref"]);
  expect(new Set(refs).size).toBe(refs.length);
  for (const { ref, dependsOn } of sbom.dependencies) expect(refs).toEqual(expect.arrayContaining([ref, ...dependsOn]));
}, 60_000);
