import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { inEnglish } from "#copy/server/render.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { append } from "#domain/lists.ts";
import type { BackupState } from "#contract/backup.ts";
import { hour, minute, second } from "#domain/time/durations.ts";
import { instant, instantOrNull } from "#domain/time/instant.ts";
import type { Audit } from "../audit/audit.ts";
import type { Config } from "../config.ts";
import { codeOf } from "../lib/errors.ts";
import { singleFlight } from "../lib/single-flight.ts";
import type { Store } from "../open-store.ts";
import { commitCountFault } from "../store/integrity/commit-counter.ts";
import type { LostFiles } from "../store/restored.ts";
import { BackupElsewhereError, isAhead, type LastBackup } from "../store/last-backup.ts";
import { sqliteFile } from "../store/open-database.ts";
import { orderable } from "./backup-config.ts";
import { explained, placeOf } from "./backup-error.ts";
import { ExplainedError } from "../lib/explained-error.ts";
import type { PresentBackups } from "./backup-plan.ts";
import { hookedBackup, runHook } from "./hook.ts";
import { sweepPoolIfFree } from "./pool/pool.ts";
import { poolListOf } from "./pool/pool-list.ts";
import {
  type Deletions,
  isNamedAhead,
  listBackups,
  madeAt,
  oldest,
  prune,
  pruneReplaced,
  sweepStaging,
} from "./stored-backups.ts";
import { createUsedFolders } from "./used-folders.ts";
import type { BackupOrder } from "./make-backup.ts";
import { type BackupTask, runTask, type TaskOutcome } from "./scheduler-task.ts";

interface BackupSchedulerLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Events for the audit log. */
export type BackupSchedulerEvents =
  | { kind: "backup-made"; bytes: number; lost?: number }
  | { kind: "backup-failed" | "backup-copy-failed"; why: ServerText };

export type BackupScheduler = ReturnType<typeof createBackupScheduler>;

const checkEvery = 24 * hour;
/** Wait after a failure. */
const tryAgainAfter = 15 * minute;
/** Max references of inquiries that have lost files: in the log, and for owners. */
const maxLogged = 20;
const maxShown = 100;

/** Used until `start` provides a log. */
const silent: BackupSchedulerLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Runs an integrity check at the start and daily, makes backups when they are due (including missed ones), and deletes
 * old ones. Copies backups to where they are configured to go meanwhile, so that a slow place delays no backup. Each
 * task runs in a separate process.
 */
