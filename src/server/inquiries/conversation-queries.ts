import { append } from "#domain/lists.ts";
import type { Kysely, Selectable, Transaction } from "kysely";
import { type EntryKind, type EntryWay, mayAnswer, statusAfterAnswer } from "#domain/inquiries/conversation.ts";
import { isProven, type EntryOrigin } from "#domain/inquiries/visibility.ts";
import { type InquiryStatus, inquiryStatuses } from "#domain/inquiries/inquiry.ts";
import { stillSnoozed } from "#domain/inquiries/snooze.ts";
import { second } from "#domain/time/durations.ts";
import { appendAudit, type AuditDraft } from "../audit/audit-queries.ts";
import {
  addMessages,
  dueAgain,
  type NewMessage,
  replyKinds,
  addWebhookEvent,
  wasGivenUpOrTried,
} from "../notifications/message-queries.ts";
import { addBellEntry } from "../bell/bell-queries.ts";
import { readOwnSettings } from "../own-settings/own-settings-queries.ts";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";
import type { Placed, StoredFiles } from "../store/files/stored-files.ts";
import type { GroupCommit, GroupEnd } from "../store/group-commit/group-commit.ts";
import { extendIndex } from "../store/search-text.ts";
import { addAttachments, removeAttachments } from "./attachments/attachment-queries.ts";
import type { CheckedFile } from "./attachments/check-file.ts";
import { type ShownAuthor, shownAuthor } from "./shown-author.ts";
import { applyChange, findOutsideBin, foundIn, type SeenInquiry } from "./change-queries.ts";
import { deleteSentDraft } from "./draft-queries.ts";
import { searchedTextOf } from "./inquiry-queries.ts";
import { release } from "./merge-event-queries.ts";
import { settleFailedReply } from "./failed-reply-queries.ts";
import { markUndelivered } from "./undelivered-queries.ts";
import { recordActivity, restoreWaiting, waitingSince } from "./activity-queries.ts";
import { dropSubmission, keepSubmission, type KnownSubmission, type Submission } from "./submission-queries.ts";

export type ConversationStore = ReturnType<typeof createConversationStore>;

/** A reply of the team, as it is sent. Times are in ms since 1970. */
interface NewReply {
  /** Made by the client: a repeated call adds nothing. */
  id: string;
  way: EntryWay;
  text: string;
  memberId: string | null;
  /** Set for a reply by an API token. */
  tokenName: string | null;
  /** Undefined leaves the status as it is. */
  status: InquiryStatus | undefined;
  leavesAt: number;
  attachments: readonly CheckedFile[];
  /** The author's name as visitors see it, in the form that is stored; null for the site itself. */
  author: string | null;
  /** The MAC which shows that this program wrote it; null if there is no key. */
  proof: string | null;
}

/** An entry that has left; `domain/inquiries/visibility.ts` says which visitor sees it. */
interface SentEntry extends Omit<EntryOrigin, "email"> {
  id: string;
  text: string;
  createdAt: number;
  /** The author of a reply as visitors see them; null for the site itself. */
  author: ShownAuthor | null;
}

/** When the email of a reply is due: later than its last moment to be taken back, also if that write has to wait. */
const dueAfter = (leavesAt: number) => leavesAt + 5 * second;

/** Removes the email of a reply; false if an instance has claimed it, whose clock may be ahead of ours. */
async function takeFromOutbox(
  transaction: Transaction<Database>,
  { id, inquiryId, leavesAt }: { id: string; inquiryId: string; leavesAt: number },
): Promise<boolean> {
  await transaction
    .deleteFrom("outbox")
    .where("id", "=", id)
    .where("inquiry_id", "=", inquiryId)
    .where("kind", "in", replyKinds)
    .where("state", "=", "waiting")
    .where("attempts", "=", 0)
    // A claim moves it.
    .where("next_at", "<=", dueAfter(leavesAt))
    .execute();
  const left = transaction.selectFrom("outbox").select("id").where("id", "=", id);
  return (await left.executeTakeFirst()) === undefined;
}

/** The most that a visitor writes without a reply in between, not counting what somebody else may have sent. */
const maxAnswers = 100;

/** `ids`: an inquiry, and the one that it is merged into. */
async function isFull(transaction: Transaction<Database>, ids: ReadonlySet<string>): Promise<boolean> {
  const all: Array<Pick<Selectable<Database["inquiry_entry"]>, "number" | "kind" | "sender">> = [];
  for (const id of ids) {
    const entries = await transaction
      .selectFrom("inquiry_entry")
      .select(["number", "kind", "sender"])
      .where("inquiry_id", "=", id)
      .orderBy("number", "desc")
      .limit(maxAnswers)
      .execute();
    append(all, entries);
  }
  const newest = all.toSorted((one, other) => other.number - one.number).slice(0, maxAnswers);
  return newest.length === maxAnswers && newest.every(({ kind, sender }) => kind === "answer" && sender === null);
}

