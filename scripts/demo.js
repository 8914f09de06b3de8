/** Serves a temporary store with example data, which is removed at the end. */
import { readArguments } from "../src/server/lib/command-line.ts";
import { ensureBuilt } from "./build.js";

readArguments({ usage: "npm run demo\n\n  Serves a temporary site with example data, until Ctrl-C." });
if (!ensureBuilt()) process.exit(1);
// React renders several times slower without it.
process.env.NODE_ENV = "production";
await import(new URL("../dist/server/demo.js", import.meta.url).href);
