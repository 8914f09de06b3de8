import { daysUnclosed } from "#domain/inquiries/inquiry.ts";
import type { AuditActor } from "#domain/audit.ts";
import { day } from "#domain/time/durations.ts";
import type { Audit } from "../audit/audit.ts";
import type { ErasingThread } from "../erasing-thread/erasing-thread.ts";
import type { BinStore } from "../inbox/bin/bin-queries.ts";
import { createPace } from "../lib/pace.ts";
import type { ErasureReason, ErasureStore } from "./erasure-queries.ts";
import type { InquiryStore } from "./inquiry-queries.ts";

/** A batch is one transaction; on the embedded store nothing else runs meanwhile. In milliseconds. */
const maxBatchMs = 10;
/** Max inquiries of a batch: more make it hardly cheaper. */
const maxBatchSize = 200;
/** Max units of a step that removes traces from the search index. */
const maxStepSize = 1000;
/**
 * Max milliseconds of a step in another thread. A step there is measured by the clock alone, which allows four times as
 * much.
 */
const maxStepMs = 2.5;
/** Max number up to which due inquiries are counted. */
const maxCounted = 20_000;
/** Milliseconds after which others are told of the next erasures: each time, a file is synced. */
const publishEach = 250;
/** Inquiries to find with one query. */
const pageSize = 1000;
/**
 * Least number of inquiries, and least share of the store, for which one pass over the search index at the end is
 * cheaper than to remove each inquiry from it.
 */
const manyAre = { least: 200, share: 1 / 800 };

type Unless = Pick<NonNullable<Parameters<ErasureStore["erase"]>[3]>, "inBin" | "over">;

/** Erases the first of these, as `ErasureStore.eraseSome`, after a pause. */
type EraseNext = (
  numbers: readonly number[],
  reason: ErasureReason,
  unless: Unless,
) => Promise<{ done: number; erased: number }>;

