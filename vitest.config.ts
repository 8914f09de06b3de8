import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { compileMessages } from "./scripts/messages/compile.js";

await compileMessages();

// It imports what was just compiled.
const { scriptTexts } = await import("./vite.config.ts");

const all = process.env["TEST_ALL"] === "1";

/**
 * Tests that wait on other programs for long, or test for long what seldom changes: `npm test -- --all` runs them. None
 * of them is a test of `scripts/mutants-list.js`, whose faults the quick tier must notice.
 */
export const onlyInAll = [
  "deploy/*.test.ts",
  "scripts/{install-service,programs/pinned-node,run,usage}.test.js",
  "src/domain/lookalike/channel-key.property.test.ts",
  "src/server/{damaged-rows,main,private-files,two-servers}.test.ts",
  "src/server/backup/{commands,drill,hook,hostile-restore,offsite,passphrase}.test.ts",
  "src/server/backup/pool/pool-offsite.test.ts",
  "src/server/backup/restore/released.test.ts",
  "src/server/cli/{admin-cli,audit-cli,command-config}.test.ts",
  "src/server/incoming-mail/{mailbox,mail-tries}.test.ts",
  "src/server/notifications/crash.test.ts",
  "src/server/metrics/metrics-server.test.ts",
  "src/server/query-thread/*.test.ts",
  "src/server/signing/{lost-key,member-tampering,tampering}.test.ts",
  "src/server/store/files/file-bucket.test.ts",
  "src/server/store/store-unavailable.test.ts",
  "src/server/tracing/tracing.built.test.ts",
  "src/server/untrusted-input/*.test.ts",
];

/** The tests of the store, and what only PostgreSQL has. */
const store = [
  "src/server/clean-up.test.ts",
  "src/server/inbox/inbox-queries.test.ts",
  "src/server/inquiries/submit.property.test.ts",
  "src/server/settings/settings-queries.test.ts",
  "src/server/store/group-commit/group-commit.test.ts",
  "src/server/store/postgres/instances.test.ts",
  "src/server/store/search-spellings.test.ts",
];

/** Tests that rely on the store in a way that its own tests do not see, or that start and stop PostgreSQL. */
const moreOnPostgres = [
  "src/server/audit/{audit,audit-routes}.test.ts",
  "src/server/auth/{sessions,sign-in,stolen-owner}.test.ts",
  "src/server/trust/*.test.ts",
  "src/server/auth/passwords/password-reset.test.ts",
  "src/server/auth/second-factor/second-factor.test.ts",
  "src/server/auth/team/{accounts,member-routes,team}.test.ts",
  "src/server/backup/restore/released.test.ts",
  "src/server/bell/*.test.ts",
  "src/server/channels/{signed-channels,translations}.test.ts",
  "src/server/damaged-rows.test.ts",
  "src/server/inbox/{activity,bad-rows,drafts,export-routes,inbox-routes,merge-routes,oldest-first,snooze}.test.ts",
  "src/server/inbox/view-counts.test.ts",
  "src/server/inbox/{bin,feed,saved-views,tags}/*.test.ts",
  "src/server/{exports,imports}/*.test.ts",
  "src/server/incoming-mail/{bounce,incoming-mail,sender-limits,untaken/*}.test.ts",
  "src/server/inquiries/address-confirmation/*.test.ts",
  "src/server/inquiries/attachments/*.test.ts",
  "src/server/inquiries/{assignment,blocked-senders,entry-proofs,erasing,idempotency,inquiries,language,undelivered}.test.ts",
  "src/server/metrics/metrics.test.ts",
  "src/server/notifications/{database-account,worker}.test.ts",
  "src/server/own-settings/*.test.ts",
  "src/server/profiles/profiles.test.ts",
  "src/server/reports/{late-answers,reports,sums.property}.test.ts",
  "src/server/settings/{settings-routes,signed-settings}.test.ts",
  "src/server/signing/{member-tampering,signed-write}.test.ts",
  "src/server/store/search-text.test.ts",
  "src/server/store/postgres/{backups,cluster,each-once,hostile-dump,locks,move,open,replica,search}.test.ts",
  "src/server/store/postgres/{shared-files,shared-files-backups,shared-files-crash,standby,unavailable,upgrade}.test.ts",
];

/** After a rename, a pattern would leave its tests out without a word. */
for (const pattern of [...onlyInAll, ...store, ...moreOnPostgres].flatMap(alternatives))
  if (globSync(pattern, { cwd: import.meta.dirname }).length === 0) throw new Error(`No test file is ${pattern}`);

/** A pattern without braces for each of their alternatives. */
function alternatives(pattern: string): string[] {
  const [, start = "", list, end = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  return list === undefined ? [pattern] : list.split(",").flatMap((each) => alternatives(start + each + end));
}

const tests = ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.js", "deploy/*.test.ts"];
const excluded = ["src/server/store/postgres/**", ...(all ? [] : onlyInAll)];

/** These replace modules, which others may have imported before. */
const isolated = globSync(tests).filter((file) => /vi\.mock\(/.test(readFileSync(file, "utf8")));

export default defineConfig({
  envDir: false,
  plugins: [scriptTexts()],
  test: {
    environment: "node",
    setupFiles: "vitest.setup.ts",
    // Generous, so that a busy machine fails nothing: what hangs is still found.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // node:sqlite still calls itself experimental in Node 24.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    // Pages are rendered with their styles in them.
    css: true,
    allowOnly: false,
    silent: "passed-only",
    // The files of a worker share what they import: importing it again for each takes a third longer.
    isolate: false,
    // Two cores get one worker by default. Each waits for disks and other programs a third of the time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: "all",
          include: tests,
          exclude: [...excluded, ...isolated],
        },
      },
      {
        extends: true,
        test: {
          name: "isolated",
          include: isolated,
          exclude: excluded,
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: "postgresql",
          include: [...store, ...(all ? moreOnPostgres : [])],
          globalSetup: "src/server/store/postgres/testing-server.ts",
          setupFiles: "src/server/store/postgres/testing-setup.ts",
        },
      },
    ],
  },
});
