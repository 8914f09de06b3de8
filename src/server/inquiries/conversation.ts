import { portraitPath } from "#contract/paths.ts";
import type { Site } from "#contract/site/site.ts";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { Receipt } from "#contract/inquiries/submission.ts";
import { mayAnswer } from "#domain/inquiries/conversation.ts";
import { keyHolderOf, messageParts, type Part, partsOf, sightOf } from "#domain/inquiries/visibility.ts";
import { splitQuoted } from "#domain/inquiries/quoted-text.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { copy, inLanguage } from "#copy/current.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { dateText } from "#copy/locale/intl.ts";
import { momentText, timeText } from "#copy/locale/moment.ts";
import { initialsOf } from "#domain/profile.ts";
import { looksLikeSpam } from "#domain/inquiries/suspicion.ts";
import { hashToken, newToken } from "../lib/tokens.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { SettingsService } from "../settings/settings.ts";
import { type Attachments, type FileProblem, hashFiles } from "./attachments/attachments.ts";
import { noFiles, type SentFiles } from "../lib/sent-files.ts";
import { readRows } from "../lib/stored-rows.ts";
import type { StoredFile } from "./attachments/attachment-queries.ts";
import type { CheckedFile } from "./attachments/check-file.ts";
import type { BlockedSenders } from "./blocked-senders.ts";
import type { ConversationStore } from "./conversation-queries.ts";
import type { EntryProofs } from "./entry-proofs.ts";
import type { createSubmissionKeys } from "./inquiries.ts";
import type { InquiryStore, ReceivedInquiry } from "./inquiry-queries.ts";
import type { Submission, SubmissionStore } from "./submission-queries.ts";
import type { Space } from "../space/space.ts";

export type Conversations = ReturnType<typeof createConversations>;

/**
 * `refused files`: `problem` says why. `over`: the inquiry was closed too long ago, or is in the bin. `full`: too many
 * answers without a reply. `gone`: no inquiry has this key. `other fields`: the idempotency key was used with another
 * text.
 */
type AnswerResult =
  | { ok: true; receipt: Receipt }
  | { ok: false; reason: "refused files"; problem: FileProblem }
  | { ok: false; reason: "over" | "full" | "gone" | "other fields" };

