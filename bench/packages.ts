import { join } from "node:path";
import { ownPackages } from "../scripts/own-packages.js";

/**
 * The packages of the benches have a folder and a lockfile of their own: the product needs none of them. Not this folder, where a
 * package.json would hide the names that begin with `#` from Node.
 */
export const benchPackages = ownPackages(join(import.meta.dirname, "packages"));
