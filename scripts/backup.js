/** Makes a backup of DATA_DIR, also while the server runs. */
import { ensureBuilt } from "./build.js";

if (!ensureBuilt()) process.exit(1);
await import(new URL("../dist/server/backup-cli.js", import.meta.url).href);
