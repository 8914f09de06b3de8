/** Serves the site: builds if the sources changed, then runs the program in this process. */
import { ensureBuilt } from "./build.js";

if (!ensureBuilt()) process.exit(1);
// React renders several times slower without it.
process.env.NODE_ENV = "production";
await import(new URL("../dist/server/main.js", import.meta.url).href);
