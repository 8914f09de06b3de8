/**
 * Runs the security scans on the built server: `npm run attack`, `-- --only recheck`, `-- --runs 10000`, `--
 * --mutants`; builds it first.
 */
await import(new URL("../attack/main.ts", import.meta.url).href);
