import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import type { ErasureReason, Over } from "../inquiries/erasure-queries.ts";
import { createQueryThread } from "../query-thread/query-thread.ts";
import type { SignedWrites } from "../signing/signed-write.ts";
import type { Database } from "../store/database.ts";
import type { SetUpDeliveries } from "../store/group-commit/group-commit.ts";
import type { createWriteTurns } from "../store/sqlite/write-turns.ts";

/** Places of the store and the key, and who writes to the store. */
export interface ErasingPlace {
  dataDir: string;
  keyFile: string | undefined;
  turns: ReturnType<typeof createWriteTurns>;
}

/** Data passed to the thread; `turns` is shared with the event loop. */
export type ErasingThreadData = Omit<ErasingPlace, "turns"> & { turns: Int32Array };

interface Unless {
  inBin?: boolean | undefined;
  over?: Over | undefined;
}

interface ThreadLog {
  warn(facts: object, message: string): void;
}

/** Functions of the thread, called one at a time. */
export interface ErasingCalls {
  /** Opens the store; false if the thread cannot. */
  begin(): Promise<boolean>;
  /**
   * Erases the first of these in one transaction, which is short, and ends early if the event loop wants to write.
   * Returns how many it was about, and how many of these still existed; none while somebody's reading keeps the log
   * from being emptied.
   */
  erase(
    numbers: readonly number[],
    reason: ErasureReason,
    now: number,
    options: Unless & { hasWebhook: boolean },
  ): Promise<{ done: number; erased: number } | "tampered">;
  /** Does the same as `removeTraces` of `ErasureStore`; null while it waits for a reader, as `erase` does. */
  removeTraces(size: number): Promise<boolean | null>;
  /** Empties the log, as far as nobody reads. */
  end(): Promise<void>;
}

export type ErasingThread = ReturnType<typeof openErasingThread>;

/**
 * Erases many inquiries of the embedded store in a thread with a connection of its own, so that the event loop neither
 * erases nor waits for the disk. The connection of the event loop, `db`, makes no checkpoints meanwhile.
 */
export function openErasingThread(
  db: Kysely<Database>,
  { turns, ...place }: ErasingPlace,
  signedWrites: Pick<SignedWrites, "refuse">,
  deliveries: () => SetUpDeliveries,
) {
  // The worker is next to this entry in a build; Node runs the TypeScript file in tests.
  const extension = import.meta.filename.endsWith(".ts") ? "ts" : "js";
  const { erasing, close } = createQueryThread<{ erasing: ErasingCalls }>(
    { erasing: { begin: () => Promise.resolve(false), erase: never, removeTraces: never, end: never } },
    {
      worker: join(import.meta.dirname, `erasing-thread-worker.${extension}`),
      data: { ...place, turns: turns.shared } satisfies ErasingThreadData,
      // The write that it was about to make is rolled back.
      crashed: turns.free,
    },
  );
  let log: ThreadLog | undefined;
  /** Start of the wait for somebody who reads the store; `isTold` once the log says so. */
  let waiting: { since: number; isTold: boolean } | undefined;

  function noteWaiting(isWaiting: boolean): void {
    waiting = isWaiting ? (waiting ?? { since: performance.now(), isTold: false }) : undefined;
    if (waiting === undefined || waiting.isTold || performance.now() - waiting.since < warnAfterMs) return;
    waiting.isTold = true;
    log?.warn(
      {},
      "erasing waits: somebody has been reading the store for minutes, which keeps the log from being emptied",
    );
  }

  const checkpointAt = (pages: number) => sql`pragma wal_autocheckpoint = ${sql.lit(pages)}`.execute(db);

  return {
    /** Logs from then on why the thread cannot start, or waits for long. */
    logTo(sink: ThreadLog): void {
      log = sink;
    },

    /**
     * Starts the thread. Returns false if it cannot start, or cannot open the store: then the event loop has to erase.
     */
    async begin(): Promise<boolean> {
      const isOpen = await erasing.begin().catch((err: unknown) => {
        log?.warn({ err }, "the thread that erases cannot start: the event loop erases, which is slower");
        return false;
      });
      if (isOpen) await checkpointAt(maxLogPages);
      return isOpen;
    },

    /** @throws TamperedWriteError */
    async erase(numbers: readonly number[], reason: ErasureReason, now: number, unless: Unless) {
      const { hasWebhook } = deliveries();
      const outcome = await erasing.erase(numbers, reason, now, { ...unless, hasWebhook });
      noteWaiting(outcome !== "tampered" && outcome.done === 0);
      return outcome === "tampered" ? signedWrites.refuse("audit entry") : outcome;
    },

    async removeTraces(size: number): Promise<boolean> {
      const isDone = await erasing.removeTraces(size);
      noteWaiting(isDone === null);
      return isDone === true;
    },

    async end(): Promise<void> {
      try {
        await erasing.end();
      } finally {
        await checkpointAt(usualLogPages);
      }
    },

    close,
  };
}

/** Pages of the log from which on the event loop makes checkpoints: SQLite's default, and if the thread makes them. */
const [usualLogPages, maxLogPages] = [1000, 100_000];

/** Milliseconds of waiting for a reader after which the log says so. */
const warnAfterMs = 180_000;

const never = (): Promise<never> => Promise.reject(new Error("the erasing thread is not open"));
