/** Serves a temporary store filled with examples; nothing of it outlives the process. */
import { ensureBuilt } from "./build.js";

if (!ensureBuilt()) process.exit(1);
// React answers several times slower without it.
process.env.NODE_ENV = "production";
await import(new URL("../dist/server/demo.js", import.meta.url).href);
