/** Restores a backup after checking it. */
import { ensureBuilt } from "./build.js";

if (!ensureBuilt()) process.exit(1);
await import(new URL("../dist/server/restore-cli.js", import.meta.url).href);
