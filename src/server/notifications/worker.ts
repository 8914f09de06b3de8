import { codeOf } from "../lib/errors.ts";
import { type DeliveryChannel, deliveryChannels } from "#domain/delivery.ts";
import { createCountedLog } from "../lib/counted-log.ts";
import type { DueMessage, OutboxStore } from "./outbox-queries.ts";
import type { Sent } from "./http-post.ts";
import { hour, minute, second } from "#domain/time/durations.ts";
import { inEnglish } from "#copy/server/render.ts";
import { toStored } from "#copy/server/stored.ts";
import { say } from "#copy/server/say.ts";

/** Sends one message, or says until when it is held back; null if it is obsolete and must be dropped. */
type Deliver = (message: DueMessage, signal: AbortSignal) => Promise<Sent | Held | null>;

export interface Held {
  heldUntil: number;
}

/** Logs never contain message content or recipients. */
export interface WorkerLog {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
}

/** `cut off`: the program stops; the next start tries again. */
type Outcome = "delivered" | "dropped" | "held" | "failed" | "given up" | "cut off";

/** Runs a try. */
export type AroundDelivery = (message: DueMessage, run: () => Promise<Outcome>) => Promise<Outcome>;

export interface Timings {
  /** Wait after the first failed try; it triples with each further try. */
  baseMs: number;
  tries: number;
  /** Wait after a store error. */
  pauseMs: number;
  /**
   * Max time between polls: another program, such as `npm run admin`, can add messages but cannot wake this process.
   */
  idleMs: number;
  /** Milliseconds that `stop` waits for messages in flight. */
  graceMs: number;
}

export const timings: Timings = { baseMs: minute, tries: 8, pauseMs: 30 * second, idleMs: minute, graceMs: 3 * second };

/** Max messages in flight per channel. */
const maxInFlight = 3;
/** Max relative variation of the wait, so that messages that failed together are not all retried together. */
const jitter = 0.25;
/** Upper limit for a receiver's `Retry-After`. */
const maxRetryAfterMs = hour;

interface Lane {
  channel: DeliveryChannel;
  inFlight: Map<string, Promise<unknown>>;
  timer: NodeJS.Timeout | undefined;
  isPolling: boolean;
  pollAgain: boolean;
}

/**
 * Sends messages from the outbox, at least once each. Channels are independent, so one that hangs does not delay the
 * others. A message stays in the store until its try ends: after a crash it is sent again with the same id.
 */
