import { smallest } from "#domain/lists.ts";
import type { BinPage, Erasure } from "#contract/inbox/bin.ts";
import { type InquiryDetail, type InquirySummary, inquirySummarySchema } from "#contract/inbox/inbox.ts";
import type { Member } from "#contract/auth/session.ts";
import { maxWithoutStepUp } from "#domain/inquiries/inquiry.ts";
import { snoozeEnd } from "#domain/inquiries/snooze.ts";
import type { AuditActor, AuditKind } from "#domain/audit.ts";
import { instant } from "#domain/time/instant.ts";
import type { Binned, BinStore } from "./bin-queries.ts";
import type { InboxStore, StoredTimes } from "../inbox-queries.ts";
import type { TimePlace } from "../view-queries.ts";
import { readRows } from "../../lib/stored-rows.ts";
import type { Audit } from "../../audit/audit.ts";
import type { Inquiries } from "../../inquiries/inquiries.ts";
import type { Outbox } from "../../notifications/outbox.ts";
import type { SettingsService } from "../../settings/settings.ts";
import { day, hour } from "#domain/time/durations.ts";

export type Bin = ReturnType<typeof createBin>;

/** The actor, and whether their step-up is recent. */
export interface Asking {
  member: Member;
  hasSteppedUp: boolean;
}

type BinOutcome =
  | { ok: true; binned: number; refused: string[] }
  | { ok: false; reason: "not allowed" | "step-up needed" };

/** Batch size for erasing, since each inquiry takes many milliseconds. */
const eraseBatchSize = 500;

/**
 * Deletes inquiries into the bin, restores them, and erases them for good. `publishInbox` is called after each durable
 * change.
 */
export function createBin(deps: {
  store: BinStore;
  inbox: Pick<InboxStore, "bin" | "countBin">;
  inquiries: Pick<Inquiries, "eraseBinned">;
  audit: Pick<Audit, "draft" | "written">;
  outbox: Pick<Outbox, "inboxMessages" | "notifyOfInbox">;
  settings: Pick<SettingsService, "current" | "mayBulk">;
  publishInbox: () => void;
  now: () => number;
}) {
  const { store, audit, outbox, settings, now } = deps;

  const entryBy = (kind: AuditKind, { id, email }: Member) => {
    const actor: AuditActor = { id, email };
    return (inquiry: string) => audit.draft({ kind, by: actor, about: { inquiry } });
  };

  function announce(): void {
    audit.written();
    deps.publishInbox();
  }

  async function eraseForGood(numbers: readonly number[], { id, email }: Member): Promise<number> {
    if (numbers.length === 0) return 0;
    // Before the first erasure, so that none goes unreported.
    await outbox.notifyOfInbox({ notice: "erased", count: numbers.length, by: email });
    return deps.inquiries.eraseBinned(numbers, { id, email });
  }

  return {
    /** Moves unchanged inquiries to the bin; `refused` names those that a colleague has changed, which stay. */
    async add(seen: Erasure["inquiries"], { member, hasSteppedUp }: Asking): Promise<BinOutcome> {
      const isBulk = seen.length > 1;
      const since = now() - hour;
      if (isBulk) {
        if (!(await settings.mayBulk(member))) return { ok: false, reason: "not allowed" };
        // Counts the member's recent deletions, so that many small calls cannot bypass the limit.
        const lately = hasSteppedUp ? 0 : await store.countBy(member.id, since);
        if (!hasSteppedUp && lately + seen.length > maxWithoutStepUp) return { ok: false, reason: "step-up needed" };
      }
      const inquiryNotification = await outbox.inboxMessages();
      const actor = member.email;
      const messagesOf = ({ count, lately }: Binned) => {
        if (isBulk) return inquiryNotification({ notice: "deleted", count, by: actor });
        // One by one: notifies each time another full limit is exceeded within an hour.
        return lately > maxWithoutStepUp && lately % maxWithoutStepUp === 1
          ? inquiryNotification({ notice: "deleted", count: lately, by: actor, oneByOne: true })
          : [];
      };
      const entryOf = entryBy("inquiry-binned", member);
      const outcomes = await store.add(seen, { memberId: member.id, now: now(), since, entryOf, messagesOf });
      const binned = outcomes.filter((outcome) => outcome === "erased").length;
      if (binned > 0) announce();
      return {
        ok: true,
        binned,
        refused: seen.flatMap(({ id }, index) => (outcomes[index] === "stale" ? [id] : [])),
      };
    },

    /** Restores these with their status, and returns the ids of those that were in the bin. */
    async restore(ids: readonly string[], member: Member): Promise<string[]> {
      const entryOf = entryBy("inquiry-restored", member);
      const restored = await store.restore(ids, { memberId: member.id, now: now(), entryOf });
      if (restored.length > 0) announce();
      return restored;
    },

    /** A page of the bin, last deleted first. */
    async list({ after, limit }: { after?: string | undefined; limit: number }): Promise<BinPage> {
      const days = await settings.current();
      const [at = 0, number = 0] = (after ?? "").split("-").map(Number);
      const place: TimePlace | undefined = after === undefined ? undefined : { at, number };
      const { rows, next } = await deps.inbox.bin({ after: place, limit });
      return {
        inquiries: readRows("inquiry", rows, (row) =>
          inquirySummarySchema.parse(shown(row, row.closedAt, days, now())),
        ),
        next: next === null ? null : `${next.at}-${next.number}`,
        binCount: await deps.inbox.countBin(),
        binDays: days.binDays,
      };
    },

    /** Erases these from the bin for good, for an owner, and returns how many were in it. */
    erase: async (ids: readonly string[], member: Member): Promise<number> =>
      eraseForGood(await store.numbersOf(ids), member),

    /** Erases what was deleted until a given time, one batch per call. */
    async empty(until: number, member: Member): Promise<{ erased: number; isDone: boolean }> {
      const numbers = await store.numbersUntil(until, eraseBatchSize + 1);
      const erased = await eraseForGood(numbers.slice(0, eraseBatchSize), member);
      return { erased, isDone: numbers.length <= eraseBatchSize };
    },
  };
}

/**
 * A stored row as the team sees it now, with its snooze and the end of its time in the bin, which the general retention
 * may shorten.
 */
export function shown<Row extends StoredTimes>(
  { binned, snoozedUntil, unreadSince, ...rest }: Row,
  closedAt: number | null,
  { binDays, retentionDays }: { binDays: number; retentionDays: number },
  now: number,
): Omit<Row, keyof StoredTimes> & Pick<InquirySummary & InquiryDetail, "binned" | "snooze" | "unread"> {
  const snooze = snoozedUntil === null ? null : { until: snoozeEnd(snoozedUntil), isOver: snoozedUntil <= now };
  const row = { ...rest, snooze, unread: unreadSince !== null && unreadSince <= now };
  if (binned === null) return { ...row, binned };
  const ends = [binned.at + binDays * day, ...(closedAt === null ? [] : [closedAt + retentionDays * day])];
  return { ...row, binned: { at: instant(binned.at), by: binned.by, until: instant(smallest(ends)) } };
}
