import { defineConfig } from "vitest/config";
import { compileMessages } from "./scripts/messages/compile.js";

await compileMessages();

// It imports what was just compiled.
const { scriptTexts } = await import("./vite.config.ts");

/** The short runs of `npm run chaos` and `npm run security`, and the bench's tests. */
export default defineConfig({
  envDir: false,
  plugins: [scriptTexts()],
  test: {
    include: ["chaos/**/*.test.ts", "security/**/*.test.ts", "bench/**/*.test.ts"],
    environment: "node",
    // A run waits for its programs a third of the time, and none compares durations.
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    execArgv: ["--disable-warning=ExperimentalWarning"],
    allowOnly: false,
    silent: "passed-only",
    passWithNoTests: true,
  },
});