export function createWorker(deps: {
  store: OutboxStore;
  deliver: Deliver;
  now: () => number;
  /** Returns a number in [0, 1). */
  random: () => number;
  log: WorkerLog;
  around?: AroundDelivery | undefined;
  /** Called once the outcome of a try is stored. */
  settled?: ((message: DueMessage) => void) | undefined;
  timings: Timings;
}) {
  const { store, deliver, now, random, log, around = (_message, run) => run(), settled = () => {} } = deps;
  const { baseMs, tries, pauseMs, idleMs, graceMs } = deps.timings;
  const logUnread = createCountedLog((count, error: unknown) =>
    log.error({ count, err: error }, "the outbox could not be read"),
  );
  /** `stopping` prevents new tries; `aborting` aborts those in flight. */
  const [stopping, aborting] = [new AbortController(), new AbortController()];
  const lanes: Lane[] = deliveryChannels.map((channel) => ({
    channel,
    inFlight: new Map(),
    timer: undefined,
    isPolling: false,
    pollAgain: false,
  }));
  const polls = new Set<Promise<void>>();

  /** Starts due messages up to the limit and sets the timer for the next. */
  function poll(lane: Lane): void {
    lane.pollAgain = true;
    if (lane.isPolling) return;
    lane.isPolling = true;
    const polling = pollWhileAsked(lane).finally(() => polls.delete(polling));
    polls.add(polling);
  }

  async function pollWhileAsked(lane: Lane): Promise<void> {
    try {
      while (lane.pollAgain && !stopping.signal.aborted) {
        lane.pollAgain = false;
        await startDue(lane);
      }
    } catch (error) {
      logUnread(error);
      pollIn(lane, pauseMs);
    } finally {
      lane.isPolling = false;
    }
  }

  async function startDue(lane: Lane): Promise<void> {
    const time = now();
    const max = maxInFlight - lane.inFlight.size;
    const due = max > 0 ? await store.claim(lane.channel, time, { max, except: [...lane.inFlight.keys()] }) : [];
    if (stopping.signal.aborted) {
      const ids = due.map(({ id }) => id);
      return store.release(ids, time);
    }
    for (const message of due) {
      const sending = around(message, () => send(message))
        .then(() => settled(message))
        .catch(async (error: unknown) => {
          // The outcome could not be stored, so the message will be sent again; wait, since the store has failed.
          log.error({ err: error, ...about(message) }, "the outcome of a delivery could not be saved");
          await pause();
        })
        .finally(() => {
          lane.inFlight.delete(message.id);
          poll(lane);
        });
      lane.inFlight.set(message.id, sending);
    }
    const next = await store.nextDue(lane.channel, time);
    pollIn(lane, next === null ? idleMs : next - now());
  }

  function pollIn(lane: Lane, ms: number): void {
    clearTimeout(lane.timer);
    if (stopping.signal.aborted) return;
    lane.timer = setTimeout(() => poll(lane), Math.min(Math.max(ms, 1), idleMs)).unref();
  }

  async function send(message: DueMessage): Promise<Outcome> {
    const { id } = message;
    const sent = await deliver(message, aborting.signal).catch((error: unknown): Sent => {
      log.error({ ...about(message), ...withoutText(error) }, "a message could not be made");
      return { ok: false, problem: say("request.internal") };
    });
    if (sent === null) {
      await store.drop(id, now());
      return "dropped";
    }
    if ("heldUntil" in sent) {
      await store.postpone(id, sent.heldUntil);
      return "held";
    }
    const attempts = message.attempts + 1;
    if (sent.ok) {
      log.info({ ...about(message), attempts }, "a message was delivered");
      await store.settle(id, { state: "delivered", attempts, problem: null }, now());
      return "delivered";
    }
    // Aborted because the program stops: does not count as a try.
    if (aborting.signal.aborted) {
      await store.release([id], now());
      return "cut off";
    }
    const { problem, retryAfterSeconds = 0, isFinal = false } = sent;
    log.warn({ ...about(message), attempts, problem: inEnglish(problem) }, "a message was not delivered");
    if (isFinal || attempts >= tries) {
      await store.settle(id, { state: "dead", attempts, problem: toStored(problem) }, now());
      return "given up";
    }
    const wait = Math.max(backOff(attempts), Math.min(retryAfterSeconds * 1000, maxRetryAfterMs));
    await store.settle(
      id,
      { state: "waiting", attempts, problem: toStored(problem), nextAt: Math.ceil(now() + wait) },
      now(),
    );
    return "failed";
  }

  function backOff(attempts: number): number {
    return baseMs * 3 ** (attempts - 1) * (1 + jitter * (2 * random() - 1));
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      // A signal that was aborted before notifies nobody.
      if (aborting.signal.aborted) return resolve();
      const timer = setTimeout(resolve, pauseMs);
      const resume = () => {
        clearTimeout(timer);
        resolve();
      };
      aborting.signal.addEventListener("abort", resume, { once: true });
    });
  }

  return {
    /** Polls every channel for due messages. */
    wake: (): void => {
      for (const lane of lanes) poll(lane);
    },

    /**
     * Starts nothing more and resolves once nothing is in flight. Messages still in flight after `graceMs` are aborted
     * and sent at another time.
     */
    async stop(): Promise<void> {
      stopping.abort();
      for (const { timer } of lanes) clearTimeout(timer);
      await Promise.all(polls);
      const grace = setTimeout(() => aborting.abort(), graceMs);
      await Promise.all(lanes.flatMap(({ inFlight }) => [...inFlight.values()]));
      clearTimeout(grace);
    },
  };
}

/** Returns the fields of a message for log lines. The reference of its inquiry identifies nobody. */
function about({ id, kind, channel, reference }: DueMessage) {
  return { message: id, kind, channel, ...(reference !== null && { reference }) };
}

/** Returns an error's kind and place without its text, which may contain message content. */
function withoutText(error: unknown): { type: string; code?: string | undefined; at?: string | undefined } {
  if (!(error instanceof Error)) return { type: typeof error };
  const frame = /^ {4}at .*$/m.exec(error.stack?.replace(error.message, "") ?? "")?.[0];
  return { type: error.name, code: codeOf(error), at: frame?.trim() };
}

export type Worker = ReturnType<typeof createWorker>;
