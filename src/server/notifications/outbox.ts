import { toStored } from "#copy/server/stored.ts";
import { smallest } from "#domain/lists.ts";
import { randomUUID } from "node:crypto";
import type { DeliveryHealth, DeliveryQuery } from "#contract/delivery.ts";
import {
  type DeliveryChannel,
  deliveryChannels,
  type DeliveryKind,
  type InboxAction,
  type OwnerEvent,
  type SecurityEvent,
} from "#domain/delivery.ts";
import type { EntryWay } from "#domain/inquiries/conversation.ts";
import type { InquiryStatus } from "#domain/inquiries/inquiry.ts";
import type { TrustKind, TrustState } from "#domain/trust-changes.ts";
import { instant } from "#domain/time/instant.ts";
import {
  type FailureMessages,
  failureNotice,
  type NewMessage,
  toMember,
  type visitorNotices,
} from "./message-queries.ts";
import type { FailingReceiver, OutboxStore } from "./outbox-queries.ts";
import type { ReplyProof } from "./reply-proof.ts";
import { bounceProblem } from "./smtp-answers.ts";
import type { Owners } from "../auth/team/owners.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { KnownSettings } from "../settings/full-settings.ts";
import { day } from "#domain/time/durations.ts";

export type Outbox = ReturnType<typeof createOutbox>;

interface Backlog {
  waiting: number;
  dead: number;
  /** The age of the oldest waiting message; 0 if none waits. */
  oldestSeconds: number;
}

/**
 * A member's action in the inbox, on `count` inquiries (null above the counting limit), in one command or one by one.
 */
interface InboxActionDetails {
  notice: InboxAction;
  count: number | null;
  /** The member's address. */
  by: string;
  oneByOne?: boolean;
}

/** A sensitive change of the site; `by` is an address, null if its delay was over. */
interface SiteChangeDetails {
  by: string | null;
  waits: boolean;
  changes: Array<{ path: string; before: string; after: string }>;
}

type RepliedText = { id: string; text: string };
type RepliedInquiry = { id: string; email: string };

/** A change that carries trust: waiting, in effect or stopped; `member` is the address that it is about. */
interface TrustDetails {
  kind: TrustKind;
  state: TrustState;
  by: string | null;
  member: string | null;
  fields: readonly string[];
  at: number;
  /** When it takes effect by itself; null if another owner has to approve it. */
  from: number | null;
}

/** Retention of delivered and dead messages. */
const kept = { delivered: 30 * day, dead: 90 * day };

/**
 * The outbox. Messages are written in the transaction of what they describe, hold only ids and the team's addresses,
 * and are sent later by `notifications/worker.ts`.
 */
