import { setTimeout as sleep } from "node:timers/promises";
import { inEnglish } from "#copy/server/render.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import type { FilesState } from "#contract/backup.ts";
import { hour, minute, second } from "#domain/time/durations.ts";
import { instant } from "#domain/time/instant.ts";
import { systemCode } from "../lib/errors.ts";
import { ExplainedError } from "../lib/explained-error.ts";
import { singleFlight } from "../lib/single-flight.ts";
import type { Store } from "../open-store.ts";
import { placeVariable } from "../store/files/files-place.ts";
import { FilesUnavailableError } from "../store/store-unavailable.ts";

interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export type FilesWatch = ReturnType<typeof createFilesWatch>;

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const cannotBeUsed = "files can be neither stored nor opened";
const logTexts: Record<NonNullable<FilesState["keepsErased"]>, string> = {
  versions: "FILES_S3_BUCKET: the bucket keeps versions of files that are erased: turn its versioning off",
  locked: "FILES_S3_BUCKET: the bucket locks its objects, so that files cannot be erased: use one without object lock",
  unknown:
    "FILES_S3_BUCKET: the key may not ask whether the bucket keeps versions or locks objects: allow it to " +
    "(s3:GetBucketVersioning, s3:GetBucketObjectLockConfiguration)",
  copy:
    "another database with the same store has used the place of the files within the last day: new files stay in the " +
    "database, and none is removed; give a copy of a database a place of its own",
};

const takenOverText =
  "the place of the files was taken over from another database: files from before are not removed when they are " +
  "erased; once that database is gone for good, say so in the mark of the place (docs/operating.md)";

/** Min time between two checks because of failed requests, which may be many. */
const askAgainAfter = 10 * second;
/** A failed request counts for so long, also while the check, which is small, succeeds: the place may be slow. */
const failureCounts = 5 * minute;
/** Max ms for which a start waits for the place: texts can be taken without it. */
const startPatience = 3 * second;

/** Watches the place that programs share for files: whether it can be used, and what is erased there is gone. */
export function createFilesWatch({
  store: { engine, files, sharedFiles, onFileRequest },
  now,
}: {
  store: Pick<Store, "engine" | "sharedFiles" | "onFileRequest"> & { files: Pick<Store["files"], "waiting"> };
  now: () => number;
}) {
  const place = engine === "sqlite" ? "folder" : (sharedFiles?.kind ?? "database");
  let keepsErased: FilesState["keepsErased"] = null;
  let failure: { at: number; message: ServerText } | null = null;
  let log = silent;
  let takenOverAt: number | null = null;
  let askedAt = -Infinity;
  /** Last failed request since the last failed check. */
  let failedRequest: { at: number; cause: unknown } | null = null;
  /** Number of files to move, and the time when they were counted. */
  let waiting = { count: 0, at: -Infinity };

  /** Counts them every minute while there are any, and else every hour: new files go to their place at once. */
  async function countWaiting(): Promise<number> {
    if (now() - waiting.at >= (waiting.count > 0 ? minute : hour))
      waiting = { count: await files.waiting(), at: now() };
    return waiting.count;
  }

  function fail(cause: unknown): void {
    const message =
      cause instanceof ExplainedError
        ? cause.text
        : say("backup.other", { why: cause instanceof Error ? cause.message : "unknown" });
    if (failure === null) log.error({ why: inEnglish(message) }, cannotBeUsed);
    failure = { at: now(), message };
  }

  async function askWhatIsKept(isHeld: boolean): Promise<void> {
    const kept = (await sharedFiles?.keeps()) ?? null;
    const before = keepsErased;
    if (!isHeld) keepsErased = "copy";
    else if (kept === null) keepsErased = null;
    else if (kept.locked === true) keepsErased = "locked";
    else if (kept.versions === true) keepsErased = "versions";
    else keepsErased = kept.locked === null || kept.versions === null ? "unknown" : null;
    if (keepsErased !== null && keepsErased !== before) log.warn({}, logTexts[keepsErased]);
  }

  async function warnIfTakenOver(): Promise<void> {
    const at = (await sharedFiles?.takenOverAt()) ?? null;
    if (at !== null && at !== takenOverAt) log.warn({ since: instant(at) }, takenOverText);
    takenOverAt = at;
  }

  async function look(): Promise<void> {
    try {
      await askWhatIsKept((await sharedFiles?.check()) ?? true);
      await warnIfTakenOver();
    } catch (error) {
      failedRequest = null;
      return fail(error instanceof FilesUnavailableError ? error.cause : error);
    }
    // The clock may have been set back since.
    if (failedRequest !== null && Math.abs(now() - failedRequest.at) < failureCounts) return fail(failedRequest.cause);
    if (failure !== null) log.info({}, "files can be used again");
    failure = null;
  }

  const check = singleFlight(look);

  /** Checks the place soon after a request has failed for it: the next check may be an hour away. */
  function requestFailed(error: unknown): void {
    if (!(error instanceof FilesUnavailableError)) return;
    failedRequest = { at: now(), cause: error.cause };
    if (failure !== null || now() - askedAt < askAgainAfter) return;
    askedAt = now();
    void check();
  }
  onFileRequest(({ operation, error }) => {
    if (operation !== "remove") requestFailed(error);
  });

  /** @throws ConfigError, BucketError */
  async function checkAtStart(): Promise<void> {
    try {
      await sharedFiles?.check();
    } catch (error) {
      if (!(error instanceof FilesUnavailableError)) throw error;
      fail(error.cause);
    }
  }

  return {
    place,

    /** Checks the place. */
    check,

    /**
     * Checks the place at the start, and fails if only an operator can mend it. A place that does not respond soon is
     * an alarm, until it has. @throws ConfigError, BucketError
     */
    async begin(): Promise<void> {
      const checking = checkAtStart().then(() => true);
      const isDone = await Promise.race([checking, sleep(startPatience, false, { ref: false })]);
      if (isDone || sharedFiles === null) return;
      checking.then(check, fail);
      const setting = placeVariable[sharedFiles.kind];
      const code = systemCode("ETIMEDOUT") ?? "ETIMEDOUT";
      fail(new ExplainedError(say("bucket.unreachable", { setting, host: sharedFiles.label, code })));
    },

    logTo(sink: Log): void {
      log = sink;
      if (failure !== null) log.error({ why: inEnglish(failure.message) }, cannotBeUsed);
    },

    requestFailed,

    /** Returns whether a place that programs share can be used; null without one. */
    isUp: (): boolean | null => (sharedFiles === null ? null : failure === null),

    /** Checks it again while it fails. */
    async recheck(): Promise<void> {
      if (failure !== null) await look();
    },

    /** Returns the state of the files, for owners. */
    state: async (): Promise<FilesState> => ({
      place,
      waiting: await countWaiting(),
      keepsErased,
      failure: failure === null ? null : { at: instant(failure.at), message: failure.message },
    }),
  };
}
