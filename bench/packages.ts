import { join } from "node:path";
import { ownPackages } from "../scripts/programs/own-packages.js";

/**
 * The benches' packages have their own folder and lockfile: the product needs none of them. They are not in this
 * folder, since a package.json here would hide the `#` imports from Node.
 */
export const benchPackages = ownPackages(join(import.meta.dirname, "packages"));
