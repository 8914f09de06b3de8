/**
 * Runs the security scans on the built server: `npm run security`, `-- --only recheck`, `-- --runs 10000`, `--
 * --mutants`; builds it first.
 */
await import(new URL("../security/main.ts", import.meta.url).href);
