/** Serves the site: builds when something changed since the last build, then runs the program in this process. */
import { ensureBuilt } from "./build.js";

if (!ensureBuilt()) process.exit(1);
// React answers several times slower without it.
process.env.NODE_ENV = "production";
await import(new URL("../dist/server/main.js", import.meta.url).href);
