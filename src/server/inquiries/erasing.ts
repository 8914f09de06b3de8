import { daysUnclosed } from "#domain/inquiries/inquiry.ts";
import type { AuditActor } from "#domain/audit.ts";
import { day } from "#domain/time/durations.ts";
import type { Audit } from "../audit/audit.ts";
import type { BinStore } from "../inbox/bin/bin-queries.ts";
import { createPace } from "../lib/pace.ts";
import type { ErasureReason, ErasureStore } from "./erasure-queries.ts";
import type { InquiryStore } from "./inquiry-queries.ts";

/** A batch is one transaction; on the embedded store nothing else runs meanwhile. In milliseconds. */
const longestBatch = 10;
/** Max inquiries of a batch: more make it hardly cheaper. */
const mostInBatch = 200;
/** Max units of a step that removes traces from the search index. */
const mostInStep = 1000;
/** What is due is counted to this number at once. */
const mostCounted = 20_000;
/** Inquiries to find with one query. */
const foundAtOnce = 1000;
/**
 * Least number of inquiries, and least share of the store, for which one pass over the search index at the end is
 * cheaper than to remove each inquiry from it.
 */
const manyAre = { least: 200, share: 1 / 800 };

type Unless = Pick<NonNullable<Parameters<ErasureStore["erase"]>[3]>, "inBin" | "over">;

/** Erases inquiries in batches that leave time for requests. */
export function createErasing(deps: {
  store: Pick<InquiryStore, "count"> & ErasureStore;
  bin: Pick<BinStore, "numbersUntil" | "countUntil">;
  audit: Pick<Audit, "draft" | "written">;
  /** Days until closed inquiries, and deleted ones in the bin, are erased. */
  retention: () => Promise<{ retentionDays: number; binDays: number }>;
  publishInbox: () => void;
  now: () => number;
  many?: typeof manyAre;
}) {
  const { store, bin, audit, now, many = manyAre } = deps;
  let backlog = 0;

  async function erase(
    numbers: readonly number[],
    reason: ErasureReason,
    { by = null, ...how }: Unless & { by?: AuditActor | null; leavesTraces?: boolean } = {},
  ): Promise<number> {
    // The audit entry is all that remains of an inquiry: its id and the reason.
    const entryOf = (inquiry: string) => audit.draft({ kind: "inquiry-erased", by, about: { inquiry, reason } });
    const erased = await store.erase(numbers, reason, now(), { ...how, entryOf });
    if (erased > 0) {
      audit.written();
      deps.publishInbox();
    }
    return erased;
  }

  /** Erases these batch by batch, until the signal aborts. */
  async function eraseEach(
    numbers: readonly number[],
    pace: ReturnType<typeof createPace>,
    eraseBatch: (part: readonly number[]) => Promise<number>,
    signal?: AbortSignal,
  ): Promise<number> {
    let erased = 0;
    for (let done = 0; done < numbers.length;) {
      if (signal?.aborted) break;
      const start = done;
      erased += await pace.run((size) => eraseBatch(numbers.slice(start, (done += size))));
    }
    return erased;
  }

  const newPace = () => createPace({ longest: longestBatch, most: mostInBatch });

  async function removeTraces(signal?: AbortSignal): Promise<void> {
    const pace = createPace({ longest: longestBatch, most: mostInStep });
    for (;;) if (signal?.aborted || (await pace.run((size) => store.removeTraces(size)))) return;
  }

  return {
    backlog: (): number => backlog,

    /** Erases these thoroughly, also from the write-ahead log, and returns how many still existed. */
    async eraseNow(
      numbers: readonly number[],
      reason: ErasureReason,
      how: Pick<Unless, "inBin"> & { by?: AuditActor } = {},
    ): Promise<number> {
      const erased = await eraseEach(numbers, newPace(), (part) => erase(part, reason, how));
      // If that has to wait, the next clean-up does it.
      if (erased > 0) await store.purgeErased();
      return erased;
    },

    /**
     * Erases what is past the retention. Many are marked in the search index first, and leave it in passes over all of
     * it: at the end, and before as many are marked as are left, since what is left bounds each step of a pass.
     */
    async eraseOld(signal?: AbortSignal): Promise<number> {
      const { retentionDays, binDays } = await deps.retention();
      const over = { closed: now() - retentionDays * day, untouched: now() - daysUnclosed(retentionDays) * day };
      const binnedUntil = now() - binDays * day - 1;
      const countDue = async () => (await store.countOver(over, mostCounted)) + (await bin.countUntil(binnedUntil));
      backlog = await countDue();
      const isLong = backlog >= many.least;
      const all = isLong ? await store.count() : 0;
      const leavesTraces = isLong && backlog >= Math.min(all * many.share, mostCounted);
      const pace = leavesTraces ? createPace(store.batches) : newPace();
      let left = all;
      let marked = 0;
      let erased = 0;

      async function eraseAll(next: () => Promise<number[]>, reason: ErasureReason, unless: Unless): Promise<void> {
        for (;;) {
          if (signal?.aborted) return;
          const before = erased;
          await eraseEach(
            await next(),
            pace,
            async (part) => {
              const count = await erase(part, reason, { ...unless, leavesTraces });
              erased += count;
              left -= count;
              backlog = Math.max(0, backlog - count);
              if (leavesTraces) marked += count;
              return count;
            },
            signal,
          );
          // Nothing is left, or what is has changed meanwhile.
          if (erased === before) return;
          if (backlog === 0) backlog = await countDue();
          if (marked > left) {
            await removeTraces(signal);
            marked = 0;
          }
        }
      }

      // What an earlier run has left.
      await removeTraces(signal);
      await eraseAll(() => store.numbersOver(over, foundAtOnce), "retention", { over });
      await eraseAll(() => bin.numbersUntil(binnedUntil, foundAtOnce), "bin", { inBin: true });
      if (leavesTraces) await removeTraces(signal);
      if (signal?.aborted !== true) backlog = 0;
      // Always, since an earlier purge may have had to wait.
      await store.purgeErased();
      return erased;
    },
  };
}
