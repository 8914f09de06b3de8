import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";

/**
 * What is compiled is kept beside the built program, so that the next start, which may be one after a crash, is ready in half the
 * time. Where the folder may not be written, each start compiles anew.
 */
enableCompileCache(join(import.meta.dirname, ".compile-cache"));
await import("./main.ts");
flushCompileCache();
