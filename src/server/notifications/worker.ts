import { type DeliveryChannel, deliveryChannels } from "#domain/delivery.ts";
import type { DueMessage, OutboxStore } from "../store/outbox.ts";
import type { Sent } from "./sending.ts";

/** Sends one message; null where there is nothing to tell any more. */
export type Deliver = (message: DueMessage, signal: AbortSignal) => Promise<Sent | null>;

/** What is worth a line in the log; it never holds what was sent, or to whom. */
export interface WorkerLog {
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
}

export interface Timings {
  /** The wait after the first failed try; each further one is three times as long. */
  baseMs: number;
  tries: number;
  /** After a fault of the store. */
  pauseMs: number;
  /** After so long it looks in any case: another program, as `npm run admin`, may have written messages and can wake nobody here. */
  idleMs: number;
  /** How long a stop waits for what is being sent. */
  graceMs: number;
}

export const timings: Timings = { baseMs: 60_000, tries: 8, pauseMs: 30_000, idleMs: 60_000, graceMs: 3000 };

/** Messages of one channel that are sent at once. */
const atOnce = 3;
/** The most that the wait is varied by, so that messages which failed together do not come back together. */
const jitter = 0.25;
/** However long a receiver asks to be left alone. */
const longestRetryAfterMs = 3_600_000;

interface Lane {
  channel: DeliveryChannel;
  inFlight: Map<string, Promise<void>>;
  timer: NodeJS.Timeout | undefined;
  looking: boolean;
  lookAgain: boolean;
}

/**
 * Sends what waits in the outbox, at least once each. The channels are apart, so that one which hangs holds up no other. A message
 * stays in the store until its try has ended: whatever ends the program before that, the message goes out again under the same id.
 */
export function createWorker(deps: {
  store: OutboxStore;
  deliver: Deliver;
  now: () => number;
  /** From 0 up to, but not including, 1. */
  random: () => number;
  log: WorkerLog;
  timings: Timings;
}) {
  const { store, deliver, now, random, log } = deps;
  const { baseMs, tries, pauseMs, idleMs, graceMs } = deps.timings;
  /** No try begins any more, and then: those that have begun are broken off. */
  const [ending, breakingOff] = [new AbortController(), new AbortController()];
  const lanes: Lane[] = deliveryChannels.map((channel) => ({
    channel,
    inFlight: new Map(),
    timer: undefined,
    looking: false,
    lookAgain: false,
  }));
  const looks = new Set<Promise<void>>();

  /** Starts what is due as far as there is room, and sets the timer for what comes next. */
  function look(lane: Lane): void {
    lane.lookAgain = true;
    if (lane.looking) return;
    lane.looking = true;
    const looking = lookWhileAsked(lane).finally(() => looks.delete(looking));
    looks.add(looking);
  }

  async function lookWhileAsked(lane: Lane): Promise<void> {
    try {
      while (lane.lookAgain && !ending.signal.aborted) {
        lane.lookAgain = false;
        await startDue(lane);
      }
    } catch (error) {
      log.error({ err: error }, "the outbox could not be read");
      lookIn(lane, pauseMs);
    } finally {
      lane.looking = false;
    }
  }

  async function startDue(lane: Lane): Promise<void> {
    const time = now();
    const most = atOnce - lane.inFlight.size;
    const due = most > 0 ? await store.claim(lane.channel, time, { most, except: [...lane.inFlight.keys()] }) : [];
    if (ending.signal.aborted) {
      const ids = due.map(({ id }) => id);
      return store.release(ids, time);
    }
    for (const message of due) {
      const sending = send(message)
        .catch(async (error: unknown) => {
          // Its end could not be kept, so it will go out again; not at once, since the store is in trouble.
          log.error({ err: error, message: message.id }, "how a message went could not be kept");
          await pause();
        })
        .finally(() => {
          lane.inFlight.delete(message.id);
          look(lane);
        });
      lane.inFlight.set(message.id, sending);
    }
    const next = await store.nextDue(lane.channel, time);
    lookIn(lane, next === null ? idleMs : next - now());
  }

  function lookIn(lane: Lane, ms: number): void {
    clearTimeout(lane.timer);
    if (ending.signal.aborted) return;
    lane.timer = setTimeout(() => look(lane), Math.min(Math.max(ms, 1), idleMs)).unref();
  }

  async function send(message: DueMessage): Promise<void> {
    const { id, kind, channel } = message;
    const sent = await deliver(message, breakingOff.signal).catch((error: unknown): Sent => {
      // Its text may hold what was being sent.
      log.error({ message: id, kind, channel, type: (error as Error).name }, "a message could not be made");
      return { delivered: false, problem: "Something went wrong on our side." };
    });
    if (sent === null) return store.drop(id);
    const attempts = message.attempts + 1;
    if (sent.delivered) {
      return store.settle(id, { state: "delivered", attempts, problem: null }, now());
    }
    // Given up because the program ends: that was no try.
    if (breakingOff.signal.aborted) return store.release([id], now());
    const { problem, retryAfterSeconds = 0 } = sent;
    log.warn({ message: id, kind, channel, attempts, problem }, "a message was not delivered");
    if (attempts >= tries) return store.settle(id, { state: "dead", attempts, problem }, now());
    const wait = Math.max(backOff(attempts), Math.min(retryAfterSeconds * 1000, longestRetryAfterMs));
    return store.settle(id, { state: "waiting", attempts, problem, nextAt: Math.ceil(now() + wait) }, now());
  }

  function backOff(attempts: number): number {
    return baseMs * 3 ** (attempts - 1) * (1 + jitter * (2 * random() - 1));
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      const resume = () => {
        clearTimeout(timer);
        resolve();
      };
      breakingOff.signal.addEventListener("abort", resume, { once: true });
    });
  }

  return {
    /** Looks for messages that are due, on every channel. */
    wake: (): void => {
      for (const lane of lanes) look(lane);
    },

    /** Starts nothing more, and resolves once nothing is being sent: what takes too long is broken off and goes out another time. */
    async stop(): Promise<void> {
      ending.abort();
      for (const { timer } of lanes) clearTimeout(timer);
      await Promise.all(looks);
      const grace = setTimeout(() => breakingOff.abort(), graceMs);
      await Promise.all(lanes.flatMap(({ inFlight }) => [...inFlight.values()]));
      clearTimeout(grace);
    },
  };
}

export type Worker = ReturnType<typeof createWorker>;
