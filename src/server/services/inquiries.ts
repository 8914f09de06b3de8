import { randomBytes, randomUUID } from "node:crypto";
import type { ImpostorReport } from "#domain/impostor-report.ts";
import type { Inquiry, InquiryKind } from "#domain/inquiry.ts";
import { daysUnclosed } from "#domain/retention.ts";
import type { InquiryStatus } from "#domain/inquiry-status.ts";
import type { AuditActor } from "#domain/audit.ts";
import { newReference } from "#domain/reference.ts";
import { resendDays } from "#domain/submission.ts";
import { looksLikeSpam, reportLooksLikeSpam } from "#domain/suspicion.ts";
import type { ErasureReason, InquiryStore, SeenInquiry } from "../store/inquiries.ts";
import type { KnownSubmission, Submission, SubmissionStore } from "../store/submissions.ts";
import type { Audit } from "./audit.ts";
import type { Outbox } from "./outbox.ts";
import { readPhoneNumber } from "./phone-number.ts";
import { createRecentTexts } from "./recent-texts.ts";
import type { SubmissionKeys } from "./submission-keys.ts";
import { hashToken, newToken } from "./tokens.ts";

export type Inquiries = ReturnType<typeof createInquiries>;

const day = 86_400_000;
/** Erased in small batches: taking one out of the search index costs many milliseconds, and others wait meanwhile. */
const batch = 2;

/** What the visitor gets for an accepted inquiry: its name, and the key to its private page, which is not kept in clear. */
export interface AcceptedInquiry {
  outcome: "accepted";
  reference: string;
  receiptKey: string;
}

/** `other fields`: the idempotency key has come with others before, and nothing is kept. */
export type Submitted = AcceptedInquiry | { outcome: "other fields" };

/** How an inquiry came: with which idempotency key, and whether its way already makes it suspicious. */
export interface How {
  key?: string | undefined;
  isSuspected: boolean;
}

type Keyless = How & { key?: undefined };

/** What is kept of an inquiry or a report. */
interface Received {
  kind: InquiryKind;
  reported: string;
  fields: Inquiry;
}

/** `suspected`: taken in, and put aside. `repeated`: it had come before, and got its first answer again. */
type Taken = Record<"accepted" | "suspected" | "repeated", number>;

const asItCame: Keyless = { isSuspected: false };

