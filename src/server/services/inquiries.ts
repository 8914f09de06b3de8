import { randomBytes, randomUUID } from "node:crypto";
import type { Inquiry } from "#domain/inquiry.ts";
import { newReference } from "#domain/reference.ts";
import type { InquiryStore } from "../store/inquiries.ts";
import type { Outbox } from "./outbox.ts";
import { readPhoneNumber } from "./phone-number.ts";
import { hashToken, newToken } from "./tokens.ts";

export type Inquiries = ReturnType<typeof createInquiries>;

const day = 86_400_000;
/** Erased in batches, so that a long backlog does not hold the event loop. */
const batch = 500;

/** What the visitor gets for an accepted inquiry: its name, and the key to its private page, which is not kept in clear. */
export interface Submitted {
  reference: string;
  receiptKey: string;
}

export function createInquiries(deps: {
  store: InquiryStore;
  outbox: Outbox;
  country: string;
  retentionDays: number;
  now: () => number;
}) {
  const { store, outbox, now } = deps;
  return {
    /** Accepts an inquiry; once this resolves it is on disk. */
    async submit(fields: Inquiry): Promise<Submitted> {
      const id = randomUUID();
      const receiptKey = newToken();
      const phoneKey = readPhoneNumber(fields.phone, deps.country)?.key ?? null;
      const status = "new" as const;
      const messages = await outbox.messagesFor({ status });
      for (;;) {
        const reference = newReference(randomBytes);
        const inquiry = {
          id,
          reference,
          receiptHash: hashToken(receiptKey),
          status,
          phoneKey,
          fields,
        };
        if (await store.insert(inquiry, messages, now())) {
          outbox.wake();
          return { reference, receiptKey };
        }
      }
    },

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