/** Erases inquiries in batches that leave time for requests. */
export function createErasing(deps: {
  store: Pick<InquiryStore, "count"> & ErasureStore;
  /** Erases many on the embedded store, in a thread; null without one. */
  thread?: Omit<ErasingThread, "close" | "logTo"> | null | undefined;
  bin: Pick<BinStore, "numbersUntil" | "countUntil">;
  audit: Pick<Audit, "draft" | "written">;
  /** Days until closed inquiries, and deleted ones in the bin, are erased. */
  retention: () => Promise<{ retentionDays: number; binDays: number }>;
  publishInbox: () => void;
  now: () => number;
  many?: typeof manyAre;
}) {
  const { store, thread = null, bin, audit, now, many = manyAre } = deps;
  let backlog = 0;

  /** When others were told last, and whether more was erased since. */
  const told = { at: -Infinity, isBehind: false };

  function publish(): void {
    if (!told.isBehind) return;
    Object.assign(told, { at: performance.now(), isBehind: false });
    audit.written();
    deps.publishInbox();
  }

  /** Erases in this thread. */
  function erasingHere(
    pace: ReturnType<typeof createPace>,
    { by = null, leavesTraces = false }: { by?: AuditActor | null; leavesTraces?: boolean } = {},
  ): EraseNext {
    return (numbers, reason, unless) =>
      pace.run(async (size) => {
        // The audit entry is all that remains of an inquiry: its id and the reason.
        const entryOf = (inquiry: string) => audit.draft({ kind: "inquiry-erased", by, about: { inquiry, reason } });
        const part = numbers.slice(0, size);
        const erased = await store.erase(part, reason, now(), { ...unless, leavesTraces, entryOf });
        return { done: part.length, erased };
      });
  }

  function erasingIn(another: NonNullable<typeof thread>): EraseNext {
    // Used for its pauses: the thread ends a batch by itself.
    const pace = createPace({ maxMs: maxStepMs, maxSize: maxBatchSize });
    return (numbers, reason, unless) =>
      pace.run(() => another.erase(numbers.slice(0, maxBatchSize), reason, now(), unless));
  }

  /** Erases these batch by batch, until the signal aborts. Tells `progress` of each. */
  async function eraseEach(
    numbers: readonly number[],
    reason: ErasureReason,
    unless: Unless,
    eraseNext: EraseNext,
    { signal, progress }: { signal?: AbortSignal | undefined; progress?: (erased: number) => void } = {},
  ): Promise<number> {
    let all = 0;
    try {
      for (let left = numbers; left.length > 0;) {
        if (signal?.aborted) break;
        const { done, erased } = await eraseNext(left, reason, unless);
        left = left.slice(done);
        all += erased;
        if (erased === 0) continue;
        told.isBehind = true;
        if (performance.now() - told.at > publishEach) publish();
        progress?.(erased);
      }
    } finally {
      publish();
    }
    return all;
  }

  const newPace = () => createPace({ maxMs: maxBatchMs, maxSize: maxBatchSize });

  async function removeTraces(another: typeof thread, signal?: AbortSignal): Promise<void> {
    const place = another ?? store;
    const pace = createPace({ maxMs: another === null ? maxBatchMs : maxStepMs, maxSize: maxStepSize });
    for (;;) if (signal?.aborted || (await pace.run((size) => place.removeTraces(size)))) return;
  }

  return {
    backlog: (): number => backlog,

    /** Erases these thoroughly, also from the write-ahead log, and returns how many still existed. */
    async eraseNow(
      numbers: readonly number[],
      reason: ErasureReason,
      { by, ...unless }: Pick<Unless, "inBin"> & { by?: AuditActor } = {},
    ): Promise<number> {
      const erased = await eraseEach(numbers, reason, unless, erasingHere(newPace(), { by: by ?? null }));
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
      const cutoffs = { closed: now() - retentionDays * day, untouched: now() - daysUnclosed(retentionDays) * day };
      const binnedUntil = now() - binDays * day - 1;
      const countDue = async () => (await store.countOver(cutoffs, maxCounted)) + (await bin.countUntil(binnedUntil));
      backlog = await countDue();
      const isLong = backlog >= many.least;
      const all = isLong ? await store.count() : 0;
      const leavesTraces = isLong && backlog >= Math.min(all * many.share, maxCounted);
      // Traces that an earlier run left take as long in a large store, however few are due now.
      const isMuch = leavesTraces || !(await store.removeTraces(1));
      const another = isMuch && (await thread?.begin()) === true ? thread : null;
      const here = () => erasingHere(leavesTraces ? createPace(store.batches) : newPace(), { leavesTraces });
      const eraseNext = another === null || !leavesTraces ? here() : erasingIn(another);
      let left = all;
      let marked = 0;
      let erased = 0;

      function progress(count: number): void {
        erased += count;
        left -= count;
        backlog = Math.max(0, backlog - count);
        if (leavesTraces) marked += count;
      }

      async function eraseAll(next: () => Promise<number[]>, reason: ErasureReason, unless: Unless): Promise<void> {
        for (;;) {
          if (signal?.aborted) return;
          const count = await eraseEach(await next(), reason, unless, eraseNext, { signal, progress });
          // All are erased, or the rest has changed meanwhile.
          if (count === 0) return;
          if (backlog === 0) backlog = await countDue();
          if (marked > left) {
            await removeTraces(another, signal);
            marked = 0;
          }
        }
      }

      try {
        if (isMuch) await removeTraces(another, signal);
        await eraseAll(() => store.numbersOver(cutoffs, pageSize), "retention", { over: cutoffs });
        await eraseAll(() => bin.numbersUntil(binnedUntil, pageSize), "bin", { inBin: true });
        if (leavesTraces) await removeTraces(another, signal);
      } finally {
        await another?.end();
      }
      if (signal?.aborted !== true) backlog = 0;
      // If anything is in its way, such as an export, the night removes the copies.
      if (erased > 0 || isMuch) await store.rewriteErased().catch(() => false);
      // Always, since an earlier purge may have had to wait.
      await store.purgeErased();
      return erased;
    },
  };
}
