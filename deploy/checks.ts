import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownPackages } from "../scripts/programs/own-packages.js";

/** The checkers of these files have their own folder and lockfile: the product needs none of them. */
export const checkers = ownPackages(join(import.meta.dirname, "checks"));

/** The text of a file in this folder. */
export const fileOf = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");

/** Each document of a YAML file. @throws if it is not YAML, or repeats a key */
export function documentsOf(name: string): unknown[] {
  const { parseAllDocuments } = checkers.load("yaml") as {
    parseAllDocuments: (text: string) => Array<{ errors: Error[]; toJS: () => unknown }>;
  };
  return parseAllDocuments(fileOf(name)).map((document) => {
    const [fault] = document.errors;
    if (fault !== undefined) throw fault;
    return document.toJS();
  });
}
