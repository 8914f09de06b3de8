/** Verifies the audit log's hash chain: `npm run audit-log`. */
import { ensureBuilt } from "./build.js";

if (!ensureBuilt()) process.exit(1);
await import(new URL("../dist/server/audit-cli.js", import.meta.url).href);
