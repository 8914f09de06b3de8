import type { Site } from "#contract/site/site.ts";
import { randomBytes, randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { AuditActor } from "#domain/audit.ts";
import {
  type ImpostorReport,
  type Inquiry,
  type InquiryKind,
  type InquiryStatus,
  type InquiryWay,
  newReference,
  resendDays,
} from "#domain/inquiries/inquiry.ts";
import { looksLikeSpam, reportLooksLikeSpam } from "#domain/inquiries/suspicion.ts";
import type { Language } from "#domain/languages.ts";
import { day } from "#domain/time/durations.ts";
import type { Audit } from "../audit/audit.ts";
import type { BinStore } from "../inbox/bin/bin-queries.ts";
import { createCountedLog } from "../lib/counted-log.ts";
import { readPhoneNumber } from "../lib/phone-number.ts";
import { hashToken, keyedHash, newToken } from "../lib/tokens.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { AssignmentStore } from "./assignment-queries.ts";
import { type Attachments, type FileProblem, hashFiles } from "./attachments/attachments.ts";
import { noFiles, type SentFiles } from "../lib/sent-files.ts";
import type { CheckedFile } from "./attachments/check-file.ts";
import type { BlockedSenders } from "./blocked-senders.ts";
import type { ErasureStore } from "./erasure-queries.ts";
import { createErasing } from "./erasing.ts";
import type { InquiryStore } from "./inquiry-queries.ts";
import { currentSpan } from "../tracing/current-span.ts";
import { createRecentTexts, type TextSource } from "./spam-guard/spam-guard.ts";
import type { KnownSubmission, Submission, SubmissionStore } from "./submission-queries.ts";
import type { Space } from "../space/space.ts";

export type Inquiries = ReturnType<typeof createInquiries>;

/** Small, so that reading telephone numbers does not block others. */
const batchSize = 2;

/**
 * The visitor's response to an accepted inquiry: its reference, and the key to its private page, stored only as a hash.
 */
interface AcceptedInquiry {
  outcome: "accepted";
  reference: string;
  receiptKey: string;
}

/**
 * `other fields`: the idempotency key was used with other fields before; `refused files`: `problem` says why. Nothing
 * is stored.
 */
export type Submitted =
  | AcceptedInquiry
  | { outcome: "other fields" }
  | { outcome: "refused files"; problem: FileProblem };

/** Circumstances of an inquiry: its idempotency key, and whether the spam guard already suspects it. */
interface Circumstances extends TextSource {
  key?: string | undefined;
  isSuspected: boolean;
  /** The language of the visitor's page. Not part of what the key stands for: nobody types it. */
  language?: Language | undefined;
  /** One by email is not acknowledged: anybody can forge its sender. */
  way?: InquiryWay;
  /** The id that it gets. */
  id?: string;
  /** A member has chosen to take it: it is never suspected. */
  isChosen?: boolean;
  /** Its files: as they were sent, or checked already. */
  files?: SentFiles | undefined;
  checkedFiles?: readonly CheckedFile[];
}

type Keyless = Circumstances & { key?: undefined; files?: undefined };

/** The stored fields of an inquiry or a report. */
interface Received {
  kind: InquiryKind;
  reported: string;
  fields: Inquiry;
}

/** `suspected`: accepted, but flagged as suspected spam. `repeated`: a retry that got its first response again. */
type Taken = Record<"accepted" | "suspected" | "repeated", number>;

const unsuspected: Keyless = { isSuspected: false };

export function createInquiries(deps: {
  /** Throws if what is left on the disk is for the team. */
  space: Pick<Space, "admit">;
  store: InquiryStore & ErasureStore;
  /** Thread that erases, as in `createErasing`. */
  thread?: Parameters<typeof createErasing>[0]["thread"];
  bin: Pick<BinStore, "numbersUntil" | "countUntil">;
  blockedSenders: Pick<BlockedSenders, "isBlocked">;
  assignments: AssignmentStore;
  settings: Pick<SettingsService, "current">;
  submissions: SubmissionStore;
  submissionKeys: SubmissionKeys;
  attachments: Pick<Attachments, "check">;
  audit: Pick<Audit, "draft" | "written">;
  outbox: Outbox;
  site: Pick<Site, "country">;
  /** Days until closed inquiries, and deleted ones in the bin, are erased. */
  retention: () => Promise<{ retentionDays: number; binDays: number }>;
  /** Emails that were not taken. */
  untakenMails: { eraseByEmail: (email: string) => Promise<number> };
  /** Called after each durable change. */
  publishInbox: () => void;
  now: () => number;
}) {
  const { store, submissions, submissionKeys, outbox, now } = deps;
  // Invalid numbers never get a key: continue after them. New inquiries are parsed on arrival.
  let numbersReadTo = 0;
  let hasReadNumbers = false;
  const recentTexts = createRecentTexts({ now });
  let reportUnassigned: (error: unknown) => void = () => undefined;
  const taken: Record<InquiryKind, Taken> = {
    message: { accepted: 0, suspected: 0, repeated: 0 },
    impostor: { accepted: 0, suspected: 0, repeated: 0 },
  };

  const erasing = createErasing(deps);

  /**
   * The response that the first try got, or would have got. The receipt key is derived again, since it is not stored.
   */
  function respondAgain(
    known: KnownSubmission,
    submission: Submission,
    { key, kind }: { key: string; kind: InquiryKind },
  ): Submitted {
    if (known.bodyHash !== submission.bodyHash) return { outcome: "other fields" };
    taken[kind].repeated += 1;
    const { reference } = known;
    return { outcome: "accepted", reference, receiptKey: submissionKeys.receiptKey(key, reference) };
  }

  async function assignInTurn(id: string): Promise<void> {
    if (!(await deps.settings.current()).assignsInTurn) return;
    await deps.assignments.assignInTurn(id, now());
    deps.publishInbox();
  }

  /** Calls `looksSuspicious` only for new submissions: a retry does not count as a repeated text. */
  async function accept(
    received: Received,
    options: Circumstances,
    looksSuspicious: () => boolean,
  ): Promise<Submitted> {
    const { key, files = noFiles } = options;
    // Before the key: files that were not read to their end cannot be compared with those of another try.
    if (files.problem !== undefined) return { outcome: "refused files", problem: files.problem };
    const submission = key === undefined ? undefined : submissionKeys.submission(key, received, hashFiles(files));
    if (key !== undefined && submission !== undefined) {
      const known = await submissions.find(submission.keyHash);
      if (known !== null) return respondAgain(known, submission, { key, kind: received.kind });
    }
    deps.space.admit();
    const checked = await deps.attachments.check(files);
    if (!checked.ok) return { outcome: "refused files", problem: checked.reason };
    const attachments = [...checked.checked, ...(options.checkedFiles ?? [])];
    const { id = randomUUID(), isChosen = false, way = "form" } = options;
    const { phone, email } = received.fields;
    const phoneKey = readPhoneNumber(phone, deps.site.country)?.key ?? null;
    const isBlocked = await deps.blockedSenders.isBlocked({ phone, email });
    const isSuspected = looksSuspicious() || options.isSuspected || isBlocked;
    const status: InquiryStatus = isSuspected && !isChosen ? "suspected" : "new";
    const made = await outbox.messagesFor({ status, hasAddress: email !== "" && way !== "email" });
    // A blocked sender notifies nobody; the messages are made all the same, so that it takes as long.
    const messages = isBlocked ? [] : made;
    for (;;) {
      const reference = newReference(randomBytes);
      const receiptKey = key === undefined ? newToken() : submissionKeys.receiptKey(key, reference);
      const receiptHash = hashToken(receiptKey);
      const { language } = options;
      const inquiry = { id, reference, receiptHash, status, phoneKey, attachments, language, way, ...received };
      const outcome = await store.insert(inquiry, messages, now(), submission);
      if (outcome === "kept") {
        taken[received.kind][status === "suspected" ? "suspected" : "accepted"] += 1;
        currentSpan.getStore()?.setAttribute("inquiry.reference", reference);
        deps.publishInbox();
        // The visitor does not wait for it: it may fail, and would tell that the message is not suspected.
        if (status === "new") void assignInTurn(id).catch((error) => reportUnassigned(error));
        return { outcome: "accepted", reference, receiptKey };
      }
      // Another try with the same key was first, in this process or in another.
      if (outcome !== "taken" && key !== undefined && submission !== undefined) {
        return respondAgain(outcome, submission, { key, kind: received.kind });
      }
    }
  }

  function submit(fields: Inquiry, options?: Keyless): Promise<AcceptedInquiry>;
  function submit(fields: Inquiry, options: Circumstances): Promise<Submitted>;
  function submit(fields: Inquiry, options: Circumstances = unsuspected): Promise<Submitted> {
    return accept({ kind: "message", reported: "", fields }, options, () =>
      looksLikeSpam(fields, recentTexts.count(fields.query, options)),
    );
  }

  function report(given: ImpostorReport, options?: Keyless): Promise<AcceptedInquiry>;
  function report(given: ImpostorReport, options: Circumstances): Promise<Submitted>;
  function report(given: ImpostorReport, options: Circumstances = unsuspected): Promise<Submitted> {
    const { reported, happened, reach } = given;
    const reachable = reach.includes("@") ? { email: reach, phone: "" } : { email: "", phone: reach };
    const fields = { name: "", city: "", query: happened, ...reachable };
    return accept({ kind: "impostor", reported, fields }, options, () =>
      reportLooksLikeSpam(given, recentTexts.count(happened, options)),
    );
  }

  return {
    /**
     * Accepts an inquiry; once this resolves it is durable. The same key with the same fields gets the first response
     * again.
     */
    submit,

    /** Accepts an impostor report, stored as an inquiry whose sender may be anonymous. */
    report,

    /** Logs inquiries that could not be assigned in turn, from then on. */
    logTo(log: Pick<FastifyBaseLogger, "error">): void {
      reportUnassigned = createCountedLog((count, err: unknown) =>
        log.error({ count, err }, "new inquiries stay unassigned: their assignment failed"),
      );
    },

    /** Returns how many inquiries of a kind were accepted since the start. */
    taken: (kind: InquiryKind): Readonly<Taken> => taken[kind],

    /** Returns whether a submission with this idempotency key exists. */
    isKnown: async (key: string): Promise<boolean> => (await submissions.find(submissionKeys.keyHash(key))) !== null,

    /** Purges idempotency keys that browsers no longer retry. */
    purgeSubmissions: (): Promise<void> => submissions.deleteBefore(now() - (resendDays + 1) * day),

    /** Parses the telephone numbers of inquiries from versions that did not. */
    async readOldNumbers(signal?: AbortSignal): Promise<void> {
      while (!hasReadNumbers) {
        if (signal?.aborted) return;
        const old = await store.withoutPhoneKey(numbersReadTo, batchSize);
        if (old.length === 0) {
          hasReadNumbers = true;
          return;
        }
        const read = old.map(({ number, phone }) => ({
          number,
          phoneKey: readPhoneNumber(phone, deps.site.country)?.key,
        }));
        const keys = read.flatMap(({ number, phoneKey }) => (phoneKey ? [{ number, phoneKey }] : []));
        if (keys.length > 0) await store.setPhoneKeys(keys);
        numbersReadTo = old.at(-1)?.number ?? numbersReadTo;
        await setImmediate();
      }
    },

    /** The inquiry with this receipt key, or null. */
    findByReceipt: (key: string) => store.findByReceipt(hashToken(key)),

    /** Erases the inquiry with this receipt key; false if there is none. */
    async eraseByReceipt(key: string): Promise<boolean> {
      const found = await store.findByReceipt(hashToken(key));
      return found !== null && (await erasing.eraseNow([found.number], "visitor")) > 0;
    },

    /** Erases the inquiries that are still in the bin, for an owner, and returns their count. */
    eraseBinned: (numbers: readonly number[], actor: AuditActor): Promise<number> =>
      erasing.eraseNow(numbers, "team", { by: actor, inBin: true }),

    /** Erases inquiries past the retention that the privacy page states, and returns their count. */
    eraseOld: (signal?: AbortSignal): Promise<number> => erasing.eraseOld(signal),

    /** Returns how many inquiries are past the retention: those that the last `eraseOld` found and did not erase. */
    erasureBacklog: (): number => erasing.backlog(),

    /**
     * Erases every inquiry sent with this address, and every email of it that was not taken, at the sender's request.
     * Returns their count.
     */
    async eraseByEmail(email: string): Promise<number> {
      let erased = 0;
      // Repeats until none is left: many take a while, and more may come meanwhile.
      for (;;) {
        const more = await erasing.eraseNow(await store.numbersByEmail(email.trim()), "request");
        if (more === 0) break;
        erased += more;
      }
      // Afterwards: an answer on one of those inquiries without its sender would count as proven.
      await store.removeSender(email.trim());
      return erased + (await deps.untakenMails.eraseByEmail(email));
    },
  };
}

type SubmissionKeys = ReturnType<typeof createSubmissionKeys>;

/**
 * Hashes of an idempotency key and its fields. `secret` is the store's, not the signing key, which may be rotated
 * between a try and its retry. Each hash includes the key, which is not stored, so the fields cannot be guessed from
 * theirs.
 */
export function createSubmissionKeys(secret: string) {
  const mac = (purpose: string, ...parts: readonly string[]) => keyedHash(secret, purpose, ...parts);
  const keyHash = (key: string) => mac("key", key);

  return {
    keyHash,

    /** `files` is a hash of them; without any, the hash is that of versions that knew none. */
    submission(
      key: string,
      received: { kind: InquiryKind; reported: string; fields: Inquiry },
      files: string,
    ): Submission {
      const { kind, reported, fields } = received;
      const { name, phone, email, city, query } = fields;
      const parts = [kind, reported, name, phone, email, city, query, ...(files === "" ? [] : [files])];
      return { keyHash: keyHash(key), bodyHash: mac("fields", key, ...parts) };
    },

    /** Returns the hashes of a visitor's answer to an inquiry. */
    answer: (key: string, inquiryId: string, text: string, files = ""): Submission => ({
      keyHash: keyHash(key),
      bodyHash: mac("answer", key, inquiryId, text, ...(files === "" ? [] : [files])),
    }),

    /**
     * The key to the visitor's private page, the same for each try. Includes the reference, since a purged idempotency
     * key may be reused.
     */
    receiptKey: (key: string, reference: string): string => mac("receipt", key, reference),
  };
}
