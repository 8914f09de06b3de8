/** Lets outside judges loose on the built server: `npm run attack`, `-- --only recheck`, `-- --runs 10000`, `-- --mutants`. */
import { ensureBuilt } from "./build.js";

if (ensureBuilt()) await import(new URL("../attack/main.ts", import.meta.url).href);
else process.exitCode = 1;
