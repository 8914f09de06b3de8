/** Exports everything of the installation. */
import { ensureBuilt } from "./build.js";

if (!ensureBuilt()) process.exit(1);
await import(new URL("../dist/server/export-cli.js", import.meta.url).href);