/**
 * The snooze that an inquiry had before its event `number`, if it would last until now. Each change of a snooze is an
 * event, but its end by closing, or as suspected, only shows in that of the status.
 */
async function snoozeBefore(
  transaction: Transaction<Database>,
  inquiryId: string,
  number: number,
  now: number,
): Promise<number | null> {
  const last = await transaction
    .selectFrom("inquiry_event")
    .select(["what", "after"])
    .where("inquiry_id", "=", inquiryId)
    .where("number", "<", number)
    .where((e) =>
      e.or([e("what", "=", "snooze"), e("what", "=", "status").and("after", "in", ["closed", "suspected"])]),
    )
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.what === "snooze" && last.after !== null ? stillSnoozed(Number(last.after), now) : null;
}

/** Records what a visitor has written; what anybody can have sent to a closed inquiry waits there. */
async function recordAnswer(
  transaction: Transaction<Database>,
  { row, target, isVisitors }: { row: Found; target: Found; isVisitors: boolean },
  now: number,
): Promise<void> {
  if (isVisitors) {
    const numbers = [row.number, target.number];
    await transaction.updateTable("inquiry").set({ wrote_at: now }).where("number", "in", numbers).execute();
  }
  const isOpen = target.status !== "closed";
  if (isVisitors || !isOpen)
    await transaction
      .updateTable("inquiry")
      .set(
        isVisitors
          ? { waiting_since: await waitingSince(transaction, target, now) }
          : { unproven_at: target.unproven_at ?? now },
      )
      .where("number", "=", target.number)
      .execute();
  await recordActivity(transaction, target.number, now);
}

type Found = Selectable<Database["inquiry"]> & { status: InquiryStatus };

