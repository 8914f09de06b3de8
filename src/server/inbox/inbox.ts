import type { Site } from "#contract/site/site.ts";
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import {
  inquirySummarySchema,
  type InboxFilter,
  type InboxPage,
  type InquiryChange,
  type InquiryChanges,
  type InquiryChangesDone,
  type InquiryDetail,
  type InquirySummary,
} from "#contract/inbox/inbox.ts";
import type { ViewCounts } from "#contract/inbox/view-counts.ts";
import { say } from "#copy/server/say.ts";
import { type InquiryStatus, maxViewCount, maxWithoutStepUp, unclosedDays } from "#domain/inquiries/inquiry.ts";
import { snoozeEnd, storedEnd } from "#domain/inquiries/snooze.ts";
import { day, hour } from "#domain/time/durations.ts";
import { nextDay, startOfDay } from "#domain/time/day.ts";
import type { ExportedInquiry } from "./export-queries.ts";
import type { InboxStore, Part, StoredDetail, StoredSummary } from "./inbox-queries.ts";
import type { InboxView } from "./view-queries.ts";
import type { InquiryStore } from "../inquiries/inquiry-queries.ts";
import type { Audit } from "../audit/audit.ts";
import { type Asking, shown } from "./bin/bin.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { EntryProofs } from "../inquiries/entry-proofs.ts";
import type { BlockedSenders } from "../inquiries/blocked-senders.ts";
import { readPhoneNumber } from "../lib/phone-number.ts";
import { readRows } from "../lib/stored-rows.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { TagStore } from "./tags/tag-queries.ts";

export type { ExportedInquiry };

export type Inbox = ReturnType<typeof createInbox>;

/** The member or API token who makes a change. */
export interface Actor {
  id: string;
  email: string;
  /** Set for an API token, which is in no table of people. */
  tokenName?: string | undefined;
}

/** Small enough that reading a batch does not delay other requests. */
const exportBatch = 200;
/** Large enough that ten thousand take seconds, small enough that others do not wait. */
const reassignBatch = 500;
/** Search results are counted up to this limit before an export. */
const maxCounted = 1000;

/** An export. `expected` is the approximate count, null if too many to count in advance. */
interface Export {
  expected: number | null;
  parts: AsyncIterable<ExportedInquiry[]>;
}

type ChangeResult =
  | { ok: true; inquiry: InquiryDetail }
  | { ok: false; reason: "stale"; current: InquiryDetail }
  | { ok: false; reason: "gone" | "binned" | "merged" | Rejection | "too many tags" };

type ChangesResult =
  | { ok: true; changed: InquiryChangesDone["changed"]; refused: string[] }
  | { ok: false; reason: Rejection };

/** Reason for which a change is rejected. */
type Rejection = "no such assignee" | "no such tag" | "bad snooze";

/** A reply that nothing proves is not sent and not shown to the visitor, as if its email had failed. */
const notShown = {
  delivery: "dead",
  problem: say("delivery.unproved-text"),
} as const;

