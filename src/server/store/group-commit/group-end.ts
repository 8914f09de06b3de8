import type { Insertable, Transaction } from "kysely";
import type { InquiryStatus } from "#domain/inquiries/inquiry-status.ts";
import type { Database } from "../database.ts";
import type { Engine } from "../engine.ts";

export type Step = (transaction: Transaction<Database>) => Promise<void>;

export type GroupEnd = ReturnType<typeof createGroupEnd>;

/** Collects work of a group's writes for its end, where it runs together and in commit order. */
export function createGroupEnd(engine: Pick<Engine, "enterOrder" | "rowBatchSize">) {
  const steps: Step[] = [];
  const counts = new Map<InquiryStatus, number>();
  const changes: Array<Insertable<Database["inbox_change"]>> = [];

  return {
    step: (step: Step): void => void steps.push(step),

    /** Changes the counter of a status. */
    count: (status: InquiryStatus, by: 1 | -1): void => void counts.set(status, (counts.get(status) ?? 0) + by),

    /** Adds an event for open inboxes, which use its number as their cursor. */
    recordInboxEvent(inquiryId: string, kind: Database["inbox_change"]["kind"], now: number): void {
      changes.push({ inquiry_id: inquiryId, kind, created_at: now });
    },

    async run(transaction: Transaction<Database>): Promise<void> {
      for (const step of steps) await step(transaction);
      if (changes.length === 0) return;
      await engine.enterOrder(transaction);
      for (const [status, by] of counts) {
        await transaction
          .insertInto("inquiry_count")
          .values({ status, count: by })
          .onConflict((conflict) =>
            conflict.column("status").doUpdateSet((e) => ({ count: e("inquiry_count.count", "+", by) })),
          )
          .execute();
      }
      for (let at = 0; at < changes.length; at += engine.rowBatchSize) {
        await transaction
          .insertInto("inbox_change")
          .values(changes.slice(at, at + engine.rowBatchSize))
          .execute();
      }
    },
  };
}
