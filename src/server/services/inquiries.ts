import { randomUUID } from "node:crypto";
import type { Inquiry } from "#domain/inquiry.ts";
import type { InquiryStore } from "../store/inquiries.ts";

export type Inquiries = ReturnType<typeof createInquiries>;

const day = 86_400_000;
/** Erased in batches, so that a long backlog does not hold the event loop. */
const batch = 500;

export function createInquiries(deps: { store: InquiryStore; retentionDays: number; now: () => number }) {
  const { store, now } = deps;
  return {
    /** Accepts an inquiry; once this resolves it is on disk. */
    submit: (inquiry: Inquiry) => store.insert(randomUUID(), inquiry, now()),

    /** Erases what is older than the privacy page says it is kept, and answers how many there were. */
    async eraseOld(): Promise<number> {
      let erased = 0;
      for (;;) {
        const count = await store.eraseBefore(now() - deps.retentionDays * day, batch);
        erased += count;
        if (count < batch) return erased;
        await new Promise((resolve) => void setImmediate(resolve));
      }
    },

    eraseByEmail: (email: string) => store.eraseByEmail(email.trim()),
  };
}