export function createOutbox(deps: {
  store: OutboxStore;
  settings: SettingsService;
  owners: Pick<Owners, "list">;
  replyProof: Pick<ReplyProof, "payloadOf">;
  /** Called after each durable change of what the inbox shows. */
  publishInbox: () => void;
  now: () => number;
}) {
  const { store, settings, now } = deps;
  let wake = () => {};

  function sendAgain(): void {
    wake();
    // Threads show how far the email of a reply has got.
    deps.publishInbox();
  }

  const message = (kind: DeliveryKind, channel: DeliveryChannel, payload = {}): NewMessage => ({
    id: randomUUID(),
    kind,
    channel,
    payload: JSON.stringify(payload),
  });

  /** Makes messages to the team, on each delivery that is set up. */
  function toTeam({ mail, webhook, telegram }: KnownSettings, kind: DeliveryKind, payload: object): NewMessage[] {
    return [
      // One email per recipient, so that a temporary failure of one server does not repeat the others.
      ...[...new Set(mail?.to)].map((recipient) => message(kind, "email", { ...payload, to: recipient })),
      ...(webhook === null ? [] : [message(kind, "webhook", payload)]),
      ...(telegram === null ? [] : [message(kind, "telegram", payload)]),
    ];
  }

  /**
   * Makes an email for each mail configuration of the last 7 days: whoever replaced the mail server does not get the
   * warnings alone. Without `via`, a message goes by the configuration that is current when it is sent.
   */
  async function throughAllMails(kind: DeliveryKind, earlierMails?: readonly string[]) {
    const ways = [
      ...((await settings.current()).mail === null ? [] : [{}]),
      ...(earlierMails ?? (await settings.earlierMails())).map((via) => ({ via })),
    ];
    return (payload: object) => ways.map((way) => message(kind, "email", { ...payload, ...way }));
  }

  /**
   * Makes messages to all owners, whatever the inquiry notifications are set to: a malicious owner cannot unsubscribe
   * the others.
   */
  async function toOwners(
    kind: DeliveryKind,
    earlierMails?: readonly string[],
  ): Promise<(payload: object) => NewMessage[]> {
    const { webhook, telegram } = await settings.current();
    const emails = await throughAllMails(kind, earlierMails);
    // Each owner is notified at their own address.
    const addresses = await deps.owners.list();
    return (payload) => [
      ...addresses.flatMap(({ email }) => emails({ ...payload, to: email })),
      ...(webhook === null ? [] : [message(kind, "webhook", payload)]),
      ...(telegram === null ? [] : [message(kind, "telegram", payload)]),
    ];
  }

  /** Makes the owners' notifications of inbox actions, to be written in the action's transaction. */
  async function inboxMessages(): Promise<(action: InboxActionDetails) => NewMessage[]> {
    const messages = await toOwners("inbox-notice");
    return (action) => messages({ ...action, at: now() });
  }

  /**
   * Notifies a member by email about their own sign-in or, as an owner, about the member `about`; `by` is the actor's
   * id. Writes nothing if the site sends no email.
   */
  async function notifyMember(
    memberId: string,
    event: SecurityEvent,
    device: string | null,
    whom: { about?: string; by?: string | null } = {},
  ): Promise<void> {
    const at = now();
    const emails = await throughAllMails("security-notice");
    const messages = emails({ memberId, notice: event, at, device, ...whom });
    if (messages.length === 0) return;
    await store.addAll(messages, at);
    wake();
  }

  /** The team's notifications of a reply that did not arrive; `problem` says why. */
  async function messagesForFailure(problem: string): Promise<FailureMessages> {
    const set = await settings.current();
    const payload = { about: failureNotice.about, problem };
    return (memberId) => [
      ...toTeam(set, failureNotice.team, payload),
      ...(memberId === null || set.mail === null
        ? []
        : [message(failureNotice.member, "email", { ...payload, ...toMember(memberId) })]),
    ];
  }

  const visitorMessage = (about: (typeof visitorNotices)[number]) => message("reply-notice", "email", { about });

  /** Returns the outbox payload of a reply's email, to be sent as the team has seen it. */
  const payloadOfReply = ({ id, text }: RepliedText, inquiry: RepliedInquiry): Promise<string> =>
    deps.replyProof.payloadOf({ id, inquiryId: inquiry.id, address: inquiry.email, text });

  return {
    /** Makes an email to the visitor about their private page. What it holds is made when it is sent. */
    visitorMessage,

    /** Queues such an email; without an inquiry, none is sent. Resolves once it is durable. */
    async addVisitorMessage(about: (typeof visitorNotices)[number], inquiryId: string | null): Promise<void> {
      await store.add(visitorMessage(about), now(), inquiryId);
      wake();
    },

    /** Sets the listener that is called when messages may be waiting. */
    onWaiting(listener: () => void): void {
      wake = listener;
    },

    /** Signals that messages are durable. They are sent soon; nobody waits for it. */
    wake: () => wake(),

    /**
     * The messages for a new inquiry, to be written in its transaction. A report may have no address to acknowledge to.
     */
    async messagesFor(inquiry: { status: InquiryStatus; hasAddress?: boolean }): Promise<NewMessage[]> {
      const set = await settings.current();
      return [
        ...toTeam(set, "inquiry", {}),
        // Suspected spam is not acknowledged: its address may be somebody else's.
        ...(set.mail !== null && set.acknowledge && inquiry.hasAddress !== false && inquiry.status !== "suspected"
          ? [message("acknowledgement", "email")]
          : []),
      ];
    },

    /** The team's notifications of a visitor's answer, to be written in its transaction. */
    messagesForAnswer: async (entry: string): Promise<NewMessage[]> =>
      toTeam(await settings.current(), "answer", { entry }),

    /**
     * The email for a reply, to be written in its transaction: with its text, or a notice that there is one on the
     * visitor's page. It has the id of the reply.
     */
    async messagesForReply(reply: RepliedText & { way: EntryWay }, inquiry: RepliedInquiry & { mayEmail: boolean }) {
      const { replyMail } = await settings.current();
      if (!inquiry.mayEmail || (reply.way === "page" ? replyMail === "off" : reply.way !== "email")) return [];
      const kind = reply.way === "page" && replyMail === "link" ? "reply-notice" : "reply";
      const payload = await payloadOfReply(reply, inquiry);
      return [{ id: reply.id, kind, channel: "email", payload } satisfies NewMessage];
    },

    payloadOfReply,

    /** The owners' notifications of a channel change, to be written in its transaction. */
    messagesForChannelChange: async (change: number): Promise<NewMessage[]> =>
      (await toOwners("channel-change"))({ change }),

    /** The owners' notifications of a sensitive change of the site, to be written in its transaction. */
    messagesForSiteChange: async (change: SiteChangeDetails): Promise<NewMessage[]> =>
      (await toOwners("site-change"))({ ...change, at: now() }),

    /** The owners' warnings of a change that carries trust, to be written in its transaction. */
    messagesForTrust: async (change: TrustDetails, earlierMails?: readonly string[]): Promise<NewMessage[]> =>
      (await toOwners("trust-change", earlierMails))({ ...change }),

    /** Returns whether the mail server has delivered nothing for so long, though it should have. */
    isMailDead: (forMs: number) => store.isMailDead(now() - forMs),

    inboxMessages,

    /** Notifies the owners of a member's inbox action; resolves once the messages are durable. */
    async notifyOfInbox(action: InboxActionDetails): Promise<void> {
      const messages = (await inboxMessages())(action);
      if (messages.length === 0) return;
      await store.addAll(messages, now());
      wake();
    },

    /** Notifies the owners that visitors wait longer than the site says, at most once a week. */
    async notifyOfLateAnswers(times: { promised: string; median: number }): Promise<void> {
      const messages = (await toOwners("late-answers"))({ ...times, at: now() });
      await store.addUnlessSince(now() - 7 * day, "late-answers", messages, now());
      wake();
    },

    /**
     * Queues an email with a one-time link, which is created when the email is sent; `by` is the id of who invites.
     * Resolves once it is durable.
     */
    async add(link: { kind: "password-reset" | "invitation"; memberId: string; by?: string | null }): Promise<void> {
      const { kind, ...about } = link;
      await store.add({ id: randomUUID(), kind, channel: "email", payload: JSON.stringify(about) }, now());
      wake();
    },

    notifyMember,

    /** Notifies every owner about the account `about`, which is or may become an owner's. */
    async notifyOwners(event: OwnerEvent, about: string, actorId: string | null): Promise<void> {
      for (const { id } of await deps.owners.list()) await notifyMember(id, event, null, { about, by: actorId });
    },

    /**
     * `notifyMember` as messages for a store that writes them in the transaction of what they describe; call `wake`
     * afterwards.
     */
    async memberMessages(memberId: string, event: SecurityEvent, device: string | null): Promise<NewMessage[]> {
      return (await throughAllMails("security-notice"))({ memberId, notice: event, at: now(), device });
    },

    list: (query: DeliveryQuery) => store.list(query),

    /** Sends a message again now, except for a reply before its first try; `gone`: no undelivered one has this id. */
    async retry(id: string): Promise<"due" | "not tried" | "gone"> {
      const outcome = await store.retry(id, now());
      if (outcome === "due") sendAgain();
      return outcome;
    },

    messagesForFailure,

    /**
     * Marks the email that came back, with the code of the report: of these ids it is the newest, since an email refers
     * to those before it. False if none is of an email that was delivered or came back.
     */
    async markBounced(ids: readonly string[], status: string | null): Promise<boolean> {
      const problem = toStored(bounceProblem(status));
      const messages = await messagesForFailure(problem);
      const outcome = ids.length === 0 ? "none" : await store.markBounced(ids, problem, now(), messages);
      if (outcome === "marked") sendAgain();
      return outcome !== "none";
    },

    /** Retries all dead messages and returns their count. */
    async retryDead(): Promise<number> {
      const count = await store.retryDead(now());
      if (count > 0) sendAgain();
      return count;
    },

    /** The failing deliveries, without deliveries and addresses that are no longer notified. */
    async health(): Promise<DeliveryHealth> {
      const { mail, webhook, telegram } = await settings.current();
      const addresses = new Set([...(mail?.to ?? []), ...(await deps.owners.list()).map(({ email }) => email)]);
      const isUsed = ({ channel, to }: FailingReceiver) =>
        ({
          email: () => mail !== null && to !== null && addresses.has(to),
          webhook: () => webhook !== null,
          telegram: () => telegram !== null,
        })[channel]();
      const failing = Object.groupBy((await store.failing()).filter(isUsed), ({ channel }) => channel);
      return {
        failing: deliveryChannels.flatMap((channel) => {
          const receivers = failing[channel];
          if (receivers === undefined) return [];
          const since = smallest(receivers.map((receiver) => receiver.since));
          const messages = receivers.reduce((sum, receiver) => sum + receiver.messages, 0);
          return [{ channel, since: instant(since), messages }];
        }),
      };
    },

    /** Waiting and dead messages by delivery, and the age of the oldest. */
    async backlog(): Promise<Record<DeliveryChannel, Backlog>> {
      const none = (): Backlog => ({ waiting: 0, dead: 0, oldestSeconds: 0 });
      const found = { email: none(), webhook: none(), telegram: none() };
      for (const { channel, state, messages, oldest } of await store.backlog(now())) {
        found[channel][state] = messages;
        if (state === "waiting" && oldest !== null) found[channel].oldestSeconds = Math.max(0, now() - oldest) / 1000;
      }
      return found;
    },

    purge: () => store.deleteBefore(now() - kept.delivered, now() - kept.dead),
  };
}
