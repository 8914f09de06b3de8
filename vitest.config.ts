import { defineConfig } from "vitest/config";

export default defineConfig({
  envDir: false,
  test: {
    include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.js"],
    environment: "node",
    // Generous, so that a busy machine fails nothing: what hangs is still found.
    testTimeout: 20_000,
    // node:sqlite still calls itself experimental in Node 24.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    // Pages are rendered with their styles in them.
    css: true,
    allowOnly: false,
    silent: "passed-only",
  },
});