/** The visitor's side of conversations. `key` is always that of a private page. */
export function createConversations(deps: {
  /** Throws if what is left on the disk is for the team. */
  space: Pick<Space, "admit">;
  store: ConversationStore;
  inquiries: Pick<InquiryStore, "findByReceipt">;
  blockedSenders: Pick<BlockedSenders, "isBlocked">;
  attachments: Pick<Attachments, "check" | "of" | "find" | "content" | "unchanged">;
  proofs: Pick<EntryProofs, "unprovedIn">;
  submissions: SubmissionStore;
  submissionKeys: Pick<ReturnType<typeof createSubmissionKeys>, "answer">;
  outbox: Pick<Outbox, "messagesForAnswer">;
  settings: Pick<SettingsService, "current">;
  /** Called after each durable change. */
  publishInbox: () => void;
  site: Pick<Site, "timeZone">;
  now: () => number;
}) {
  const { store, outbox, now } = deps;
  /** A moment on the clock of the site's place, as a visitor's page says it, and its day and its time of day. */
  const momentIn = (language: Language, at: number) =>
    inLanguage(language, () => {
      const { timeZone } = deps.site;
      const { clock } = copy.channels;
      return {
        at: momentText(at, clock, { timeZone }),
        day: dateText(new Date(at).toISOString(), timeZone),
        time: timeText(at, clock, { timeZone }),
      };
    });

  const holderOf = ({ isMailedKey, isAddressProved: isProved }: ReceivedInquiry) =>
    keyHolderOf({ isMailedKey, isProved });

  const received = (key: string) => deps.inquiries.findByReceipt(hashToken(key));

  async function shown(inquiry: ReceivedInquiry, language: Language): Promise<Receipt> {
    const { reference, status, createdAt, kind, reported, fields, isMailStopped } = inquiry;
    const holder = holderOf(inquiry);
    const { mail } = await deps.settings.current();
    const sent = await store.sentEntries(inquiry.id, now());
    // A reply that can still be taken back has answered nobody.
    const shownStatus =
      status === "answered" || status === "closed"
        ? ((await store.statusBeforeLeaving(inquiry.id, now())) ?? status)
        : status;
    const unproved = await deps.proofs.unprovedIn([inquiry.id]);
    const files = await deps.attachments.of(inquiry.id);
    const filesOf = (id: string, part: Part, isReplys = false) =>
      sightOf(part, holder) === "none"
        ? []
        : (files.get(id) ?? []).map(({ name, isLogo: _isLogo, ...file }) =>
            isReplys && name !== "" ? { ...file, name } : file,
          );
    const hasFields = sightOf("fields", holder) === "all";
    const entries = readRows("inquiry_entry", sent, ({ createdAt: at, author, ...entry }) => {
      if (unproved.has(entry.id)) return [];
      const parts = partsOf({ ...entry, email: fields.email });
      const sight = sightOf(parts.text, holder);
      if (sight === "none") return [];
      // The visitor knows what their mail program has quoted.
      const text = entry.way === "email" && entry.kind === "answer" ? splitQuoted(entry.text).written : entry.text;
      const isNotice = sight === "notice";
      return [
        {
          attachments: filesOf(entry.id, parts.files, entry.kind === "reply"),
          kind: entry.kind,
          text: isNotice ? dictionaries[language].receipt.repliedByEmail : text,
          isNotice,
          by: author?.name ?? "",
          face: author === null ? "" : author.picture === null ? initialsOf(author.name) : portraitPath(author.picture),
          ...momentIn(language, at),
        },
      ];
    }).flat();
    const isMailed = mail !== null && fields.email !== "";
    const moment = Number.isNaN(new Date(createdAt).getTime()) ? undefined : momentIn(language, createdAt);
    return {
      reference,
      status: shownStatus === "suspected" ? "new" : shownStatus,
      receivedAt: moment?.at ?? "",
      ...(moment && { receivedDay: moment.day, receivedTime: moment.time }),
      kind,
      reported: hasFields ? reported : "",
      fields: hasFields ? fields : { name: "", phone: "", email: "", city: "", query: fields.query },
      attachments: filesOf(inquiry.id, messageParts.files),
      entries,
      mayAnswer: mayAnswer(inquiry.continuedIn ?? inquiry, now()),
      continuedUnder: inquiry.continuedIn?.reference ?? null,
      mail: !isMailed ? null : isMailStopped ? "stopped" : "on",
      address: holder === "mailed" ? null : holder === "proved" ? "proved" : isMailed ? "open" : null,
    };
  }

  /** Adds an answer. One that is likely spam or of a blocked sender notifies nobody; it is in the inbox like others. */
  async function add(
    inquiry: Pick<ReceivedInquiry, "id" | "status" | "fields">,
    {
      text,
      isSuspected,
      id = randomUUID(),
      ...sent
    }: {
      text: string;
      id?: string | undefined;
      isSuspected: boolean;
      way: "page" | "email";
      sender: string | null;
      attachments: readonly CheckedFile[];
    },
    submission: Submission | undefined,
  ) {
    const { status, fields } = inquiry;
    const isBlocked = await deps.blockedSenders.isBlocked(fields);
    const isQuiet =
      isBlocked ||
      isSuspected ||
      status === "suspected" ||
      looksLikeSpam({ ...fields, query: sent.way === "email" ? splitQuoted(text).written : text }, 0);
    const messages = isQuiet ? [] : await outbox.messagesForAnswer(id);
    const answer = { id, inquiryId: inquiry.id, text, isQuiet, ...sent };
    const outcome = await store.addAnswer(answer, messages, submission, now());
    if (outcome === "added") deps.publishInbox();
    return outcome;
  }

  return {
    /** The inquiry as its visitor sees it, with times in a language; null if none has this key. */
    async find(key: string, language: Language = defaultLanguage): Promise<Receipt | null> {
      const inquiry = await received(key);
      return inquiry === null ? null : shown(inquiry, language);
    },

    /**
     * Accepts a visitor's answer; once this resolves it is durable. The same idempotency key with the same text counts
     * once.
     */
    async answer(
      key: string,
      text: string,
      options: {
        idempotencyKey: string | undefined;
        isSuspected: boolean;
        files?: SentFiles;
        language?: Language | undefined;
      },
    ): Promise<AnswerResult> {
      const inquiry = await received(key);
      if (inquiry === null) return { ok: false, reason: "gone" };
      const { idempotencyKey, files = noFiles, language = defaultLanguage } = options;
      // Before the key: files that were not read to their end cannot be compared with those of another try.
      if (files.problem !== undefined) return { ok: false, reason: "refused files", problem: files.problem };
      const submission =
        idempotencyKey === undefined
          ? undefined
          : deps.submissionKeys.answer(idempotencyKey, inquiry.id, text, hashFiles(files));
      // Most retries end here, without a write.
      const known = submission === undefined ? null : await deps.submissions.find(submission.keyHash);
      if (known === null) deps.space.admit();
      const { isSuspected } = options;
      const checked = known === null ? await deps.attachments.check(files) : { ok: true as const, checked: [] };
      if (!checked.ok) return { ok: false, reason: "refused files", problem: checked.reason };
      const answer = { text, isSuspected, way: "page" as const, sender: null, attachments: checked.checked };
      const outcome = known ?? (await add(inquiry, answer, submission));
      if (outcome === "over" || outcome === "full") return { ok: false, reason: outcome };
      if (outcome !== "added" && outcome.bodyHash !== submission?.bodyHash)
        return { ok: false, reason: "other fields" };
      return { ok: true, receipt: await shown((await received(key)) ?? inquiry, language) };
    },

    /** Adds an answer of the page that tells the team that no email came, once a day for the same text. */
    async sayNoEmail(
      key: string,
      text: string,
    ): Promise<{ ok: true } | { ok: false; reason: "gone" | "over" | "full" }> {
      const inquiry = await received(key);
      if (inquiry === null || inquiry.isMailedKey) return { ok: false, reason: "gone" };
      const today = new Date(now()).toISOString().slice(0, 10);
      const submission = deps.submissionKeys.answer(`no email ${inquiry.id} ${today} ${text}`, inquiry.id, text);
      const answer = { text, isSuspected: false, way: "page" as const, sender: null, attachments: [] };
      const outcome = await add(inquiry, answer, submission);
      return outcome === "over" || outcome === "full" ? { ok: false, reason: outcome } : { ok: true };
    },

    /**
     * Adds what a visitor answered by email, once for each `key`; `sender` is its address if it is not the inquiry's.
     * `known`: an email with this key was added before.
     */
    async answerByEmail(
      inquiry: Pick<ReceivedInquiry, "id" | "status" | "fields">,
      text: string,
      sender: string | null,
      { key, id, attachments }: { key: string; id?: string; attachments: readonly CheckedFile[] },
    ): Promise<"answered" | "known" | "over" | "full"> {
      const submission = deps.submissionKeys.answer(key, inquiry.id, text);
      const answer = { id, text, isSuspected: false, way: "email" as const, sender, attachments };
      const outcome = await add(inquiry, answer, submission);
      if (outcome === "over" || outcome === "full") return outcome;
      return outcome === "added" ? "answered" : "known";
    },

    /**
     * A file that the holder of this key may see, with its content; null if there is none.
     */
    async file(key: string, id: string): Promise<{ file: StoredFile; parts: AsyncIterable<Buffer> } | null> {
      const inquiry = await received(key);
      const file = inquiry === null ? null : await deps.attachments.find(id);
      if (inquiry === null || file === null || file.inquiryId !== inquiry.id) return null;
      const { entry, leavesAt } = file;
      if (entry === "gone" || (leavesAt !== null && leavesAt > now())) return null;
      const sight = sightOf((entry === null ? messageParts : partsOf(entry)).files, holderOf(inquiry));
      const isSeen = sight === "all" || (sight === "pictures" && file.type === "image/webp");
      if (!isSeen) return null;
      if (entry?.kind === "reply") {
        const isProved = !(await deps.proofs.unprovedIn([inquiry.id])).has(file.entryId ?? "");
        const proved = isProved ? await deps.attachments.unchanged(file) : null;
        return proved === null ? null : { file, parts: Readable.from([proved]) };
      }
      const content = await deps.attachments.content(file);
      return content === null ? null : { file, parts: content };
    },

    /** Ends emails about the inquiry, or allows them again. */
    async setMailStopped(key: string, isStopped: boolean): Promise<void> {
      const inquiry = await received(key);
      if (inquiry === null) return;
      await store.setMailStopped(inquiry.id, isStopped, now());
      deps.publishInbox();
    },

    /** A new key to the private page, for an email; null if the inquiry is gone or in the bin. */
    async newLinkKey(inquiryId: string): Promise<string | null> {
      const key = newToken();
      return (await store.addLink(hashToken(key), inquiryId, now())) ? key : null;
    },
  };
}