export function createBackupScheduler(deps: {
  dataDir: string;
  /** The backups that are to be made now: owners may change them at any time. */
  plan: () => PresentBackups;
  /** File of the key that signs backups, if it is not the one in `dataDir`. */
  keyFile?: string | undefined;
  record: (event: BackupSchedulerEvents) => Promise<void>;
  now?: () => number;
  run?: (task: BackupTask) => ReturnType<typeof runTask>;
  /** Set for a PostgreSQL store: it needs no integrity check, and one instance makes the backups for all. */
  shared?: {
    database: NonNullable<BackupOrder["database"]>;
    files?: BackupOrder["files"];
    lastBackup: () => Promise<LastBackup | null>;
    purgeReplaced: (before: number) => Promise<string[]>;
  };
}) {
  const { dataDir, plan, keyFile, now = Date.now, run = runTask, shared } = deps;
  let log: BackupSchedulerLog = silent;
  const running = new Map<{ stop(): Promise<void> }, BackupTask["kind"] | "hook">();
  let isStopped = false;
  let checkedAt: number | null = null;
  let problems: ServerText[] = [];
  let filesCheckedAt: number | null = null;
  let lostFiles: LostFiles = { count: 0, inquiries: [] };
  let failure: { at: number; message: ServerText } | null = null;
  /** The bytes of the files that the last backup shares. */
  let counted: { path: string; shared: number } | undefined;
  let prunedAt = -Infinity;
  /** Names of what could not be deleted: each is logged once. */
  const logged = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let first: NodeJS.Timeout | undefined;

  let copies = { s3: newCopying(), hook: newCopying() };
  let followed = plan();
  const usedFolders = createUsedFolders(dataDir);

  /** Takes over a changed plan. Forgets what failed with the one before, so that it is tried again at once. */
  function follow(): void {
    const present = plan();
    if (present === followed) return;
    if (present.folder !== followed.folder || !isDeepStrictEqual(present.offsite, followed.offsite)) {
      copies = { s3: newCopying(), hook: newCopying() };
      void stopTasks("offsite");
    }
    failure = null;
    followed = present;
  }

  /** Returns whether this much time has passed; also if the clock was ahead then. */
  const isOver = (since: number, span: number) => now() - since >= span || isAhead(since, now());

  const perform = async (task: BackupTask): Promise<TaskOutcome> =>
    isStopped ? { outcome: "stopped" } : runToEnd(task.kind, run(task));

  async function runToEnd<T>(
    kind: BackupTask["kind"] | "hook",
    task: { done: Promise<T>; stop(): Promise<void> },
  ): Promise<T> {
    running.set(task, kind);
    try {
      return await task.done;
    } finally {
      running.delete(task);
    }
  }

  /** Ends the running tasks, all or those of one kind. */
  async function stopTasks(only?: BackupTask["kind"]): Promise<void> {
    const tasks = [...running].filter(([, kind]) => only === undefined || kind === only);
    await Promise.all(tasks.map(([task]) => task.stop()));
  }

  function setProblems(found: readonly ServerText[]): void {
    checkedAt = now();
    problems = [...found];
    if (found.length === 0) return;
    log.error(
      { problems: found.map(inEnglish) },
      "the store is damaged: keep a copy of the data folder, then restore a backup (docs/operating.md, A damaged " +
        "store)",
    );
  }

  async function check(): Promise<void> {
    const unwatched = commitCountFault(dataDir);
    if (unwatched !== null) log.error({ why: inEnglish(unwatched) }, "the store is not watched");
    const outcome = await perform({ kind: "check", file: sqliteFile(dataDir) });
    if (outcome.outcome === "checked") setProblems(outcome.problems);
    if (outcome.outcome === "failed") {
      checkedAt = now();
      log.error({ why: inEnglish(outcome.message) }, "the store could not be checked");
    }
  }

  /** Likewise for the files beside the store, which may take long, so no backup waits for it. */
  async function checkFiles(): Promise<void> {
    if (shared !== undefined || (filesCheckedAt !== null && !isOver(filesCheckedAt, checkEvery))) return;
    const outcome = await perform({ kind: "files", dataDir });
    if (outcome.outcome === "failed") log.error({ why: inEnglish(outcome.message) }, "the files could not be checked");
    else if (outcome.outcome !== "files-checked") return;
    else lostFiles = outcome.lost;
    filesCheckedAt = now();
    logLost();
  }

  function logLost(): void {
    const { count, inquiries } = lostFiles;
    const message = "files of inquiries are missing or were changed (docs/operating.md, A damaged store)";
    if (count > 0) log.error({ count, inquiries: inquiries.slice(0, maxLogged) }, message);
  }

  async function fail(message: ServerText): Promise<void> {
    const isNew = failure?.message !== message;
    failure = { at: now(), message };
    log.error({ why: inEnglish(message) }, "the backup failed; it is tried again");
    if (isNew) await deps.record({ kind: "backup-failed", why: message });
  }

  async function backUp(): Promise<void> {
    const { problem, isChosen } = plan();
    if (problem !== undefined) return fail(problem);
    const order = {
      ...orderable(plan()),
      isChosen,
      dataDir,
      keyFile,
      database: shared?.database,
      files: shared?.files,
    };
    if (isChosen) await usedFolders.note(order.folder);
    // Checked again once this instance has its turn: another may have made a backup by then.
    const after = shared === undefined ? undefined : ((await lastBackup())?.madeAt ?? 0);
    const outcome = await perform({ kind: "backup", order: { ...order, after } });
    if (outcome.outcome === "made") {
      const { name, bytes, lost, stuck } = outcome.backup;
      failure = null;
      log.info({ name, bytes }, "a backup was made and checked");
      // Files that the last check did not find are reported with the next check, which only a folder has.
      if (shared !== undefined) {
        lostFiles = lost;
        logLost();
      } else if (lost.count > 0) filesCheckedAt = null;
      logStuck(stuck);
      await deps.record({ kind: "backup-made", bytes, ...(lost.count > 0 && { lost: lost.count }) });
    } else if (outcome.outcome === "elsewhere") failure = null;
    else if (outcome.outcome === "damaged") {
      setProblems(outcome.problems);
      await fail(say("store.damaged"));
    } else if (outcome.outcome === "failed") await fail(outcome.message);
  }

  /**
   * Returns whether a copy is due: of a backup that it has not tried, an hour after it arrived, or sooner if it failed.
   */
  const mayTry = ({ tried, failure: failed }: Copying, newest: string | undefined) =>
    tried === null || tried.name !== newest || isOver(tried.at, failed === null ? hour : tryAgainAfter);

  /** Copies backups to the bucket, and deletes old ones there. */
  async function copyToBucket(): Promise<void> {
    const { folder, offsite: place, days, problem } = plan();
    if (folder === undefined || problem !== undefined || place === undefined) return;
    const newest = (await lastHere())?.name;
    // Read once: a bucket that is chosen meanwhile has an outcome of its own.
    const copying = copies.s3;
    if (!mayTry(copying, newest)) return;
    copying.tried = { at: now(), name: newest };
    const outcome = await perform({ kind: "offsite", order: { place, folder, days } });
    if (outcome.outcome === "copied") {
      const { uploaded, deleted, newest: last, ahead } = outcome.copies;
      copying.madeAt = last;
      copying.failure = null;
      if (uploaded.length + deleted.length > 0) log.info({ uploaded, deleted }, "backups were copied to the bucket");
      if (ahead.length > 0) log.warn({ ahead }, "backups in the bucket have names of the future: they are ignored");
    } else if (outcome.outcome === "failed") await failCopy(copying, outcome.message);
    if (copying !== copies.s3) await copyToBucket();
  }

  /** Runs the operator's program for the newest backup. */
  async function runHookIfDue(): Promise<void> {
    const { folder, hook, problem } = plan();
    if (folder === undefined || problem !== undefined || hook === undefined) return;
    const newest = await lastHere();
    if (newest === null) return;
    const hooked = await hookedBackup(folder);
    copies.hook.madeAt = hooked === null || isNamedAhead(hooked, now()) ? null : madeAt(hooked);
    if (isStopped || hooked === newest.name || !mayTry(copies.hook, newest.name)) return;
    const copying = copies.hook;
    copying.tried = { at: now(), name: newest.name };
    const ran = await runToEnd("hook", runHook(hook, folder, newest.name));
    if (!ran.ok) {
      if (ran.reason === "failed") await failCopy(copying, ran.message);
      return;
    }
    copying.madeAt = newest.madeAt;
    copying.failure = null;
    log.info({ name: newest.name }, "the hook ran for the backup");
  }

  async function failCopy(copying: Copying, message: ServerText): Promise<void> {
    const isNew = copying.failure?.message !== message;
    copying.failure = { at: now(), message };
    log.error({ why: inEnglish(message) }, "the backup was not copied; it is tried again");
    if (isNew) await deps.record({ kind: "backup-copy-failed", why: message });
  }

  /** The latest backup in this folder; not one of a clock that was ahead. */
  async function lastHere() {
    const { folder } = plan();
    const stored = folder === undefined ? [] : await listBackups(folder);
    return stored.find((one) => !isAhead(one.madeAt, now())) ?? null;
  }

  /** The latest backup that any instance noted, likewise. */
  async function lastNoted(): Promise<LastBackup | null> {
    const noted = (await shared?.lastBackup()) ?? null;
    return noted === null || isAhead(noted.madeAt, now()) ? null : noted;
  }

  /** The latest backup, in this folder or by another instance. */
  async function lastBackup(): Promise<LastBackup | null> {
    const [here, elsewhere] = [await lastHere(), await lastNoted()];
    if (here === null || elsewhere === null) return here ?? elsewhere;
    return here.madeAt > elsewhere.madeAt ? here : elsewhere;
  }

  /** Likewise, with the files that it shares with others. */
  async function lastWithFiles(): Promise<LastBackup | null> {
    const [here, last] = [await lastHere(), await lastBackup()];
    const { folder } = plan();
    if (here === null || last?.madeAt !== here.madeAt || folder === undefined) return last;
    const path = join(folder, here.name);
    // Metrics ask for it at each scrape, and the list may have half a million files.
    if (counted?.path !== path) {
      const files = (await poolListOf(folder, here.name)) ?? [];
      counted = { path, shared: files.reduce((sum, { bytes }) => sum + bytes, 0) };
    }
    return { madeAt: here.madeAt, bytes: here.bytes + counted.shared };
  }

  /** When the next backup is due (ms); null without a schedule. */
  async function dueAt(): Promise<number | null> {
    const { folder, everyHours, days } = plan();
    // No backup is made while `legal.backupDays` is 0, also if owners chose backups before; old ones are still deleted.
    if (folder === undefined || everyHours === 0 || days === 0) return null;
    if (failure !== null && !isAhead(failure.at, now())) return failure.at + Math.min(tryAgainAfter, everyHours * hour);
    const last = await lastBackup();
    // Counted from the last backup, whichever instance made it; a backup missed while the server was off is made at its
    // start.
    return last === null ? now() : last.madeAt + everyHours * hour;
  }

  async function pruneOld(): Promise<void> {
    if (!isOver(prunedAt, hour)) return;
    prunedAt = now();
    // If the site makes no backups, replaced stores are retained for a day.
    const { folder, days: promised, isUnknown = false } = plan();
    const days = Math.max(1, promised);
    const pruned = (await shared?.purgeReplaced(oldest(days, now()))) ?? [];
    const stuck: Deletions["stuck"] = [];
    const add = (deletions: Deletions) => {
      append(pruned, deletions.pruned);
      append(stuck, deletions.stuck);
    };
    add(await pruneReplaced(dataDir, oldest(days, now())));
    // No unpacking or copying takes this long.
    add(await sweepStaging(dataDir, now() - checkEvery));
    if (folder !== undefined) {
      const newest = await lastHere();
      const elsewhere = (await lastNoted())?.madeAt ?? 0;
      // The last backup stays, unless another instance made a newer one (names hold whole seconds) or there should be
      // none.
      const isLast = promised > 0 && newest !== null && newest.madeAt + second > elsewhere;
      add(await prune(folder, { keep: Infinity, days, ...(isLast && { made: newest.name }) }, now()));
      append(stuck, await sweepPoolIfFree(folder));
    }
    // One of these folders may hold the last backup that there is, while the settings cannot be trusted.
    for (const earlier of isUnknown ? [] : await usedFolders.list()) {
      if (earlier === folder) continue;
      // A folder that cannot be read any more, such as one of a disk that is gone, delays no backup.
      const failed = (error: unknown): Deletions => ({
        pruned: [],
        stuck: [{ name: earlier, why: codeOf(error) ?? "unknown" }],
      });
      add(await prune(earlier, { keep: Infinity, days }, now()).catch(failed));
      append(stuck, await sweepPoolIfFree(earlier).catch((error: unknown) => failed(error).stuck));
    }
    logStuck(stuck);
    if (pruned.length > 0) log.info({ pruned }, "backups that are too old, or were left half-made, were deleted");
  }

  /** Says which old backups stay. That is no failure: the new ones are good. */
  function logStuck(found: Deletions["stuck"]): void {
    const stuck = found.filter(({ name }) => !logged.has(name));
    for (const { name } of stuck) logged.add(name);
    if (stuck.length > 0) log.error({ stuck }, "old backups could not be deleted: delete them yourself");
  }

  /** Runs `work` once at a time, and logs what it throws. */
  const contained = (work: () => Promise<void>) =>
    singleFlight(async () => {
      try {
        if (!isStopped) await work();
      } catch (error) {
        if (!isStopped && !(error instanceof BackupElsewhereError))
          log.error({ err: error }, "the maintenance of the store failed");
      }
    });

  const maintain = contained(async () => {
    const isDue = checkedAt === null || isOver(checkedAt, checkEvery);
    if (isDue && shared === undefined) await check();
    if (!isStopped) await maintainBackups();
  });
  const toBucket = contained(copyToBucket);
  const toHook = contained(runHookIfDue);
  const toFiles = contained(checkFiles);

  async function maintainBackups(): Promise<void> {
    const { folder, everyHours, isChosen } = plan();
    try {
      await pruneOld();
      const due = await dueAt();
      if (!isStopped && due !== null && due <= now()) await backUp();
    } catch (error) {
      const why = explained(error, placeOf(folder ?? "", isChosen));
      if (everyHours === 0 || !(why instanceof ExplainedError)) throw error;
      await fail(why.text);
    }
  }

  /** Runs due work. A call shares what is running already. */
  async function runDue(): Promise<void> {
    follow();
    await maintain();
    await Promise.all([toBucket(), toHook(), toFiles()]);
  }

  return {
    runDue,

    /** Runs after one second, so that the first visitors are served first, then every minute. */
    start(sinks: { log: BackupSchedulerLog }): void {
      log = sinks.log;
      first = setTimeout(() => void runDue(), second).unref();
      timer = setInterval(() => void runDue(), minute).unref();
    },

    /** Ends the running tasks; an unfinished backup leaves no file in its folder. */
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(first);
      await stopTasks();
      for (const work of [maintain, toBucket, toHook, toFiles]) await work.running();
    },

    async state(): Promise<BackupState> {
      follow();
      const { folder, everyHours, offsite, hook } = plan();
      const last = await lastWithFiles().catch(() => null);
      const due = await dueAt().catch(() => null);
      return {
        everyHours: folder === undefined ? 0 : everyHours,
        isRunning: [...running.values()].includes("backup"),
        last: last === null ? null : { madeAt: instant(last.madeAt), bytes: last.bytes },
        dueAt: instantOrNull(due),
        failure: failure === null ? null : { at: instant(failure.at), message: failure.message },
        copies: (["s3", "hook"] as const)
          .filter((destination) => (destination === "s3" ? offsite : hook) !== undefined)
          .map((destination) => {
            const { madeAt: newest, failure: failed } = copies[destination];
            return {
              to: destination,
              madeAt: instantOrNull(newest),
              failure: failed === null ? null : { at: instant(failed.at), message: failed.message },
            };
          }),
        lostFiles: { ...lostFiles, inquiries: lostFiles.inquiries.slice(0, maxShown) },
        store:
          shared === undefined
            ? {
                checkedAt: instantOrNull(checkedAt),
                problems,
                unwatched: commitCountFault(dataDir),
              }
            : null,
      };
    },
  };
}

