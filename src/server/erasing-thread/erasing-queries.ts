import { setTimeout as sleep } from "node:timers/promises";
import { createAudit } from "../audit/audit.ts";
import { createAuditStore, createSlowAuditQueries } from "../audit/audit-queries.ts";
import { createErasureStore, createSlowErasureQueries } from "../inquiries/erasure-queries.ts";
import { openSigning } from "../signing/create-signing.ts";
import { TamperedWriteError } from "../signing/signed-write.ts";
import { createStoredFiles } from "../store/files/stored-files.ts";
import { createGroupEnd, type GroupCommit } from "../store/group-commit/group-commit.ts";
import { openSecond } from "../store/open-database.ts";
import { createCheckpoints } from "../store/sqlite/checkpoints.ts";
import { sqliteEngine } from "../store/sqlite/engine.ts";
import { turnsOfThread } from "../store/sqlite/write-turns.ts";
import type { ErasingCalls, ErasingThreadData } from "./erasing-thread.ts";

/** Inquiries of a part of a transaction, after which it may end. */
const partSize = 10;
/** A transaction ends after the part within which it has lasted for so long (ms), but not before so many inquiries. */
const batchLimits = { maxMs: 25, minSize: 40 };
/** Milliseconds until the log is tried again that is too long. */
const untilTried = 1000;

/** Opens the second connection of the embedded store that writes, and gives what it is for. */
export async function openErasing(
  place: ErasingThreadData,
): Promise<{ groups: { erasing: ErasingCalls }; close: () => Promise<void> }> {
  const turns = turnsOfThread(place.turns);
  const signing = await openSigning(place, { mustExist: true });
  const { db, files, close } = await openSecond(place.dataDir, turns);
  /** Signer of the current transaction: the key is read once for all its parts. */
  let signer: ReturnType<typeof signing.signer> | undefined;
  let hasWebhook = false;
  let now = 0;
  const write: GroupCommit = (run) =>
    db.transaction().execute(async (transaction) => {
      const end = createGroupEnd(sqliteEngine, { hasWebhook, hasMail: false });
      const value = await run(transaction, end);
      await end.run(transaction);
      return value;
    });
  const stored = createStoredFiles(db, sqliteEngine, write, files);
  const store = createErasureStore(db, sqliteEngine, write, createSlowErasureQueries(db), stored);
  const audit = createAudit({
    store: createAuditStore(db, write, createSlowAuditQueries(db)),
    signing: { ...signing, signer: (type) => (signer ??= signing.signer(type)) },
    now: () => now,
  });
  const checkpoints = createCheckpoints(db, turns, () => files.free());
  let isFull = false;

  const emptyLong = async () => void (isFull = !(await checkpoints.emptyLong()));

  /** Waits for a while if the log is too long; false if it still is. */
  async function hasRoom(): Promise<boolean> {
    if (!isFull) return true;
    await sleep(untilTried);
    await emptyLong();
    return !isFull;
  }

  const erasing: ErasingCalls = {
    begin: () => Promise.resolve(true),

    async erase(numbers, reason, at, { hasWebhook: isWebhookSet, ...options }) {
      if (!(await hasRoom())) return { done: 0, erased: 0 };
      [now, hasWebhook, signer] = [at, isWebhookSet, undefined];
      const began = performance.now();
      const isEnough = (done: number) =>
        turns.isAwaited() || (done >= batchLimits.minSize && performance.now() - began > batchLimits.maxMs);
      try {
        const outcome = await store.eraseSome(numbers, reason, now, {
          ...options,
          leavesTraces: true,
          entryOf: (inquiry) => audit.draft({ kind: "inquiry-erased", by: null, about: { inquiry, reason } }),
          parts: { size: partSize, isEnough },
        });
        await emptyLong();
        return outcome;
      } catch (error) {
        if (error instanceof TamperedWriteError) return "tampered";
        throw error;
      }
    },

    async removeTraces(size) {
      if (!(await hasRoom())) return null;
      const isDone = await store.removeTraces(size);
      await emptyLong();
      return isDone;
    },

    end: async () => void (await checkpoints.empty()),
  };
  return { groups: { erasing }, close };
}
