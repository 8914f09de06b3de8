import { randomBytes, randomUUID } from "node:crypto";
import { type Inquiry, unclosedDays } from "#domain/inquiry.ts";
import { newReference } from "#domain/reference.ts";
import type { ErasureReason, InquiryStore } from "../store/inquiries.ts";
import type { Outbox } from "./outbox.ts";
import { readPhoneNumber } from "./phone-number.ts";
import { hashToken, newToken } from "./tokens.ts";

export type Inquiries = ReturnType<typeof createInquiries>;

const day = 86_400_000;
/** Erased in batches, so that a long backlog does not hold the event loop. */
const batch = 25;

/** What the visitor gets for an accepted inquiry: its name, and the key to its private page, which is not kept in clear. */
export interface Submitted {
  reference: string;
  receiptKey: string;
}

export function createInquiries(deps: {
  store: InquiryStore;
  outbox: Outbox;
  country: string;
  /** How long a closed inquiry is kept. */
  retentionDays: () => Promise<number>;
  /** Called after each change that is on disk. */
  told: () => void;
  now: () => number;
}) {
  const { store, outbox, now } = deps;

  async function erase(numbers: readonly number[], reason: ErasureReason): Promise<number> {
    const erased = await store.erase(numbers, reason, now());
    if (erased > 0) deps.told();
    return erased;
  }

  /** Erases batch after batch of what `next` finds. */
  async function eraseAll(next: () => Promise<number[]>, reason: ErasureReason): Promise<number> {
    let erased = 0;
    for (;;) {
      const numbers = await next();
      if (numbers.length === 0) return erased;
      erased += await erase(numbers, reason);
      await pause();
    }
  }

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
          deps.told();
          outbox.wake();
          return { reference, receiptKey };
        }
      }
    },

    /** The inquiry whose sender holds this key, or null. */
    findByReceipt: (key: string) => store.findByReceipt(hashToken(key)),

    /** Erases the inquiry whose sender holds this key; false where there is none. */
    async eraseByReceipt(key: string): Promise<boolean> {
      const found = await store.findByReceipt(hashToken(key));
      return found !== null && (await erase([found.number], "visitor")) > 0;
    },

    /** Erases these for the team, and answers how many of them were still there. */
    async erase(ids: readonly string[]): Promise<number> {
      const numbers = await store.numbersOf(ids);
      let erased = 0;
      for (let start = 0; start < numbers.length; start += batch) {
        erased += await erase(numbers.slice(start, start + batch), "team");
        await pause();
      }
      return erased;
    },

    /** Erases what has been kept for as long as the privacy page says, and answers how many there were. */
    async eraseOld(): Promise<number> {
      const days = await deps.retentionDays();
      const over = { closed: now() - days * day, sent: now() - unclosedDays * day };
      return eraseAll(() => store.numbersOver(over, batch), "retention");
    },

    /** Erases every inquiry sent with this address, as its owner may ask, and answers how many there were. */
    eraseByEmail: (email: string) => eraseAll(() => store.numbersByEmail(email.trim(), batch), "request"),
  };
}

const pause = () => new Promise<void>((resolve) => void setImmediate(resolve));
