/** Transfers the store between a folder and a PostgreSQL database. */
import { ensureBuilt } from "./build.js";

if (!ensureBuilt()) process.exit(1);
await import(new URL("../dist/server/move-cli.js", import.meta.url).href);
