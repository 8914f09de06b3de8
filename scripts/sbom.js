/**
 * Writes what the product is made of, as a CycloneDX SBOM (https://cyclonedx.org/docs/1.5/json/), from
 * package-lock.json: `npm sbom --omit=dev` leaves out packages that a development tool needs as well, such as pg.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readArguments, textOr } from "../src/server/lib/command-line.ts";

/**
 * @typedef {{
 *   name?: string, version: string, license?: string, integrity?: string, dev?: boolean, optional?: boolean,
 *   devOptional?: boolean, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 * }} Locked
 */

const usage = `npm run sbom [-- options]

  Writes a software bill of materials (CycloneDX, JSON) of the production dependencies in package-lock.json.
  --out <file>  where to (dist/sbom.cdx.json)`;

const { out } = readArguments({ usage, options: { out: textOr("dist/sbom.cdx.json") } }).values;
/** @type {Record<string, Locked>} */
const locked = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
const parts = Object.entries(locked).filter(([, { dev }]) => dev !== true);
const [product, ...components] = parts.map(([place, one]) => ({
  type: place === "" ? "application" : "library",
  "bom-ref": refOf(place),
  name: nameOf(place),
  version: one.version,
  scope: one.optional === true || one.devOptional === true ? "optional" : "required",
  ...(one.integrity && { hashes: [{ alg: "SHA-512", content: hexOf(one.integrity) }] }),
  ...(one.license && { licenses: [one.license.includes(" ") ? { expression: one.license } : licenseOf(one.license)] }),
  purl: purlOf(place),
}));
const sbom = {
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: { timestamp: new Date().toISOString(), component: product },
  components,
  dependencies: parts.map(([place, { dependencies, optionalDependencies }]) => ({
    ref: refOf(place),
    dependsOn: Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => neededBy(place, name)),
  })),
};
mkdirSync(path.dirname(out), { recursive: true });
writeFileSync(out, `${JSON.stringify(sbom, undefined, 2)}\n`);
console.log(`Written: ${out} (${components.length} packages)`);

/** @param {string} place its path in the lockfile; "" is the product */
function nameOf(place) {
  return locked[place]?.name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** Unique even where a package is there twice. @param {string} place */
function refOf(place) {
  return place === "" ? purlOf(place) : `${purlOf(place)}#${place}`;
}

/** @param {string} place */
function purlOf(place) {
  return `pkg:npm/${nameOf(place).replace("@", "%40")}@${locked[place]?.version}`;
}

/** @param {string} license an SPDX id, or other words */
function licenseOf(license) {
  return { license: /^[\w.+-]+$/.test(license) && license !== "UNLICENSED" ? { id: license } : { name: license } };
}

/** @param {string} integrity such as `sha512-<base64>` */
function hexOf(integrity) {
  return Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
}

/**
 * Returns where Node finds the package: in the folder of `place`, or of one above it.
 * @param {string} place
 * @param {string} name
 */
function neededBy(place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const found = path.posix.join(folder, "node_modules", name);
    if (locked[found] !== undefined) return [refOf(found)];
    if (folder === "") return [];
  }
}
