import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { Delivery, DeliveryPage, DeliveryQuery } from "#contract/delivery.ts";
import { fromStored } from "#copy/server/stored.ts";
import { type DeliveryChannel, deliveryChannels, type DeliveryKind } from "#domain/delivery.ts";
import type { Inquiry, InquiryKind, InquiryStatus } from "#domain/inquiries/inquiry.ts";
import type { EntryWay } from "#domain/inquiries/conversation.ts";
import { type Language, languageOf } from "#domain/languages.ts";
import { minute } from "#domain/time/durations.ts";
import { instant, instantOrNull } from "#domain/time/instant.ts";
import { storedJson, storedObject } from "../lib/stored-rows.ts";
import type { Database, OutboxTable } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";
import type { GroupCommit, GroupEnd } from "../store/group-commit/group-commit.ts";
import {
  addMessages,
  dueAgain,
  type FailureMessages,
  kindOf,
  type NewMessage,
  notSent,
  replyKinds,
  wasGivenUpOrTried,
} from "./message-queries.ts";

export type OutboxStore = ReturnType<typeof createOutboxStore>;

/** A notification that is due. */
export interface DueMessage {
  id: string;
  kind: DeliveryKind;
  channel: DeliveryChannel;
  inquiryId: string | null;
  /** The reference of that inquiry. */
  reference: string | null;
  payload: unknown;
  attempts: number;
  createdAt: number;
}

/** The inquiry of a notification, read when it is sent. */
export interface NotifiedInquiry {
  id: string;
  reference: string;
  status: InquiryStatus;
  receivedAt: number;
  kind: InquiryKind;
  reported: string;
  fields: Inquiry;
  /** The language of emails about it. */
  language: Language;
  /** Whether the visitor wants no email about it. */
  isMailStopped: boolean;
}

/** A recipient whose notifications fail. */
export interface FailingReceiver {
  channel: DeliveryChannel;
  /** The email address; null on the other deliveries. */
  to: string | null;
  /** When the oldest undelivered notification was written. */
  since: number;
  messages: number;
}

/** Outcome of the email of a reply. `dropped`: it became pointless. */
export interface SettledReply {
  id: string;
  inquiryId: string;
  way: EntryWay;
  outcome: "delivered" | "waiting" | "dead" | "dropped";
}

/** The outcome of an attempt. */
type Settlement =
  | { state: "delivered" | "dead"; attempts: number; problem: string | null }
  | { state: "waiting"; attempts: number; problem: string; nextAt: number };

/** Longer than a message waits that is only being sent: one that was not tried and is due later is held back. */
const heldFrom = 5 * minute;