/** The entries of conversations after the visitor's first message. */
export function createConversationStore(
  db: Kysely<Database>,
  engine: Pick<Engine, "search">,
  write: GroupCommit,
  stored: Pick<StoredFiles, "placing" | "tryRemoving">,
) {
  const { search } = engine;

  /**
   * Adds the entry and its text to the index, and changes the status: of `target` if the inquiry is merged into that.
   */
  async function add(
    { transaction, end }: { transaction: Transaction<Database>; end: GroupEnd },
    row: Selectable<Database["inquiry"]> & { status: InquiryStatus },
    entry: Pick<
      Selectable<Database["inquiry_entry"]>,
      | "id"
      | "kind"
      | "way"
      | "member_id"
      | "token_name"
      | "text"
      | "leaves_at"
      | "delivery"
      | "sender"
      | "author"
      | "proof"
    >,
    change: {
      status: InquiryStatus;
      attachments: ReadonlyArray<Placed<CheckedFile>>;
      kind?: "changed" | "answered";
      target?: typeof row;
      assigneeId?: string | null;
    },
    now: number,
  ): Promise<void> {
    const { status, attachments, kind, target = row, assigneeId = target.assignee_id } = change;
    const before = await searchedTextOf(transaction, row);
    await transaction
      .insertInto("inquiry_entry")
      .values({ ...entry, inquiry_id: row.id, created_at: now })
      .execute();
    await addAttachments(transaction, { inquiryId: row.id, entryId: entry.id }, attachments, now);
    // An answer ends any snooze.
    const snoozedUntil = entry.kind === "answer" ? null : undefined;
    const author = { memberId: entry.member_id, tokenName: entry.token_name };
    const outcome = { status, assigneeId, snoozedUntil, ...author };
    await applyChange(transaction, end, foundIn(target), outcome, now, kind);
    if (target.undelivered_at !== null) await markUndelivered(transaction, target.id, now);
    if (entry.kind === "reply")
      await transaction
        .updateTable("inquiry")
        .set({ waiting_since: null, unproven_at: null })
        .where("number", "=", target.number)
        .execute();
    const text = { ...before, texts: [...before.texts, entry.text] };
    end.step((last) => extendIndex(search, last, row.number, { before, text }));
  }

  return {
    /**
     * Adds a member's reply to the version of the inquiry that they saw, with its messages and its audit entry.
     * `stale`: somebody else, perhaps the visitor, changed it since. `gone`: it does not exist or is in the bin.
     * `merged`: the conversation goes on in another one.
     */
    addReply(
      seen: SeenInquiry,
      reply: NewReply,
      messages: readonly NewMessage[],
      audit: AuditDraft,
      now: number,
    ): Promise<"added" | "known" | "stale" | "gone" | "merged"> {
      const writeWith = (attachments: ReadonlyArray<Placed<CheckedFile>>) =>
        write(async (transaction, end) => {
          const { id, way, text, memberId, tokenName, leavesAt } = reply;
          const known = await transaction
            .selectFrom("inquiry_entry")
            .select(["inquiry_id", "kind", "text"])
            .where("id", "=", id)
            .executeTakeFirst();
          if (known !== undefined)
            return known.inquiry_id === seen.id && known.kind === "reply" && known.text === text ? "known" : "stale";
          const row = await findOutsideBin(transaction, seen.id);
          if (row === undefined) return "gone";
          if (row.version !== seen.version) return "stale";
          if (row.merged_into !== null) return "merged";
          const delivery = messages.length > 0 ? ("waiting" as const) : null;
          const authorColumns = { member_id: memberId, token_name: tokenName };
          const entry = { id, kind: "reply" as const, way, ...authorColumns, text, leaves_at: leavesAt, delivery };
          const assigns = row.assignee_id === null && memberId !== null;
          const isTaken = assigns && (await readOwnSettings(transaction, memberId)).assignsOnReply;
          const assigneeId = isTaken ? memberId : row.assignee_id;
          const { status = row.status, author: shownAs, proof } = reply;
          await add(
            { transaction, end },
            row,
            { ...entry, sender: null, author: shownAs, proof },
            { status, attachments, assigneeId },
            now,
          );
          const dueAt = dueAfter(leavesAt);
          await addMessages(transaction, messages, now, row.id, dueAt);
          const event = { kind: "inquiry-replied" as const, entry: id, by: memberId, token: tokenName };
          await addWebhookEvent(transaction, end, event, now, { inquiryId: row.id, dueAt });
          if (memberId !== null)
            await deleteSentDraft(transaction, { memberId, inquiryId: row.id, kind: "answer" }, text);
          await appendAudit(transaction, [audit]);
          return "added";
        });
      return stored.placing(reply.attachments, writeWith, (outcome) => outcome === "added");
    },

    /**
     * Takes back a member's own reply that has not left, with the status and the assignment that it set, and the snooze
     * that this ended.
     * `left`: it is too late. `gone`: no such reply of this member.
     */
    async takeBack(
      inquiryId: string,
      id: string,
      memberId: string,
      audit: AuditDraft,
      now: number,
    ): Promise<"taken back" | "left" | "gone"> {
      const outcome = await write<"taken back" | "left" | "gone">(async (transaction, end) => {
        const row = await findOutsideBin(transaction, inquiryId);
        const entry = await transaction
          .selectFrom("inquiry_entry")
          .select(["created_at", "leaves_at"])
          .where("id", "=", id)
          .where("kind", "=", "reply")
          .where("inquiry_id", "=", inquiryId)
          .where("member_id", "=", memberId)
          .executeTakeFirst();
        if (row === undefined || entry === undefined) return "gone";
        const leavesAt = Number(entry.leaves_at);
        if (leavesAt <= now || !(await takeFromOutbox(transaction, { id, inquiryId, leavesAt }))) return "left";
        // Its text stays in the search index, which cannot replace the text of an inquiry, and is skipped in results.
        await transaction.updateTable("inquiry_entry").set({ kind: "withdrawn" }).where("id", "=", id).execute();
        await removeAttachments(transaction, id);
        const steps = await transaction
          .selectFrom("inquiry_event")
          .select(["number", "what", "before", "after"])
          .where("inquiry_id", "=", inquiryId)
          .where("member_id", "=", memberId)
          .where("created_at", "=", entry.created_at)
          .execute();
        const step = steps.find(({ what }) => what === "status");
        const assignment = steps.find(({ what }) => what === "assignee");
        // The status is reverted unless somebody has changed it since, or merged the inquiry, which leaves it closed.
        const isReverted = step !== undefined && step.after === row.status && row.merged_into === null;
        // The column `before` of a status event holds a status.
        const status = isReverted ? (step.before as InquiryStatus) : row.status;
        const snoozedUntil =
          isReverted && step.after === "closed"
            ? await snoozeBefore(transaction, inquiryId, step.number, now)
            : undefined;
        const isOwn = assignment !== undefined && assignment.after === row.assignee_id;
        const assigneeId = isOwn ? assignment.before : row.assignee_id;
        const change = { status, assigneeId, snoozedUntil, memberId };
        await applyChange(transaction, end, foundIn(row), change, now);
        await markUndelivered(transaction, row.id, now);
        await restoreWaiting(transaction, row.id);
        await appendAudit(transaction, [audit]);
        return "taken back";
      });
      await stored.tryRemoving();
      return outcome;
    },

    /**
     * Adds a visitor's answer with its idempotency key, and reopens the inquiry, or the one that it is merged into: but
     * no closed one for an email that anybody can have sent. `known`: the earlier submission with this key; `isQuiet`:
     * it alerts nobody. `over`: it was closed too long ago, or is in the bin or gone. `full`: the visitor has written a
     * lot without a reply.
     */
    addAnswer(
      answer: {
        id: string;
        inquiryId: string;
        text: string;
        way: EntryWay;
        sender: string | null;
        isQuiet: boolean;
        attachments: readonly CheckedFile[];
      },
      messages: readonly NewMessage[],
      submission: Submission | undefined,
      now: number,
    ): Promise<"added" | "over" | "full" | KnownSubmission> {
      const writeWith = (attachments: ReadonlyArray<Placed<CheckedFile>>) =>
        write(async (transaction, end) => {
          const row = await findOutsideBin(transaction, answer.inquiryId);
          if (row === undefined) return "over";
          if (submission !== undefined) {
            const known = await keepSubmission(transaction, submission, row.reference, now);
            if (known !== null) return known;
          }
          const { merged_into: targetId } = row;
          const target = targetId === null ? row : ((await findOutsideBin(transaction, targetId)) ?? row);
          const isOver = !mayAnswer({ status: target.status, closedAt: target.closed_at }, now);
          if (isOver || (await isFull(transaction, new Set([row.id, target.id])))) {
            if (submission !== undefined) await dropSubmission(transaction, submission);
            return isOver ? "over" : "full";
          }
          const { id, text, way, sender, isQuiet } = answer;
          const nobody = { member_id: null, token_name: null };
          const entry = { id, kind: "answer" as const, way, sender, ...nobody, text, leaves_at: null };
          const isVisitors = isProven({ sender, acceptedAt: null, email: row.email });
          const status = isVisitors || target.status !== "closed" ? statusAfterAnswer(target.status) : target.status;
          const kind = isQuiet ? "changed" : "answered";
          // The target is in the bin, so the inquiry goes on by itself.
          if (targetId !== null && target === row)
            await release(transaction, end, { id: row.id, merged_into: targetId }, now);
          const change = { status, attachments, kind, target } as const;
          await add({ transaction, end }, row, { ...entry, delivery: null, author: null, proof: null }, change, now);
          await recordAnswer(transaction, { row, target, isVisitors }, now);
          if (target !== row && isVisitors) {
            // The visitor's later messages are kept as long as their first one.
            await transaction
              .updateTable("inquiry")
              .set((e) => ({ closed_at: now, version: e("version", "+", 1) }))
              .where("number", "=", row.number)
              .execute();
            end.recordInboxEvent(row.id, "changed", now);
          }
          await addMessages(transaction, messages, now, target.id);
          const { id: inquiryId, assignee_id: memberId } = target;
          if (memberId !== null && !isQuiet)
            await addBellEntry(transaction, end, { memberId, kind: "answer", inquiryId, by: null }, now);
          return "added";
        });
      return stored.placing(answer.attachments, writeWith, (outcome) => outcome === "added");
    },

    /** The reply of a member, or the visitor's answer, with this id; null if it was taken back or erased. */
    async find(id: string): Promise<
      | (Pick<SentEntry, "text" | "author"> & {
          way: EntryWay;
          emailBefore: string | null;
          isProven: boolean;
        })
      | null
    > {
      const row = await db
        .selectFrom("inquiry_entry")
        .innerJoin("inquiry", "inquiry.id", "inquiry_entry.inquiry_id")
        .select(["inquiry_entry.number", "inquiry_id", "way", "text", "sender", "accepted_at", "email", "author"])
        .where("inquiry_entry.id", "=", id)
        .where("inquiry_entry.kind", "<>", "withdrawn")
        .executeTakeFirst();
      if (row === undefined) return null;
      const before = await db
        .selectFrom("inquiry_entry")
        .select("id")
        .where("inquiry_id", "=", row.inquiry_id)
        .where("kind", "=", "reply")
        .where("delivery", "is not", null)
        .where("number", "<", row.number)
        .orderBy("number", "desc")
        .executeTakeFirst();
      const { way, text, sender, accepted_at: acceptedAt, email } = row;
      const author = shownAuthor(row.author);
      return { way, text, author, emailBefore: before?.id ?? null, isProven: isProven({ sender, acceptedAt, email }) };
    },

    /** The member who wrote a reply, and its inquiry; null if there is none. */
    async authorOf(id: string): Promise<{ inquiryId: string; memberId: string | null } | null> {
      const row = await db
        .selectFrom("inquiry_entry")
        .select(["inquiry_id", "member_id"])
        .where("id", "=", id)
        .where("kind", "=", "reply")
        .executeTakeFirst();
      return row === undefined ? null : { inquiryId: row.inquiry_id, memberId: row.member_id };
    },

    /** Adds a key to the private page, for an email; false if the inquiry is gone. */
    async addLink(keyHash: string, inquiryId: string, now: number): Promise<boolean> {
      return write(async (transaction) => {
        const row = await findOutsideBin(transaction, inquiryId);
        if (row === undefined) return false;
        await transaction
          .insertInto("inquiry_link")
          .values({ key_hash: keyHash, inquiry_id: inquiryId, created_at: now })
          .execute();
        return true;
      });
    },

    /**
     * Sends the email of a reply again after a failed try; false if it was delivered or has not been tried, or the
     * inquiry is in the bin. The outbox forgets its messages after a time, the reply does not.
     */
    retry(id: string, inquiryId: string, payload: string, now: number): Promise<boolean> {
      return write(async (transaction, end) => {
        const row = await findOutsideBin(transaction, inquiryId);
        const entry = await transaction
          .selectFrom("inquiry_entry")
          .select(["way", "delivery"])
          .where("id", "=", id)
          .where("kind", "=", "reply")
          .executeTakeFirst();
        if (row === undefined || entry === undefined || entry.delivery === null) return false;
        const { numUpdatedRows } = await transaction
          .updateTable("outbox")
          .set({ ...dueAgain(now), payload })
          .where("id", "=", id)
          .where("inquiry_id", "=", row.id)
          .where("kind", "in", replyKinds)
          .where("state", "<>", "delivered")
          .where(wasGivenUpOrTried)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) {
          if (entry.delivery !== "dead") return false;
          const kind = entry.way === "email" ? "reply" : "reply-notice";
          await addMessages(transaction, [{ id, kind, channel: "email", payload }], now, row.id);
        }
        await transaction
          .updateTable("inquiry_entry")
          .set({ delivery: "waiting", problem: null })
          .where("id", "=", id)
          .execute();
        end.recordInboxEvent(row.id, "changed", now);
        const settled = { id, inquiryId: row.id, way: entry.way, outcome: "waiting" as const };
        await settleFailedReply(transaction, end, settled, () => [], now);
        return true;
      });
    },

    /** Ends emails about an inquiry, or allows them again. */
    async setMailStopped(inquiryId: string, isStopped: boolean, now: number): Promise<void> {
      await write(async (transaction, end) => {
        const row = await findOutsideBin(transaction, inquiryId);
        if (row === undefined || (row.mail_stopped_at !== null) === isStopped) return;
        await transaction
          .updateTable("inquiry")
          .set({ mail_stopped_at: isStopped ? now : null })
          .where("id", "=", inquiryId)
          .execute();
        end.recordInboxEvent(inquiryId, "changed", now);
      });
    },

    /** The status before a reply set one that has not left at that time; null if there is none. */
    async statusBeforeLeaving(inquiryId: string, now: number): Promise<InquiryStatus | null> {
      const event = await db
        .selectFrom("inquiry_entry as entry")
        .innerJoin("inquiry_event as event", "event.inquiry_id", "entry.inquiry_id")
        .select("event.before")
        .where("entry.inquiry_id", "=", inquiryId)
        .where("entry.kind", "=", "reply")
        .where("entry.leaves_at", ">", now)
        .where("event.what", "=", "status")
        .whereRef("event.created_at", ">=", "entry.created_at")
        .orderBy("event.number")
        .executeTakeFirst();
      return inquiryStatuses.find((status) => status === event?.before) ?? null;
    },

    /** The entries that have left at that time, in order. */
    async sentEntries(inquiryId: string, now: number): Promise<SentEntry[]> {
      const rows = await db
        .selectFrom("inquiry_entry")
        .select(["id", "kind", "way", "text", "sender", "accepted_at", "created_at", "author"])
        .where("inquiry_id", "=", inquiryId)
        .where("kind", "in", ["reply", "answer"])
        .where((e) => e.or([e("leaves_at", "is", null), e("leaves_at", "<=", now)]))
        .orderBy("number")
        .$narrowType<{ kind: EntryKind }>()
        .execute();
      return rows.map(({ created_at, accepted_at: acceptedAt, author, ...entry }) => ({
        ...entry,
        author: shownAuthor(author),
        acceptedAt,
        createdAt: Number(created_at),
      }));
    },
  };
}
