/** Imports inquiries and saved replies from files of other programs. */
import { ensureBuilt } from "./build.js";

if (!ensureBuilt()) process.exit(1);
await import(new URL("../dist/server/import-cli.js", import.meta.url).href);
