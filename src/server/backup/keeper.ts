import type { BackupState } from "#contract/backup.ts";
import { commitCountFault } from "../store/commit-count.ts";
import { sqliteFile } from "../store/store.ts";
import type { LastBackup } from "../store/last-backup.ts";
import { BackupError, explained } from "./backup-error.ts";
import { type BackupConfig, orderable } from "./backup-config.ts";
import { type KeeperTask, runTask, type TaskOutcome } from "./keeper-task.ts";
import type { BackupOrder } from "./make-backup.ts";
import { pruneReplaced, sweepAside } from "./replaced.ts";
import { oldest, prune, stockOf } from "./stock.ts";

/** What the keeper writes to the log. */
export interface KeeperLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** What is told to the audit log. */
export type KeeperNews = { kind: "backup-made"; bytes: number } | { kind: "backup-failed"; why: string };

export type Keeper = ReturnType<typeof createKeeper>;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const checkEvery = 24 * hour;
/** After a failure. */
const tryAgainAfter = 15 * minute;

/** Until the program has a log. */
const silent: KeeperLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Looks after what is kept: checks the whole store right after the start and once a day, makes backups when they are due, also those
 * that were missed, and deletes old ones. One thing at a time, in a process of its own.
 */
export function createKeeper(deps: {
  dataDir: string;
  config: BackupConfig;
  tell: (news: KeeperNews) => Promise<void>;
  now?: () => number;
  run?: (task: KeeperTask) => ReturnType<typeof runTask>;
  /** Where the store is PostgreSQL, which looks after itself, and is backed up by one instance for all. */
  shared?: {
    database: NonNullable<BackupOrder["database"]>;
    lastBackup: () => Promise<LastBackup | null>;
    forgetReplaced: (before: number) => Promise<string[]>;
  };
}) {
  const { dataDir, config, now = Date.now, run = runTask, shared } = deps;
  const { folder, everyHours } = config;
  let log: KeeperLog = silent;
  let running: { kind: KeeperTask["kind"]; task: ReturnType<typeof runTask> } | undefined;
  let isStopped = false;
  let checkedAt: number | null = null;
  let problems: string[] = [];
  let failure: { at: number; message: string } | null = null;
  let prunedAt = -Infinity;
  let turn: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let first: NodeJS.Timeout | undefined;

  async function perform(task: KeeperTask): Promise<TaskOutcome> {
    running = { kind: task.kind, task: run(task) };
    try {
      return await running.task.done;
    } finally {
      running = undefined;
    }
  }

  function judge(found: readonly string[]): void {
    checkedAt = now();
    problems = [...found];
    if (found.length === 0) return;
    log.error(
      { problems },
      "the store is damaged: keep a copy of the data folder, then restore a backup (docs/operating.md, A damaged store)",
    );
  }

  async function check(): Promise<void> {
    const unwatched = commitCountFault(dataDir);
    if (unwatched !== null) log.error({ why: unwatched }, "the store is not watched");
    const outcome = await perform({ kind: "check", file: sqliteFile(dataDir) });
    if (outcome.outcome === "checked") judge(outcome.problems);
    if (outcome.outcome === "failed") {
      checkedAt = now();
      log.error({ why: outcome.message }, "the store could not be checked");
    }
  }

  async function fail(message: string): Promise<void> {
    const isNews = failure?.message !== message;
    failure = { at: now(), message };
    log.error({ why: message }, "the backup failed; it is tried again");
    if (isNews) await deps.tell({ kind: "backup-failed", why: message });
  }

  async function backUp(): Promise<void> {
    const order = { ...orderable(config), dataDir, database: shared?.database };
    // Found again once it is this one's turn: the last one may be a later one by then.
    const after = shared === undefined ? undefined : ((await lastBackup())?.madeAt ?? 0);
    const outcome = await perform({ kind: "backup", order: { ...order, after } });
    if (outcome.outcome === "made") {
      const { name, bytes } = outcome.backup;
      failure = null;
      log.info({ name, bytes }, "a backup was made and checked");
      await deps.tell({ kind: "backup-made", bytes });
    } else if (outcome.outcome === "elsewhere") failure = null;
    else if (outcome.outcome === "damaged") {
      judge(outcome.problems);
      await fail("The store is damaged, and so is every copy of it.");
    } else if (outcome.outcome === "failed") await fail(outcome.message);
  }

  /** The last one, be it in this folder or made by another instance. */
  async function lastBackup(): Promise<LastBackup | null> {
    const [here = null] = folder === undefined ? [] : await stockOf(folder);
    const elsewhere = (await shared?.lastBackup()) ?? null;
    if (here === null || elsewhere === null) return here ?? elsewhere;
    return here.madeAt > elsewhere.madeAt ? here : elsewhere;
  }

  /** When the next backup is due; null without a schedule. */
  async function dueAt(): Promise<number | null> {
    if (folder === undefined || everyHours === 0) return null;
    if (failure !== null) return failure.at + Math.min(tryAgainAfter, everyHours * hour);
    const last = await lastBackup();
    // From the last one, whoever has made it: what was due while the server was off is made at its start.
    return last === null ? now() : last.madeAt + everyHours * hour;
  }

  async function pruneOld(): Promise<void> {
    if (now() - prunedAt < hour) return;
    prunedAt = now();
    // Where no backups are promised, what a restore has replaced stays for a day.
    const days = Math.max(1, config.days);
    const pruned = (await shared?.forgetReplaced(oldest(days, now()))) ?? [];
    pruned.push(...(await pruneReplaced(dataDir, oldest(days, now()))));
    // Nobody unpacks or copies for so long.
    pruned.push(...(await sweepAside(dataDir, now() - checkEvery)));
    if (folder !== undefined) pruned.push(...(await prune(folder, { keep: Infinity, days }, now())));
    if (pruned.length > 0) log.info({ pruned }, "backups that are too old, or were left half-made, were deleted");
  }

  async function work(): Promise<void> {
    try {
      const isDue = checkedAt === null || now() - checkedAt >= checkEvery;
      if (isDue && shared === undefined) await check();
      if (!isStopped) await lookAfterBackups();
    } catch (error) {
      if (!isStopped) log.error({ err: error }, "looking after the store failed");
    }
  }

  async function lookAfterBackups(): Promise<void> {
    try {
      await pruneOld();
      const due = await dueAt();
      if (!isStopped && due !== null && due <= now()) await backUp();
    } catch (error) {
      const why = explained(error, `BACKUP_DIR: the folder ${folder}`);
      if (everyHours === 0 || !(why instanceof BackupError)) throw error;
      await fail(why.message);
    }
  }

  /** Does what is due; one turn at a time. */
  function look(): Promise<void> {
    turn ??= work().finally(() => {
      turn = undefined;
    });
    return turn;
  }

  return {
    look,

    /** Looks in a moment, once the first visitors have been answered, and every minute from then on. */
    start(to: { log: KeeperLog }): void {
      log = to.log;
      first = setTimeout(() => void look(), second).unref();
      timer = setInterval(() => void look(), minute).unref();
    },

    /** Ends what is going on; a backup that is half made leaves nothing in its folder. */
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(first);
      await running?.task.stop();
      await turn;
    },

    async state(): Promise<BackupState> {
      const instant = (time: number) => new Date(time).toISOString();
      const last = await lastBackup().catch(() => null);
      const due = await dueAt().catch(() => null);
      return {
        everyHours: folder === undefined ? 0 : everyHours,
        isRunning: running?.kind === "backup",
        last: last === null ? null : { madeAt: instant(last.madeAt), bytes: last.bytes },
        dueAt: due === null ? null : instant(due),
        failure: failure === null ? null : { at: instant(failure.at), message: failure.message },
        store:
          shared === undefined
            ? {
                checkedAt: checkedAt === null ? null : instant(checkedAt),
                problems,
                unwatched: commitCountFault(dataDir),
              }
            : null,
      };
    },
  };
}
