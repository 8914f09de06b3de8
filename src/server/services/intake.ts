import type { Challenge } from "altcha-lib";
import type { FormWords } from "#contract/inquiry-form.ts";
import { createFlood } from "./flood.ts";
import { createFormTimes, type FormTime } from "./form-times.ts";
import { createNetworkKeys } from "./network-keys.ts";
import { createOnce } from "./once.ts";
import { createTokenBuckets } from "./token-buckets.ts";
import { createWork } from "./work.ts";

export type Intake = ReturnType<typeof createIntake>;

/** What an inquiry or a report meets before it is taken in. `wait`: it may be sent again after so many seconds. */
export type Judgement = { outcome: "go"; isSuspected: boolean } | HeldUp;
export type HeldUp =
  | { outcome: "wait"; seconds: number; because: "network" | "flood" }
  | { outcome: "work"; challenge: Challenge; seconds: number };

/** What is judged. */
export interface Sent {
  /** The API's, or a plain form's, which can do no work. */
  door: "api" | "plain form";
  /** The visitor's. */
  address: string;
  /** The idempotency key, if any. */
  key: string | undefined;
  form: FormWords;
}

export interface IntakeLimits {
  /** For each network; 0 lifts it. */
  perMinute: number;
  burst: number;
  /** Over all networks, from which on there is a flood; 0: there is none. */
  floodPerMinute: number;
  /** For how long a flood is taken to last after the limit was last passed. */
  floodMinutes: number;
  /** How old a plain form has to be while there is a flood. */
  floodWaitSeconds: number;
  /** The life of a challenge. */
  workSeconds: number;
  /** A form that is sent sooner looks like a program's; 0: none does by that. */
  formSeconds: number;
}

/** Plain forms sent within one flood; beyond it the oldest time could be used again. */
const mostForms = 50_000;

/**
 * Holds floods and spam off without knowing anybody: a token bucket for each network, and while the whole desk is flooded a proof of
 * work (scripts) or a short wait (plain forms). What only looks like a program's doing is taken in, as `isSuspected`.
 * `secret` signs the times of forms and outlives a restart.
 */
export function createIntake(deps: {
  secret: string;
  limits: IntakeLimits;
  /** Whether something has come with this idempotency key. */
  isKnown: (key: string) => Promise<boolean>;
  now: () => number;
}) {
  const { limits, now } = deps;
  const times = createFormTimes({ secret: deps.secret, now });
  const isLimited = limits.perMinute > 0 && limits.burst > 0;
  const buckets = createTokenBuckets({
    refillMs: isLimited ? 60_000 / limits.perMinute : 0,
    burst: limits.burst,
    now,
  });
  const keyOf = createNetworkKeys({ now, changed: () => buckets.clear() });
  const flood = createFlood({ limits: { perMinute: limits.floodPerMinute, minutes: limits.floodMinutes }, now });
  const work = createWork({ seconds: limits.workSeconds, now });
  const forms = createOnce({ most: mostForms, now });

  /** For how many seconds a plain form has to wait while there is a flood; each made form gets in once. */
  function formWait(made: FormTime): number {
    if (made.kind !== "made") return limits.floodWaitSeconds;
    const wait = made.at + limits.floodWaitSeconds * 1000 - now();
    if (wait > 0) return Math.ceil(wait / 1000);
    return forms.use(made.id, now() + limits.floodMinutes * 60_000) ? 0 : limits.floodWaitSeconds;
  }

  /** What holds it up, if anything does. */
  async function hold(sent: Sent, made: FormTime): Promise<HeldUp | null> {
    const wait = isLimited ? buckets.take(keyOf(sent.address)) : 0;
    if (wait > 0) return { outcome: "wait", seconds: Math.ceil(wait / 1000), because: "network" };

    const { work: payload } = sent.form;
    // It was counted when it was asked to work.
    if (sent.door === "api" && flood.isOn() && payload !== undefined && (await work.accept(payload))) return null;
    flood.count();
    if (!flood.isOn()) return null;
    if (sent.door === "api") return { outcome: "work", challenge: await work.ask(), seconds: 1 };
    const seconds = formWait(made);
    return seconds > 0 ? { outcome: "wait", seconds, because: "flood" } : null;
  }

  return {
    /**
     * The signed time for a form that is made now. One that is given back keeps its `earlier` one while that is good for another
     * try: a person who sends it again at once, as they were told to, is not too quick.
     */
    formTime(earlier?: string): string {
      const made = times.read(earlier);
      return earlier === undefined || made.kind !== "made" || forms.wasUsed(made.id) ? times.make() : earlier;
    },

    /** Whether a flood is on. */
    isFlooded: () => flood.isOn(),

    /**
     * Judges what somebody sends. What has come before, by its idempotency key, is never held up: it only gets its first answer
     * again.
     */
    async judge(sent: Sent): Promise<Judgement> {
      const { form, key } = sent;
      const made = times.read(form.formTime);
      const isHasty = made.kind === "made" && now() - made.at < limits.formSeconds * 1000;
      const isSuspected = made.kind === "forged" || isHasty || (form.homepage ?? "") !== "";
      const held = await hold(sent, made);
      if (held === null || (key !== undefined && (await deps.isKnown(key)))) return { outcome: "go", isSuspected };
      return held;
    },
  };
}
