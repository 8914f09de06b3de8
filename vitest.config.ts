import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const all = process.env["TEST_ALL"] === "1";

/** What waits on other programs for long, or judges files that seldom change: `npm test -- --all` runs them. */
const onlyInAll = [
  "deploy/*.test.ts",
  "src/server/{two-servers,audit-cli}.test.ts",
  "src/server/backup/{commands,drill}.test.ts",
  "src/server/notifications/crash.test.ts",
  "src/server/tampering/tampering.test.ts",
];

/** The tests of the store, and what only PostgreSQL has. */
const store = [
  "src/server/store/postgres/{cluster,instances,open,standby,unavailable,upgrade}.test.ts",
  "src/server/store/{group-commit,inbox,inquiry-search,settings}.test.ts",
  "src/server/services/{clean-up,signed-channels,submit.property}.test.ts",
];

/** What relies on the store in a way that its own tests do not see. */
const onTopOfTheStore = [
  "src/server/store/postgres/{backups,move}.test.ts",
  "src/server/services/{accounts,audit,inbox-feed,inquiries,password-reset}.test.ts",
  "src/server/services/{sessions,signed-settings,sign-in,team}.test.ts",
  "src/server/api/{audit-log,bin,idempotency,inbox,inbox-events,inbox-export,settings,stolen-owner,team}.test.ts",
  "src/server/second-factor/second-factor.test.ts",
  "src/server/tampering/members.test.ts",
  "src/server/notifications/worker.test.ts",
  "src/server/metrics/metrics.test.ts",
];

export default defineConfig({
  envDir: false,
  test: {
    environment: "node",
    setupFiles: "vitest.setup.ts",
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
    // By default two cores get one worker, which waits for disks and other programs half of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: "all",
          include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.js", "deploy/*.test.ts"],
          exclude: ["src/server/store/postgres/**", ...(all ? [] : onlyInAll)],
        },
      },
      {
        extends: true,
        test: {
          name: "postgresql",
          include: [...store, ...(all ? onTopOfTheStore : [])],
          globalSetup: "src/server/store/postgres/testing-server.ts",
          setupFiles: "src/server/store/postgres/testing-setup.ts",
        },
      },
    ],
  },
});
