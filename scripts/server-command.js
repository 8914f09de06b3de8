/** Runs a command that is built with the server: `node scripts/server-command.js <file in dist/server> [arguments]`. */
import { ensureBuilt } from "./build.js";

if (!ensureBuilt()) process.exit(1);
// The command reads only its own arguments.
const [file] = process.argv.splice(2, 1);
await import(new URL(`../dist/server/${file}.js`, import.meta.url).href);