/** The queue of outgoing notifications. */
export function createOutboxStore(
  db: Kysely<Database>,
  engine: Pick<Engine, "claimDue" | "release" | "payloadText">,
  write: GroupCommit,
  /** Called with each reply that arrived, failed, or is sent again. */
  settled: (
    transaction: Transaction<Database>,
    end: GroupEnd,
    reply: SettledReply,
    messages: FailureMessages,
    now: number,
  ) => Promise<void>,
) {
  /**
   * Stores the state of a reply's email with the reply, which has the same id and outlives it. `failed`: it is tried
   * again. `dropped`: it became pointless.
   */
  async function settleReply(
    transaction: Transaction<Database>,
    end: GroupEnd,
    id: string,
    { outcome, problem = null }: { outcome: SettledReply["outcome"] | "failed"; problem?: string | null },
    now: number,
    messages: FailureMessages = () => [],
  ): Promise<void> {
    const delivery = outcome === "failed" ? "waiting" : outcome === "dropped" ? "dead" : outcome;
    const replies = await transaction
      .updateTable("inquiry_entry")
      .set({ delivery, problem })
      .where("id", "=", id)
      .returning(["inquiry_id", "way"])
      .execute();
    for (const { inquiry_id: inquiryId, way } of replies) {
      end.recordInboxEvent(inquiryId, "changed", now);
      if (outcome !== "failed") await settled(transaction, end, { id, inquiryId, way, outcome }, messages, now);
    }
  }

  return {
    add: (message: NewMessage, now: number, inquiryId: string | null = null): Promise<void> =>
      write((transaction) => addMessages(transaction, [message], now, inquiryId), { readsNothing: true }),

    /** Adds several, all or none. */
    addAll: (messages: readonly NewMessage[], now: number): Promise<void> =>
      write(
        async (transaction) => {
          await addMessages(transaction, messages, now);
        },
        { readsNothing: true },
      ),

    /** Adds messages of a kind that is about no inquiry, unless there are some from after `since`. */
    addUnlessSince(since: number, kind: DeliveryKind, messages: readonly NewMessage[], now: number): Promise<void> {
      return write(async (transaction) => {
        const recent = transaction
          .selectFrom("outbox")
          .select("id")
          // Few are: the index on it leaves out all that is about inquiries.
          .where("inquiry_id", "is", null)
          .where("kind", "=", kind)
          .where("created_at", ">", since)
          .limit(1);
        if ((await recent.executeTakeFirst()) === undefined) await addMessages(transaction, messages, now);
      });
    },

    /**
     * Claims the due notifications of a delivery, oldest first, without those being sent here already. No other program
     * sends them meanwhile. Settle, drop or release each one.
     */
    async claim(
      channel: DeliveryChannel,
      now: number,
      { max, except }: { max: number; except: readonly string[] },
    ): Promise<DueMessage[]> {
      const rows = await engine.claimDue(db, { channel, now, max, except });
      return rows.map((row) => ({
        id: row.id,
        kind: kindOf(row),
        channel,
        inquiryId: row.inquiry_id,
        reference: row.reference,
        payload: storedJson(row.payload),
        attempts: row.attempts,
        createdAt: row.created_at,
      }));
    },

    /** Returns claimed notifications that were not sent. */
    release: (ids: readonly string[], now: number): Promise<void> => engine.release(db, ids, now),

    /** Holds a claimed notification back until a time. */
    async postpone(id: string, until: number): Promise<void> {
      await db
        .updateTable("outbox")
        .set({ next_at: until })
        .where("id", "=", id)
        .where("state", "=", "waiting")
        .execute();
    },

    /** When the next notification of a delivery is due after `now`; null if none is queued. */
    async nextDue(channel: DeliveryChannel, now: number): Promise<number | null> {
      const { next } = await db
        .selectFrom("outbox")
        .select((e) => e.fn.min("next_at").as("next"))
        .where("channel", "=", channel)
        .where("state", "=", "waiting")
        .where("next_at", ">", now)
        .executeTakeFirstOrThrow();
      return next;
    },

    /** Returns an inquiry for its notification; null if it was erased, or is in the bin. */
    async inquiry(id: string): Promise<NotifiedInquiry | null> {
      const row = await db.selectFrom("inquiry").selectAll().where("id", "=", id).executeTakeFirst();
      if (row === undefined || row.status === "binned") return null;
      const { reference, created_at: receivedAt, kind, reported, name, phone, email, city, query } = row;
      return {
        id,
        reference,
        status: row.status,
        receivedAt,
        kind,
        reported,
        fields: { name, phone, email, city, query },
        language: languageOf(row.language),
        isMailStopped: row.mail_stopped_at !== null,
      };
    },

    /**
     * Stores the outcome of an attempt. A notification erased meanwhile stays erased, and a failure changes none that
     * another program has finished, since after `retry` two may send it, nor one that was retried during the attempt.
     */
    settle(id: string, settlement: Settlement, now: number, messages?: FailureMessages): Promise<void> {
      const isFailure = settlement.state === "dead";
      return write(
        async (transaction, end) => {
          const waits = settlement.state === "waiting";
          const { numUpdatedRows } = await transaction
            .updateTable("outbox")
            .set({
              state: settlement.state,
              attempts: settlement.attempts,
              problem: settlement.problem,
              tried_at: now,
              settled_at: waits ? null : now,
              ...(waits ? { next_at: settlement.nextAt } : {}),
            })
            .where("id", "=", id)
            .$if(settlement.state !== "delivered", (query) =>
              query.where("state", "=", "waiting").where("attempts", "=", settlement.attempts - 1),
            )
            .executeTakeFirstOrThrow();
          // Finished, retried, erased, or moved to the bin in the meantime.
          if (numUpdatedRows === 0n && settlement.state !== "delivered") return;
          const { state, problem } = settlement;
          await settleReply(transaction, end, id, { outcome: waits ? "failed" : state, problem }, now, messages);
        },
        isFailure ? undefined : { readsNothing: true },
      );
    },

    /** Marks the newest of these emails, if it was delivered, as dead. `known`: it is dead already. */
    markBounced(
      ids: readonly string[],
      problem: string,
      now: number,
      messages: FailureMessages,
    ): Promise<"marked" | "known" | "none"> {
      return write(async (transaction, end) => {
        const newest = await transaction
          .selectFrom("outbox")
          .select(["id", "state"])
          .where("id", "in", ids)
          .where("channel", "=", "email")
          .orderBy("created_at", "desc")
          .limit(1)
          .executeTakeFirst();
        if (newest === undefined || newest.state === "waiting") return "none";
        if (newest.state === "dead") return "known";
        const { id } = newest;
        await transaction
          .updateTable("outbox")
          .set({ state: "dead", problem, settled_at: now })
          .where("id", "=", id)
          .execute();
        await settleReply(transaction, end, id, { outcome: "dead", problem }, now, messages);
        return "marked";
      });
    },

    /** Deletes a notification that has become pointless, unless another program has finished it. */
    drop(id: string, now: number, messages?: FailureMessages): Promise<void> {
      return write(async (transaction, end) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("outbox")
          .where("id", "=", id)
          .where("state", "=", "waiting")
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return;
        await settleReply(transaction, end, id, { outcome: "dropped", problem: notSent }, now, messages);
      });
    },

    /**
     * Makes a dead or queued notification due now. `not tried`: a reply before its first try, until which it can be
     * taken back.
     */
    retry(id: string, now: number): Promise<"due" | "not tried" | "gone"> {
      return write(async (transaction, end) => {
        const { numUpdatedRows } = await transaction
          .updateTable("outbox")
          .set(dueAgain(now))
          .where("id", "=", id)
          .where("state", "<>", "delivered")
          .where((e) => e.or([e("kind", "not in", replyKinds), wasGivenUpOrTried(e)]))
          .executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) {
          await settleReply(transaction, end, id, { outcome: "waiting" }, now);
          return "due";
        }
        const waiting = transaction
          .selectFrom("outbox")
          .select("id")
          .where("id", "=", id)
          .where("state", "=", "waiting");
        return (await waiting.executeTakeFirst()) === undefined ? "gone" : "not tried";
      });
    },

    /** Makes all dead notifications due now; returns how many. */
    retryDead(now: number): Promise<number> {
      return write(async (transaction, end) => {
        const rows = await transaction
          .updateTable("outbox")
          .set(dueAgain(now))
          .where("state", "=", "dead")
          .returning(["id", "kind"])
          .execute();
        const replies = rows.filter(({ kind }) => replyKinds.some((reply) => reply === kind));
        for (const { id } of replies) await settleReply(transaction, end, id, { outcome: "waiting" }, now);
        return rows.length;
      });
    },

    /** A page of the delivery log, newest first. */
    async list({ state, after, limit }: DeliveryQuery): Promise<DeliveryPage> {
      const [time, id] = readCursor(after);
      const rows = await db
        .selectFrom("outbox")
        .leftJoin("inquiry", "inquiry.id", "outbox.inquiry_id")
        .selectAll("outbox")
        .select("inquiry.reference")
        .$if(state !== undefined, (query) => query.where("outbox.state", "=", state ?? "dead"))
        .$if(time !== undefined, (query) =>
          query.where(sql<boolean>`(outbox.created_at, outbox.id) < (${time}, ${id})`),
        )
        .orderBy("outbox.created_at", "desc")
        .orderBy("outbox.id", "desc")
        .limit(limit + 1)
        .execute();
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        deliveries: shown.map(toDelivery),
        next: rows.length > limit && last !== undefined ? `${last.created_at}_${last.id}` : null,
      };
    },

    /**
     * The number of queued and dead notifications of each delivery, and when the oldest was written; those that quiet
     * hours hold back are not late.
     */
    async backlog(
      now: number,
    ): Promise<
      Array<{ channel: DeliveryChannel; state: "waiting" | "dead"; messages: number; oldest: number | null }>
    > {
      const rows = await db
        .selectFrom("outbox")
        .select((e) => [
          "channel",
          "state",
          e.fn.countAll<number>().as("messages"),
          e.fn
            .min("created_at")
            .filterWhere((or) => or.or([or("tried_at", "is not", null), or("next_at", "<=", now + heldFrom)]))
            .as("oldest"),
        ])
        // Listed explicitly, so that the index skips everything delivered.
        .where("channel", "in", deliveryChannels)
        .where("state", "in", ["waiting", "dead"])
        .groupBy(["channel", "state"])
        .execute();
      return rows.map(({ channel, state, messages, oldest }) => ({
        // The program writes no other values, and asks only for these.
        channel: channel as DeliveryChannel,
        state: state as "waiting" | "dead",
        messages: Number(messages),
        // The filter makes it null, which its type does not say.
        oldest: oldest as number | null,
      }));
    },

    /** Returns whether an email waits in vain since then, and none has been delivered. */
    async isMailDead(since: number): Promise<boolean> {
      const emails = db
        .selectFrom("outbox")
        .select("id")
        .where("channel", "=", "email")
        .where(engine.payloadText("via"), "is", null)
        .limit(1);
      const delivered = emails.where("state", "=", "delivered").where("settled_at", ">", since);
      if ((await delivered.executeTakeFirst()) !== undefined) return false;
      const failed = emails.where("state", "in", ["waiting", "dead"]).where("tried_at", "is not", null);
      return (await failed.where("created_at", "<=", since).executeTakeFirst()) !== undefined;
    },

    /**
     * Recipients for whom notifications about inquiries or channels have failed since their last success. Notifications
     * to visitors and members do not count: their addresses say nothing about whether the team is notified.
     */
    async failing(): Promise<FailingReceiver[]> {
      const rows = await db
        .with("notification", (query) =>
          query
            .selectFrom("outbox")
            .selectAll()
            // An event for a webhook has another `to`: the new status.
            .select(
              sql<string>`case channel when 'email' then coalesce(${engine.payloadText("to")}, '') else '' end`.as(
                "receiver",
              ),
            )
            // An earlier mail configuration may well be gone.
            .where(engine.payloadText("via"), "is", null)
            .where("kind", "in", [
              "inquiry",
              "answer",
              "channel-change",
              "inbox-notice",
              "late-answers",
              "site-change",
              "trust-change",
              "inquiry-replied",
              "inquiry-status",
              "inquiry-erased",
            ]),
        )
        .with("reached", (query) =>
          query
            .selectFrom("notification")
            .select((e) => ["channel", "receiver", e.fn.max("settled_at").as("last")])
            .where("state", "=", "delivered")
            .groupBy(["channel", "receiver"]),
        )
        .selectFrom("notification")
        .leftJoin("reached", (join) =>
          join
            .onRef("reached.channel", "=", "notification.channel")
            .onRef("reached.receiver", "=", "notification.receiver"),
        )
        .select((e) => [
          "notification.channel",
          "notification.receiver",
          e.fn.min<number>("notification.created_at").as("since"),
          e.fn.countAll<number>().as("messages"),
        ])
        .where("notification.state", "in", ["waiting", "dead"])
        .where((e) => e("notification.tried_at", ">=", e.fn.coalesce("reached.last", e.lit(0))))
        .groupBy(["notification.channel", "notification.receiver"])
        .execute();
      return rows.map(({ channel, receiver, since, messages }) => ({
        // The program writes no other values.
        channel: channel as DeliveryChannel,
        to: receiver === "" ? null : receiver,
        since,
        messages: Number(messages),
      }));
    },

    /** Deletes notifications delivered before one time, and those dead before another. */
    async deleteBefore(delivered: number, dead: number): Promise<void> {
      await db
        .deleteFrom("outbox")
        .where((e) =>
          e.or([
            e.and([e("state", "=", "delivered"), e("settled_at", "<", delivered)]),
            e.and([e("state", "=", "dead"), e("settled_at", "<", dead)]),
          ]),
        )
        .execute();
    },
  };
}

/** The cursor names the last row of the previous page; an invalid one is ignored. */
function readCursor(after: string | undefined): [time?: number, id?: string] {
  if (after === undefined) return [];
  const [, time = "0", id = ""] = /^(\d{1,16})_(.*)$/.exec(after) ?? [];
  return [Number(time), id];
}

function toDelivery(row: Selectable<OutboxTable> & { reference: string | null }): Delivery {
  // Addresses are in emails to the team alone; the `to` of an event for a webhook is the new status.
  const { to } = row.channel === "email" ? storedObject(row.payload) : {};
  return {
    id: row.id,
    kind: kindOf(row),
    channel: row.channel as DeliveryChannel,
    to: typeof to === "string" ? to : null,
    reference: row.reference,
    state: row.state,
    attempts: row.attempts,
    nextTryAt: row.state === "waiting" ? instant(row.next_at) : null,
    problem: row.problem === null ? null : fromStored(row.problem),
    createdAt: instant(row.created_at),
    settledAt: instantOrNull(row.settled_at),
  };
}
