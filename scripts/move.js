/** Moves the store to another place: from a folder to a PostgreSQL, or back. */
import { ensureBuilt } from "./build.js";

if (!ensureBuilt()) process.exit(1);
await import(new URL("../dist/server/move-cli.js", import.meta.url).href);