/** The team's work on the inquiries. `publishInbox` is called after each durable change. */
export function createInbox(deps: {
  store: InboxStore;
  tags: Pick<TagStore, "count">;
  inquiries: InquiryStore;
  audit: Pick<Audit, "draft" | "record" | "written">;
  settings: Pick<SettingsService, "current" | "mayBulk">;
  outbox: Pick<Outbox, "notifyOfInbox">;
  blockedSenders: Pick<BlockedSenders, "stateOf">;
  untakenMails: { count: () => Promise<number> };
  proofs: Pick<EntryProofs, "unprovedIn">;
  publishInbox: () => void;
  site: Pick<Site, "country" | "timeZone">;
  now: () => number;
}) {
  const { store, inquiries, settings, now } = deps;

  async function find(id: string, maxEntries?: number): Promise<InquiryDetail | null> {
    const found = await store.find(id, maxEntries);
    if (found === null) return null;
    const internationalPhone = readPhoneNumber(found.phone, deps.site.country)?.international ?? null;
    const closedAt = found.closedAt === null ? null : Date.parse(found.closedAt);
    const { mailStoppedAt: _mailStoppedAt, ...inquiry } = found;
    const unproved = await deps.proofs.unprovedIn([id, ...found.merged.map((one) => one.id)]);
    const entries = found.entries.map((entry) => (unproved.has(entry.id) ? { ...entry, ...notShown } : entry));
    const days = await settings.current();
    const mayEmail = await mayEmailTo(found);
    const { blocked, blockable } = await deps.blockedSenders.stateOf(found);
    return { ...shown(inquiry, closedAt, days, now()), entries, internationalPhone, mayEmail, blocked, blockable };
  }

  async function mayEmailTo(inquiry: Pick<StoredDetail, "email" | "mailStoppedAt"> & { status: string }) {
    // The address of suspected spam may be a stranger's.
    const isKnown = inquiry.email !== "" && inquiry.status !== "suspected";
    return (await settings.current()).mail !== null && isKnown && inquiry.mailStoppedAt === null;
  }

  async function shownRows(rows: readonly StoredSummary[]): Promise<InquirySummary[]> {
    const days = await settings.current();
    return readRows("inquiry", rows, ({ closedAt, ...row }) =>
      inquirySummarySchema.parse(shown(row, closedAt, days, now())),
    );
  }

  /** The numbers of a view in batches. Reads ahead until the count is known or exceeds the limit (null). */
  async function countAhead(view: InboxView): Promise<{ count: number | null; parts: AsyncIterable<number[]> }> {
    const rest = numbersOf(view);
    const ahead: number[][] = [];
    let count = 0;
    let isWhole = false;
    while (count <= maxCounted && !isWhole) {
      const part = await rest.next();
      isWhole = part.done === true;
      ahead.push(part.value ?? []);
      count += part.value?.length ?? 0;
    }
    async function* parts() {
      yield* ahead;
      if (!isWhole) yield* rest;
    }
    return { count: isWhole ? count : null, parts: parts() };
  }

  /** Maps the filter in the URL to a query; days are in the site's time zone. */
  function toView(filter: InboxFilter, memberId: string): InboxView {
    const { assignee, from, to, tag, waiting, snoozed, undelivered, mentioned, sort, ...others } = filter;
    const { status, search } = others;
    const isOn = snoozed !== undefined;
    const assigneeId = assignee === "nobody" ? null : assignee === "me" ? memberId : assignee;
    return {
      ...others,
      assigneeId,
      from: from === undefined ? undefined : startOfDay(from, deps.site.timeZone),
      before: to === undefined ? undefined : startOfDay(nextDay(to), deps.site.timeZone),
      tagId: tag,
      isUndelivered: undelivered !== undefined,
      mentionedId: mentioned === undefined ? undefined : memberId,
      // The older orders mean what they did.
      withUnproven:
        waiting !== undefined && (sort === "waiting" || sort === "activity") && (status ?? "closed") === "closed",
      waitingSince: waiting === undefined ? undefined : now() - waiting * hour,
      // A search finds the snoozed, too, and a mention is about any.
      snooze: isOn || ((search ?? "") === "" && mentioned === undefined) ? { at: now(), isOn } : undefined,
    };
  }

  /** The inquiries that an export would hold, and their count. */
  async function chosen(filter: InboxFilter, names: readonly string[] | undefined, memberId: string) {
    if (names !== undefined) {
      const numbers = await store.outsideBin(await store.numbersOf(names));
      return { expected: numbers.length, parts: [numbers] };
    }
    const view = toView(filter, memberId);
    const known = await store.expect(view);
    if (known !== null) return { expected: known, parts: numbersOf(view) };
    const { count, parts } = await countAhead(view);
    return { expected: count, parts };
  }

  async function* numbersOf(view: InboxView): AsyncGenerator<number[]> {
    for (let after: number | null | undefined; after !== null;) {
      const part: Part<number> = await store.numbers(view, { after, limit: exportBatch });
      yield part.rows;
      after = part.next;
    }
  }

  async function* readParts(parts: AsyncIterable<number[]> | number[][]): AsyncGenerator<ExportedInquiry[]> {
    for await (const numbers of parts) {
      yield await store.read(numbers);
      // Lets other requests run between two batches.
      await setImmediate();
    }
  }

  async function canSignIn(memberIds: readonly string[]): Promise<boolean> {
    return memberIds.length === 0 || (await store.countAssignable(memberIds)) === memberIds.length;
  }

  /** Checks that assignees can sign in, that added tags are known, and that snoozes are within the limits. */
  async function rejectionOf(changes: readonly InquiryChange[]): Promise<Rejection | null> {
    const members = new Set(changes.map(({ assigneeId }) => assigneeId ?? null).filter((id) => id !== null));
    if (!(await canSignIn([...members]))) return "no such assignee";
    const tags = new Set(changes.flatMap((change) => change.tags?.add ?? []));
    if (tags.size > 0 && (await deps.tags.count([...tags])) < tags.size) return "no such tag";
    return canSnooze(changes) ? null : "bad snooze";
  }

  /** Returns whether each snooze ends in time. One that has just ended is fine: an undo may bring it back. */
  function canSnooze(changes: readonly InquiryChange[]): boolean {
    return changes.every(({ snoozedUntil: end }) => {
      const left = end === undefined || end === null || end === "answer" ? 0 : storedEnd(end) - now();
      return left > -hour && left <= unclosedDays * day;
    });
  }

  /** Makes changes, with an audit entry for each snooze and its end. */
  async function make(changes: InquiryChanges["changes"], member: Actor) {
    const stored = changes.map(({ snoozedUntil: end, ...change }) => ({
      ...change,
      snoozedUntil: typeof end === "string" ? storedEnd(end) : end,
    }));
    const actor = { id: member.id, email: member.email };
    const entryOf = (inquiry: string, status: InquiryStatus) =>
      deps.audit.draft({ kind: "inquiry-status-set", by: actor, about: { inquiry, status } });
    const changer = member.tokenName === undefined ? member.id : { tokenName: member.tokenName, entryOf };
    const outcomes = await inquiries.change(stored, changer, now(), (inquiry, until) =>
      deps.audit.draft({
        kind: until === null ? "inquiry-woken" : "inquiry-snoozed",
        by: actor,
        about: { inquiry, ...(until !== null && { until: snoozeEnd(until) }) },
      }),
    );
    if (outcomes.includes("changed")) {
      deps.audit.written();
      deps.publishInbox();
    }
    return outcomes;
  }

  return {
    /** One page of a view, with the counts of all inquiries by status. `memberId` is what `me` stands for. */
    async list(
      filter: InboxFilter,
      page: { after?: string | undefined; limit: number },
      memberId: string,
    ): Promise<Omit<InboxPage, "mayBulk">> {
      const view = toView(filter, memberId);
      const { limit } = page;
      // A number, in the order of time after that time.
      const [number = 0, at = 0] = (page.after ?? "").split("-").toReversed().map(Number);
      const isFirst = page.after === undefined;
      const order = filter.sort === undefined || filter.search ? undefined : orders[filter.sort];
      const { rows, next, found } = order
        ? { ...(await store.byTime(view, order, { after: isFirst ? undefined : { at, number }, limit })), found: null }
        : await store.list(view, { after: isFirst ? undefined : number, limit });
      const [counts, binCount] = [await store.counts(), await store.countBin()];
      let snoozedCount = 0;
      for (const [status, count] of await store.snoozedCounts(now())) {
        // A damaged row has any status.
        if (status !== "binned" && Object.hasOwn(counts, status)) counts[status] -= count;
        snoozedCount += count;
      }
      const nextText = next === null ? null : typeof next === "number" ? String(next) : `${next.at}-${next.number}`;
      const undeliveredCount = await store.countUndelivered();
      const waitingCount = counts.new + counts["in progress"] + (await store.countUnproven());
      const unreadCount = await store.countUnread(now());
      const others = {
        snoozedCount,
        undeliveredCount,
        waitingCount,
        unreadCount,
        untakenCount: await deps.untakenMails.count(),
        binCount,
      };
      return { inquiries: await shownRows(rows), next: nextText, found, counts, ...others };
    },

    /** Counts the inquiries that views list for a member, those of other filters by the views' ids. */
    async viewCounts(saved: ReadonlyArray<{ id: string; filter: InboxFilter }>, memberId: string): Promise<ViewCounts> {
      // One more than is shown says that there are others. The order of those that wait finds unverified answers, too.
      const count = (filter: InboxFilter) =>
        store.count(toView({ ...filter, sort: "waiting" }, memberId), maxViewCount + 1);
      const views = new Map<string, number>();
      // One after another: other calls take their turn.
      for (const { id, filter } of saved) views.set(id, await count(filter));
      return {
        mine: await count({ assignee: "me" }),
        unassigned: await count({ assignee: "nobody" }),
        tags: Object.fromEntries(await store.countTags(toView({}, memberId), maxViewCount + 1)),
        views: Object.fromEntries(views),
      };
    },

    /** Returns an inquiry with its newest entries; null if it does not exist. */
    find,

    /** What a reply needs of its inquiry, without the rest of it; null if there is none. */
    async recipientOf(id: string) {
      const found = await store.recipientOf(id);
      return found === null ? null : { ...found, mayEmail: await mayEmailTo(found) };
    },

    /**
     * Exports a view, or the inquiries in `names` (ids or references), in batches, newest first. Each batch is read on
     * demand; inquiries that arrive meanwhile or are in the bin are left out. The owners are notified first. The audit
     * entry names the set filters, but not the search text, which may be a visitor's name.
     */
    async export(
      filter: InboxFilter,
      names: readonly string[] | undefined,
      { member, hasSteppedUp }: Asking,
    ): Promise<({ ok: true } & Export) | { ok: false; reason: "step-up needed" }> {
      const { expected, parts } = await chosen(filter, names, member.id);
      if (!hasSteppedUp && isMany(expected)) return { ok: false, reason: "step-up needed" };
      await deps.outbox.notifyOfInbox({ notice: "exported", count: expected, by: member.email });
      const { sort: _sort, ...set } = filter;
      const filters = names === undefined ? Object.entries(set) : [];
      const about = {
        expected,
        chosen: names !== undefined,
        filters: filters.flatMap(([name, value]) => (value === undefined ? [] : [name])),
      };
      await deps.audit.record({ kind: "inquiries-exported", by: member, about });
      return { ok: true, expected, parts: readParts(parts) };
    },

    /** The expected count of an export, and whether it needs step-up authentication. */
    async previewExport(filter: InboxFilter, names: readonly string[] | undefined, memberId: string) {
      const { expected } = await chosen(filter, names, memberId);
      return { expected, needsStepUp: isMany(expected) };
    },

    /** Marks an inquiry as seen, for all members: one of them has it open. */
    async markSeen(id: string): Promise<void> {
      if ((await store.isUnread(id, now())) && (await inquiries.markSeen(id, now()))) deps.publishInbox();
    },

    /** Changes one inquiry if it is still at this version. */
    async change(id: string, version: number, change: InquiryChange, member: Actor): Promise<ChangeResult> {
      const rejection = await rejectionOf([change]);
      if (rejection !== null) return { ok: false, reason: rejection };
      const [outcome] = await make([{ ...change, id, version }], member);
      const inquiry = await find(id);
      if (inquiry === null) return { ok: false, reason: "gone" };
      if (outcome === "gone" || inquiry.binned !== null) return { ok: false, reason: "binned" };
      if (outcome === "full") return { ok: false, reason: "too many tags" };
      if (outcome === "merged") return { ok: false, reason: outcome };
      return outcome === "changed" ? { ok: true, inquiry } : { ok: false, reason: "stale", current: inquiry };
    },

    /** Changes the inquiries that are still at their versions, in one transaction. */
    async changeSeveral({ changes }: InquiryChanges, member: Actor): Promise<ChangesResult> {
      const rejection = await rejectionOf(changes);
      if (rejection !== null) return { ok: false, reason: rejection };
      const outcomes = await make(changes, member);
      const ids = changes.map(({ id }) => id);
      const changed = ids.filter((_id, index) => outcomes[index] === "changed");
      const refused = ids.filter((_id, index) => outcomes[index] !== "changed");
      return { ok: true, changed: await shownRows(await store.summariesOf(changed)), refused };
    },

    /** Returns those of these members that have inquiries, and how many of them are open. */
    loadOf: (memberIds: readonly string[]) => store.loadOf(memberIds),

    /** Returns whether this member may be assigned inquiries. */
    isAssignable: async (memberId: string) => (await store.countAssignable([memberId])) === 1,

    /**
     * Reassigns all of a member's open inquiries to another member or to nobody, in batches, and returns their count.
     * If it fails halfway, call it again to continue.
     */
    async reassign(from: string, to: string | null, actor: { id: string; email: string }): Promise<number> {
      const entryOf = (count: number) =>
        deps.audit.draft({
          kind: "inquiries-reassigned",
          by: { id: actor.id, email: actor.email },
          about: { member: from, to, count },
        });
      for (let all = 0; ;) {
        const count = await inquiries.reassign({ from, to, by: actor.id }, reassignBatch, now(), entryOf);
        if (count > 0) {
          deps.audit.written();
          deps.publishInbox();
        }
        all += count;
        if (count < reassignBatch) return all;
        // Lets other requests run between two batches.
        await setImmediate();
      }
    },

    /**
     * Adds a note and returns the inquiry with it; null if there is no such inquiry. The members that it mentions, and
     * who must be able to sign in, are notified.
     */
    async addNote(
      id: string,
      text: string,
      memberId: string,
      mentioned: readonly string[] = [],
    ): Promise<{ ok: true; inquiry: InquiryDetail } | { ok: false; reason: "binned" | "no such member" } | null> {
      const mentions = [...new Set(mentioned)];
      if (!(await canSignIn(mentions))) return { ok: false, reason: "no such member" };
      const note = { id: randomUUID(), inquiryId: id, memberId, text, mentions };
      const isAdded = await inquiries.addNote(note, now());
      if (isAdded) {
        deps.publishInbox();
      }
      const inquiry = await find(id);
      if (inquiry === null) return null;
      return isAdded ? { ok: true, inquiry } : { ok: false, reason: "binned" };
    },
  };
}

const orders = { oldest: "wrote", waiting: "waiting", activity: "activity" } as const;

const isMany = (count: number | null) => count === null || count > maxWithoutStepUp;
