/** Makes a backup of what is in DATA_DIR, while the server may go on serving. */
import { ensureBuilt } from "./build.js";

if (!ensureBuilt()) process.exit(1);
await import(new URL("../dist/server/backup-cli.js", import.meta.url).href);
