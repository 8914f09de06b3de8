/** The operator's tool in the server's shell, for example to reset a password. */
import { ensureBuilt } from "./build.js";

if (!ensureBuilt()) process.exit(1);
await import(new URL("../dist/server/admin-cli.js", import.meta.url).href);
