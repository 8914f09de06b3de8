import { randomUUID } from "node:crypto";
import { day, minute } from "#domain/time/durations.ts";
import { StoreUnavailableError } from "../store/store-unavailable.ts";
import type { MailTryStore } from "./mail-try-queries.ts";
import { hashOfMail } from "./untaken/untaken-mail.ts";

/**
 * Outcome for an email. `answer`, `inquiry`: taken. `bounce`: it says which reply of ours was not delivered. `known`:
 * it was taken before. `listed`: it is among those that were not taken, where the team can still take it. `automatic`:
 * our own notification. `left`: it belongs to no inquiry, and the owner wants such emails to stay where they are.
 * `unreadable`: no email at all. `busy`: too many are being read. `off`: no incoming mail is set up.
 */
export type MailOutcome =
  | "answer"
  | "inquiry"
  | "bounce"
  | "known"
  | "listed"
  | "automatic"
  | "left"
  | "unreadable"
  | "busy"
  | "off";

export type MailTries = ReturnType<typeof createMailTries>;

/** Tries to take an email that fail, or end the program. */
const maxTries = 3;

/** A try of another program that began longer ago than this did not come to its end. */
const tryTimeout = 5 * minute;

/** Mailboxes that are numbered anew are read again from seven days ago. */
const keptDays = 8;

/**
 * Writes down each try to take an email before it begins, so that one which ends the program is known at the next
 * start, and is not taken a fourth time.
 */
export function createMailTries({ store, now }: { store: MailTryStore; now: () => number }) {
  const startedAt = now();
  /** The tries of this program. */
  const running = new Set<string>();

  return {
    /** Takes an email, or gives it up after too many tries. @throws what `take` throws, until the last try */
    async run(
      raw: Buffer,
      { take, giveUp }: { take: () => Promise<MailOutcome>; giveUp: () => Promise<MailOutcome> },
    ): Promise<MailOutcome> {
      const id = randomUUID();
      const hash = hashOfMail(raw);
      running.add(id);
      try {
        const others = (await store.begin({ id, hash, startedAt: now() })).filter((other) => !running.has(other.id));
        const isOver = (other: (typeof others)[number]) =>
          other.hasFailed || other.startedAt < startedAt || other.startedAt < now() - tryTimeout;
        const failed = others.filter(isOver).length;
        if (failed >= maxTries) {
          const outcome = await giveUp();
          // The others stay, for when it comes again.
          await store.end(id);
          return outcome;
        }
        // Other programs are taking it, or have just ended.
        if (others.length >= maxTries) {
          await store.end(id);
          return "busy";
        }
        let outcome: MailOutcome;
        try {
          outcome = await take();
        } catch (error) {
          // The store's failures say nothing about the email.
          if (error instanceof StoreUnavailableError) {
            await store.end(id).catch(() => undefined);
            throw error;
          }
          await store.fail(id);
          if (failed + 1 < maxTries) throw error;
          return await giveUp();
        }
        await (outcome === "busy" ? store.end(id) : store.clear(hash));
        return outcome;
      } finally {
        running.delete(id);
      }
    },

    purge: (): Promise<void> => store.deleteBefore(now() - keptDays * day),
  };
}
