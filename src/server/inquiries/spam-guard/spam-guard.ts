import type { Challenge } from "altcha-lib";
import { createHash, createHmac, randomBytes } from "node:crypto";
import type { HiddenFormValues } from "#contract/inquiries/submission.ts";
import { hasAnyLink } from "#domain/inquiries/suspicion.ts";
import { day, hour, minute } from "#domain/time/durations.ts";
import { createNetworkKeys } from "#server/lib/network.ts";
import { createOnce, createRecentMap, createTokenBuckets } from "#server/lib/recent-map.ts";
import { isSameSecret } from "#server/lib/tokens.ts";
import { createProofOfWork } from "./proof-of-work.ts";

export type SpamGuard = ReturnType<typeof createSpamGuard>;

/** The result for an inquiry or a report. `wait`: the visitor may retry after `seconds`. */
type Assessment = ({ outcome: "go"; isSuspected: boolean } & Pick<TextSource, "source">) | Throttled;
export type Throttled =
  | { outcome: "wait"; seconds: number; because: "network" | "flood" | "files" }
  | { outcome: "work"; challenge: Challenge; seconds: number };

/** Source of a text. */
export interface TextSource {
  /** A code of the network of a form, or the mailbox of a verified email. Texts without one share one source. */
  source?: string | undefined;
}

/** The submission to assess. */
interface Sent {
  /** A plain form works without scripts, so it cannot do a proof of work. */
  via: "api" | "plain form";
  /** The visitor's IP address. */
  address: string;
  /** The idempotency key, if any. */
  key: string | undefined;
  form: HiddenFormValues;
  /** The bytes of its files. */
  fileBytes?: number;
}

interface SpamGuardLimits {
  /** The limit per network; 0 disables it. */
  perMinute: number;
  burst: number;
  /** The rate over all networks above which a flood starts; 0 disables it. */
  floodPerMinute: number;
  /** Minutes that a flood lasts after the rate last exceeded the limit. */
  floodMinutes: number;
  /** The minimum age of a plain form during a flood. */
  floodWaitSeconds: number;
  /** The lifetime of a challenge. */
  workSeconds: number;
  /** Forms sent sooner look automated; 0 disables the check. */
  formSeconds: number;
  /** Megabytes of files per network and day; 0 disables the limit. */
  fileMegabytesPerDay: number;
}

/** Plain forms remembered per flood; beyond it, the oldest could be reused. */
const maxForms = 50_000;

/**
 * Throttles floods and spam without identifying anybody: a token bucket per network and, during a flood of the whole
 * desk, a proof of work (with scripts) or a short wait (plain forms). Submissions that only look automated are accepted
 * as `isSuspected`. `secret` signs form times and challenges, for every instance, and must outlive restarts.
 */
export function createSpamGuard(deps: {
  secret: string;
  limits: SpamGuardLimits;
  /** Returns whether a submission with this idempotency key exists. */
  isKnown: (key: string) => Promise<boolean>;
  now: () => number;
}) {
  const { limits, now } = deps;
  const times = createFormTimes({ secret: deps.secret, now });
  const isLimited = limits.perMinute > 0 && limits.burst > 0;
  const buckets = createTokenBuckets({
    refillMs: isLimited ? minute / limits.perMinute : 0,
    burst: limits.burst,
    now,
  });
  const kilobytes = createTokenBuckets({
    refillMs: limits.fileMegabytesPerDay > 0 ? day / (limits.fileMegabytesPerDay * 1024) : 0,
    burst: limits.fileMegabytesPerDay * 1024,
    now,
  });
  const keyOf = createNetworkKeys({
    now,
    changed: () => {
      buckets.clear();
      kilobytes.clear();
    },
  });
  const flood = createFlood({ limits: { perMinute: limits.floodPerMinute, minutes: limits.floodMinutes }, now });
  const work = createProofOfWork({ secret: deps.secret, seconds: limits.workSeconds, now });
  const forms = createOnce({ max: maxForms, now });

  /** The seconds that a plain form has to wait during a flood; each form is accepted once. */
  function formWait(made: FormTime): number {
    if (made.kind !== "made") return limits.floodWaitSeconds;
    const wait = made.at + limits.floodWaitSeconds * 1000 - now();
    if (wait > 0) return Math.ceil(wait / 1000);
    return forms.use(made.id, now() + limits.floodMinutes * minute) ? 0 : limits.floodWaitSeconds;
  }

  /** Throttles a submission if needed. Returns why, or null. */
  async function hold(sent: Sent, made: FormTime): Promise<Throttled | null> {
    const wait = isLimited ? buckets.take(keyOf(sent.address)) : 0;
    if (wait > 0) return { outcome: "wait", seconds: Math.ceil(wait / 1000), because: "network" };
    const { fileBytes = 0 } = sent;
    const isFileLimited = fileBytes > 0 && limits.fileMegabytesPerDay > 0;
    const fileWait = isFileLimited ? kilobytes.take(keyOf(sent.address), Math.ceil(fileBytes / 1024)) : 0;
    if (fileWait > 0) return { outcome: "wait", seconds: Math.ceil(fileWait / 1000), because: "files" };

    const { work: payload } = sent.form;
    // Already counted when it got its challenge.
    if (sent.via === "api" && flood.isOn() && payload !== undefined && (await work.accept(payload))) return null;
    flood.count();
    if (!flood.isOn()) return null;
    if (sent.via === "api") return { outcome: "work", challenge: await work.ask(), seconds: 1 };
    const seconds = formWait(made);
    return seconds > 0 ? { outcome: "wait", seconds, because: "flood" } : null;
  }

  return {
    /**
     * The signed time for a new form. A form shown again keeps its `earlier` time while that is valid, so that a
     * visitor who resends immediately, as asked, is not too fast.
     */
    formTime(earlier?: string): string {
      const made = times.read(earlier);
      return earlier === undefined || made.kind !== "made" || forms.wasUsed(made.id) ? times.make() : earlier;
    },

    /** Returns whether there is a flood. */
    isFlooded: () => flood.isOn(),

    /**
     * Assesses a submission. A retry, known by its idempotency key, is never throttled: it only gets its first response
     * again.
     */
    async assess(sent: Sent): Promise<Assessment> {
      const { form, key } = sent;
      const made = times.read(form.formTime);
      const isTooFast = made.kind === "made" && now() - made.at < limits.formSeconds * 1000;
      const isSuspected = made.kind === "forged" || isTooFast || (form.homepage ?? "") !== "";
      const throttled = await hold(sent, made);
      if (throttled !== null && (key === undefined || !(await deps.isKnown(key)))) return throttled;
      return { outcome: "go", isSuspected, source: keyOf(sent.address) };
    },
  };
}

