/**
 * Benchmarks against peers in the same run (`-- --short`: only whether they run to their end): `npm run bench`,
 * `-- pages`, `-- server`, `-- intake`, `-- inbox`, `-- cluster`, `-- move`, `-- mail`, `-- erasing`,
 * `-- backups`.
 */
import { ensureBuilt } from "./build.js";

// React and Fastify run as in production.
process.env.NODE_ENV = "production";
if (ensureBuilt()) await import(new URL("../bench/main.ts", import.meta.url).href);
else process.exitCode = 1;
