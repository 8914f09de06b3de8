/** Serves a temporary store with example data, which is removed at the end. */
import { ensureBuilt } from "./build.js";

if (!ensureBuilt()) process.exit(1);
// Without it, React renders several times slower.
process.env.NODE_ENV = "production";
await import(new URL("../dist/server/demo.js", import.meta.url).href);