/**
 * Detects floods: more than `perMinute` arrivals (after a burst of as many), and for `minutes` after the last excess.
 * `perMinute` of 0 disables it.
 */
function createFlood(deps: { limits: { perMinute: number; minutes: number }; now: () => number }) {
  const { limits, now } = deps;
  const bucket = createTokenBuckets({ refillMs: minute / Math.max(1, limits.perMinute), burst: limits.perMinute, now });
  let until = 0;

  return {
    /** Counts one arrival. */
    count(): void {
      if (limits.perMinute > 0 && bucket.take("all") > 0) until = now() + limits.minutes * minute;
    },

    isOn: (): boolean => now() < until,
  };
}

/** Time at which a form was made, if known; `id` is unique among forms. */
type FormTime = { kind: "made"; at: number; id: string } | { kind: "unknown" } | { kind: "forged" };

/** The age above which a form's time counts as missing: a form open that long says nothing about who fills it in. */
export const formTimeLife = 2 * day;

const pattern = /^([0-9a-z]{1,11})\.([\w-]{11})\.([\w-]{22})$/;

/**
 * Signed times of forms, which prove how long the sender has waited. `secret` must outlive restarts, so that open forms
 * stay valid.
 */
export function createFormTimes(deps: { secret: string; now: () => number }) {
  const mac = (text: string) =>
    createHmac("sha256", deps.secret).update(`form time ${text}`).digest().subarray(0, 16).toString("base64url");

  return {
    /** The time for a new form. */
    make(): string {
      const text = `${deps.now().toString(36)}.${randomBytes(8).toString("base64url")}`;
      return `${text}.${mac(text)}`;
    },

    /** Reads a form's time; `unknown` if it is missing or too old. */
    read(formTime: string | undefined): FormTime {
      if (formTime === undefined || formTime === "") return { kind: "unknown" };
      const [, made = "", id = "", code = ""] = pattern.exec(formTime) ?? [];
      if (!isSameSecret(mac(`${made}.${id}`), code)) return { kind: "forged" };
      const at = Number.parseInt(made, 36);
      const age = deps.now() - at;
      // The clock may have been set back since.
      return age < 0 || age > formTimeLife ? { kind: "unknown" } : { kind: "made", at, id };
    },
  };
}

/** Max remembered texts. Beyond half of this the oldest are dropped: a flood of different texts is no repetition. */
const max = 20_000;

/**
 * Counts how often a text came from one source, until it stays away for an hour; stores only hashes. Many people ask
 * the same in the same words, so others count only for a text with a link.
 */
export function createRecentTexts(deps: { now: () => number }) {
  const seen = createRecentMap<{ count: number; at: number }>({ max, life: hour });

  return {
    /** Returns how often this text came before, and counts it. */
    count(text: string, { source = "" }: TextSource): number {
      const time = deps.now();
      const counted = `${hasAnyLink(text) ? "" : source}\n${text.toLowerCase().replaceAll(/\s+/g, " ")}`;
      const key = createHash("sha256").update(counted).digest("base64url");
      const known = seen.get(key);
      const before = known === undefined || time - known.at >= hour ? 0 : known.count;
      seen.set(key, { count: before + 1, at: time }, time);
      return before;
    },
  };
}