/** The state of the copies to one destination. */
interface Copying {
  /** The last try, and the newest backup then. */
  tried: { at: number; name: string | undefined } | null;
  /** When the newest backup that arrived was made. */
  madeAt: number | null;
  failure: { at: number; message: ServerText } | null;
}

const newCopying = (): Copying => ({ tried: null, madeAt: null, failure: null });

/** Creates the scheduler of backups and integrity checks, which records backups in the audit log. */
export function createBackups(deps: {
  store: Pick<Store, "lastBackup" | "purgeReplaced">;
  config: Pick<Config, "dataDir" | "backup" | "signingKeyFile" | "database" | "files">;
  audit: Pick<Audit, "record" | "list" | "newest">;
  now: () => number;
}) {
  const { store, audit, now } = deps;
  const { dataDir, backup, signingKeyFile, database, files } = deps.config;
  const scheduler = createBackupScheduler({
    dataDir,
    plan: () => backup.present(),
    keyFile: signingKeyFile,
    record: ({ kind, ...about }) => audit.record({ kind, by: null, about }),
    now,
    ...(database !== undefined && {
      shared: { database, files, lastBackup: store.lastBackup, purgeReplaced: store.purgeReplaced },
    }),
  });
  const newest = async (kind: BackupSchedulerEvents["kind"]) => (await audit.list({ kind }, { limit: 1 })).entries[0];

  return {
    ...scheduler,

    /** Starts the scheduler, which also runs once owners have changed the backups. */
    start(sinks: { log: BackupSchedulerLog }): void {
      scheduler.start(sinks);
      backup.onChange(() => void scheduler.runDue());
    },

    /**
     * Returns the outcome for alerts. It comes from the audit log, so that neither deleted files nor a restart change
     * it.
     */
    async outcome(): Promise<{ madeAt: number | null; isMissing: boolean; hasFailed: boolean }> {
      const [made, failed] = [await newest("backup-made"), await newest("backup-failed")];
      const isPast = ({ at }: { at: string }) => !isAhead(Date.parse(at), now());
      const past = made === undefined || isPast(made) ? made : await audit.newest("backup-made", isPast);
      const { last, failure } = await scheduler.state();
      // A store that was restored from its first backup has no entry of it.
      const lastAt = past?.at ?? last?.madeAt;
      return {
        madeAt: lastAt === undefined ? null : Date.parse(lastAt),
        isMissing: lastAt === undefined && backup.present().days > 0,
        hasFailed: failure !== null || (failed?.number ?? 0) > (made?.number ?? 0),
      };
    },
  };
}
