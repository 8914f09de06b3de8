import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownPackages } from "../scripts/own-packages.js";

/** What judges these files has a folder and a lockfile of its own: the product needs none of it. */
export const judges = ownPackages(join(import.meta.dirname, "checks"));

/** The text of a file of this folder. */
export const fileOf = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");

/** Each document of a YAML file. @throws where it is no YAML, or names a key twice */
export function documentsOf(name: string): unknown[] {
  const { parseAllDocuments } = judges.load("yaml") as {
    parseAllDocuments: (text: string) => Array<{ errors: Error[]; toJS: () => unknown }>;
  };
  return parseAllDocuments(fileOf(name)).map((document) => {
    const [fault] = document.errors;
    if (fault !== undefined) throw fault;
    return document.toJS();
  });
}
