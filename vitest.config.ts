import { defineConfig } from "vitest/config";

export default defineConfig({
  envDir: false,
  test: {
    environment: "node",
    // Generous, so that a busy machine fails nothing: what hangs is still found.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // node:sqlite still calls itself experimental in Node 24.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    // Pages are rendered with their styles in them.
    css: true,
    allowOnly: false,
    silent: "passed-only",
    projects: [
      {
        extends: true,
        test: {
          name: "all",
          include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.js", "deploy/*.test.ts"],
          exclude: ["src/server/store/postgres/**"],
        },
      },
      {
        // What asks the store for anything worth a difference, once more on PostgreSQL.
        extends: true,
        test: {
          name: "postgresql",
          include: [
            "src/server/store/postgres/*.test.ts",
            "src/server/store/{group-commit,inbox,inquiry-search,settings}.test.ts",
            "src/server/services/{accounts,audit,inbox-feed,inquiries,password-reset}.test.ts",
            "src/server/services/{sealed-book,sessions,sign-in,submit.property,team,tidying}.test.ts",
            "src/server/api/{audit-log,idempotency,inbox,inbox-events,inbox-export,settings,team}.test.ts",
            "src/server/second-factor/second-factor.test.ts",
            "src/server/notifications/worker.test.ts",
            "src/server/metrics/metrics.test.ts",
          ],
          globalSetup: "src/server/store/postgres/testing-server.ts",
          setupFiles: "src/server/store/postgres/testing-setup.ts",
        },
      },
    ],
  },
});