export function createInquiries(deps: {
  store: InquiryStore;
  submissions: SubmissionStore;
  submissionKeys: SubmissionKeys;
  audit: Pick<Audit, "draft" | "written">;
  outbox: Outbox;
  country: string;
  /** How long a closed inquiry is kept. */
  retentionDays: () => Promise<number>;
  /** Called after each change that is on disk. */
  told: () => void;
  now: () => number;
}) {
  const { store, submissions, submissionKeys, audit, outbox, now } = deps;
  // Those that are no numbers stay unread, and no more of them come.
  let numbersReadTo = 0;
  let hasReadNumbers = false;
  const recentTexts = createRecentTexts({ now });
  const taken: Record<InquiryKind, Taken> = {
    message: { accepted: 0, suspected: 0, repeated: 0 },
    impostor: { accepted: 0, suspected: 0, repeated: 0 },
  };

  /** The entry of an erasure, which is all that is left to be said of an inquiry: its id, and why it is gone. */
  const erasureBy = (by: AuditActor, reason: ErasureReason) => (inquiry: string) =>
    audit.draft({ kind: "inquiry-erased", by, about: { inquiry, reason } });

  function tellErased(): void {
    audit.written();
    deps.told();
  }

  async function erase(numbers: readonly number[], reason: ErasureReason): Promise<number> {
    const erased = await store.erase(numbers, reason, now(), erasureBy(null, reason));
    if (erased > 0) tellErased();
    return erased;
  }

  /** Erases batch after batch of what `next` finds, until the signal is given. */
  async function eraseAll(next: () => Promise<number[]>, reason: ErasureReason, signal?: AbortSignal): Promise<number> {
    let erased = 0;
    for (;;) {
      const numbers = signal?.aborted ? [] : await next();
      if (numbers.length === 0) return erased;
      erased += await erase(numbers, reason);
      await pause();
    }
  }

  /** What is erased is not to be read in the log, either; where that must wait, it waits for the next tidying. */
  async function forgetErased(erased: number): Promise<number> {
    if (erased > 0) await store.forgetErased();
    return erased;
  }

  /** The answer that the first try got, or would have got; the receipt's key is made again, since it is kept nowhere. */
  function answerAgain(
    known: KnownSubmission,
    submission: Submission,
    { key, kind }: { key: string; kind: InquiryKind },
  ): Submitted {
    if (known.bodyHash !== submission.bodyHash) return { outcome: "other fields" };
    taken[kind].repeated += 1;
    const { reference } = known;
    return { outcome: "accepted", reference, receiptKey: submissionKeys.receiptKey(key, reference) };
  }

  /** `looksSuspicious` is asked of what has not come before: a retry is no second text. */
  async function accept(received: Received, how: How, looksSuspicious: () => boolean): Promise<Submitted> {
    const { key } = how;
    const submission = key === undefined ? undefined : submissionKeys.submission(key, received);
    if (key !== undefined && submission !== undefined) {
      const known = await submissions.find(submission.keyHash);
      if (known !== null) return answerAgain(known, submission, { key, kind: received.kind });
    }
    const id = randomUUID();
    const { phone, email } = received.fields;
    const phoneKey = readPhoneNumber(phone, deps.country)?.key ?? null;
    const status: InquiryStatus = looksSuspicious() || how.isSuspected ? "suspected" : "new";
    const messages = await outbox.messagesFor({ status, hasAddress: email !== "" });
    for (;;) {
      const reference = newReference(randomBytes);
      const receiptKey = key === undefined ? newToken() : submissionKeys.receiptKey(key, reference);
      const inquiry = { id, reference, receiptHash: hashToken(receiptKey), status, phoneKey, ...received };
      const outcome = await store.insert(inquiry, messages, now(), submission);
      if (outcome === "kept") {
        taken[received.kind][status === "suspected" ? "suspected" : "accepted"] += 1;
        outbox.wake();
        deps.told();
        return { outcome: "accepted", reference, receiptKey };
      }
      // Another try with the same key was first, in this process or in another.
      if (outcome !== "taken" && key !== undefined && submission !== undefined) {
        return answerAgain(outcome, submission, { key, kind: received.kind });
      }
    }
  }

  function submit(fields: Inquiry, how?: Keyless): Promise<AcceptedInquiry>;
  function submit(fields: Inquiry, how: How): Promise<Submitted>;
  function submit(fields: Inquiry, how: How = asItCame): Promise<Submitted> {
    return accept({ kind: "message", reported: "", fields }, how, () =>
      looksLikeSpam(fields, recentTexts.count(fields.query)),
    );
  }

  function report(given: ImpostorReport, how?: Keyless): Promise<AcceptedInquiry>;
  function report(given: ImpostorReport, how: How): Promise<Submitted>;
  function report(given: ImpostorReport, how: How = asItCame): Promise<Submitted> {
    const { reported, happened, reach } = given;
    const reachable = reach.includes("@") ? { email: reach, phone: "" } : { email: "", phone: reach };
    const fields = { name: "", city: "", query: happened, ...reachable };
    return accept({ kind: "impostor", reported, fields }, how, () =>
      reportLooksLikeSpam(given, recentTexts.count(happened)),
    );
  }

  return {
    /** Accepts an inquiry; once this resolves it is on disk. The same key with the same fields gets the first answer again. */
    submit,

    /** Accepts an impostor report; it is kept as an inquiry that may leave out who wrote it. */
    report,

    /** How many of a kind were taken in since the start. */
    taken: (kind: InquiryKind): Readonly<Taken> => taken[kind],

    /** Whether something has come with this idempotency key. */
    isKnown: async (key: string): Promise<boolean> => (await submissions.find(submissionKeys.keyHash(key))) !== null,

    /** Forgets the idempotency keys that no browser will send again. */
    forgetSubmissions: (): Promise<void> => submissions.forgetBefore(now() - (resendDays + 1) * day),

    /** Reads the telephone numbers of inquiries that came before numbers were read. */
    async readOldNumbers(signal?: AbortSignal): Promise<void> {
      while (!hasReadNumbers) {
        if (signal?.aborted) return;
        const old = await store.withoutPhoneKey(numbersReadTo, batch);
        if (old.length === 0) {
          hasReadNumbers = true;
          return;
        }
        const read = old.map(({ number, phone }) => ({
          number,
          phoneKey: readPhoneNumber(phone, deps.country)?.key,
        }));
        const keys = read.flatMap(({ number, phoneKey }) => (phoneKey ? [{ number, phoneKey }] : []));
        if (keys.length > 0) await store.setPhoneKeys(keys);
        numbersReadTo = old.at(-1)?.number ?? numbersReadTo;
        await pause();
      }
    },

    /** The inquiry whose sender holds this key, or null. */
    findByReceipt: (key: string) => store.findByReceipt(hashToken(key)),

    /** Erases the inquiry whose sender holds this key; false where there is none. */
    async eraseByReceipt(key: string): Promise<boolean> {
      const found = await store.findByReceipt(hashToken(key));
      return found !== null && (await forgetErased(await erase([found.number], "visitor"))) > 0;
    },

    /** Erases for the team what still is as it was seen; `refused` names what a colleague had changed, which is kept. */
    async erase(seen: readonly SeenInquiry[], by: AuditActor = null): Promise<{ erased: number; refused: string[] }> {
      let erased = 0;
      const refused: string[] = [];
      for (let start = 0; start < seen.length; start += batch) {
        const part = seen.slice(start, start + batch);
        const outcomes = await store.eraseSeen(part, "team", now(), erasureBy(by, "team"));
        if (outcomes.includes("erased")) tellErased();
        erased += outcomes.filter((outcome) => outcome === "erased").length;
        refused.push(...part.filter((_, at) => outcomes[at] === "stale").map(({ id }) => id));
        await pause();
      }
      await forgetErased(erased);
      return { erased, refused };
    },

    /** Erases what has been kept for as long as the privacy page says, and answers how many there were. */
    async eraseOld(signal?: AbortSignal): Promise<number> {
      const days = await deps.retentionDays();
      const over = { closed: now() - days * day, untouched: now() - daysUnclosed(days) * day };
      const erased = await eraseAll(() => store.numbersOver(over, batch), "retention", signal);
      // Whatever was erased: at an earlier time this may have had to wait.
      await store.forgetErased();
      return erased;
    },

    /** Erases every inquiry sent with this address, as its owner may ask, and answers how many there were. */
    eraseByEmail: async (email: string): Promise<number> =>
      forgetErased(await eraseAll(() => store.numbersByEmail(email.trim(), batch), "request")),
  };
}

const pause = () => new Promise<void>((resolve) => void setImmediate(resolve));
