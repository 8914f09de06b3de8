import type {
  ChannelChange,
  ChannelHistory,
  ChannelState,
  ProposalEntry,
  ScheduleEntry,
} from "#contract/channel-book.ts";
import type { Member } from "#contract/session.ts";
import type { Actor, Change, Channel, ChannelBook, Proposal, Schedule } from "#domain/channel-book.ts";
import { changeKindOf, hasUndo, isPublishable } from "#domain/channel-changes.ts";
import { merge } from "#domain/channel-revision.ts";
import { type CommandOutcome, type Doer, mayApprove } from "./channel-commands.ts";
import { type Contacts, toContact } from "./contacts.ts";

export type ChannelHistoryService = ReturnType<typeof createChannelHistory>;

/** A change as news of it is written. */
export interface ChangeForNews {
  kind: Change["kind"];
  at: number;
  by: Actor;
  approvedBy?: Actor;
  before: Change["before"];
  after: Change["after"];
  /** Of a change of what such a change waits for. */
  rule?: Change["rule"] & {};
  /** Of a change that is scheduled: when it begins and ends. */
  schedule?: { from: number; until: number | null };
  /** Set where it is not public yet: until when it waits, or null where a second owner has to approve it. */
  waits?: { publishAt: number | null };
}

/** For so long the whole team is shown, and may undo, a change of where a channel opens. */
const recently = 86_400_000;

/** What has been done to the channels, what waits, and the way back. */
export function createChannelHistory(deps: { contacts: Contacts; now: () => number }) {
  const { contacts, now } = deps;
  /** Of the history at this hash, the changes that the banner may show, and when each was really done. */
  let banner: { head: string; changes: Array<{ doneAt: number; change: ChannelChange }> } | undefined;

  /** The newest first. */
  async function all(): Promise<Array<{ doneAt: number; change: ChannelChange }>> {
    const changes = await contacts.history();
    const undoneBy = new Map(changes.flatMap(({ undoes, number }) => (undoes === undefined ? [] : [[undoes, number]])));
    return changes
      .map((one) => ({
        doneAt: one.doneAt ?? one.at,
        change: toChannelChange(one, undoneBy.get(one.number) ?? null),
      }))
      .toReversed();
  }

  async function recentOpenings({ history: { from, count, head } }: ChannelBook): Promise<ChannelChange[]> {
    let known = banner;
    if (known?.head !== head) {
      const changes = await all();
      known = { head, changes: changes.filter(({ change }) => change.opens && change.undoneBy === null) };
      // A history that cannot be trusted is read again.
      if (changes.length === count - from) banner = known;
    }
    const since = now() - recently;
    return known.changes.filter(({ doneAt }) => doneAt > since).map(({ change }) => change);
  }

  async function state(member: Member): Promise<ChannelState> {
    const { list, alarm } = await contacts.book();
    return {
      version: list.listVersion,
      hidden: list.hidden === null ? null : { at: instant(list.hidden.at), by: nameOf(list.hidden.by) },
      alarm:
        alarm === null ? null : { since: instant(alarm.since), message: alarm.message, channels: list.channels.length },
      rule: list.rule,
      proposals: list.proposals.map((proposal) => toProposalEntry(list, proposal, member, now())),
      schedules: list.schedules.map(toScheduleEntry),
      recent: await recentOpenings(list),
    };
  }

  /** The channel of a schedule as it was when that was made, and as it will be. */
  async function foreseenOf(changes: readonly Change[], { number }: Change, { channelId, fields }: Schedule) {
    const isOfIt = ({ id }: Channel) => id === channelId;
    // What touched it next says how it was until then.
    const next = changes.find((one) => one.number > number && one.before.some(isOfIt));
    const was = (next?.before ?? (await contacts.book()).list.channels).find(isOfIt);
    if (was === undefined) return { before: [], after: [] };
    return { before: [was], after: [merge(was, fields)] };
  }

  return {
    state,

    /** A page of the history, the newest first; `before` is the number of the last change of the page before. */
    async page({ before = Infinity, limit }: { before?: number | undefined; limit: number }): Promise<ChannelHistory> {
      const changes = (await all()).map(({ change }) => change).filter(({ number }) => number < before);
      const page = changes.slice(0, limit);
      return { changes: page, next: changes.length > limit ? (page.at(-1)?.number ?? null) : null };
    },

    /** Undoes a change; an agent may do so with what the banner shows, an owner with any. */
    async undo(number: number, doer: NonNullable<Doer>): Promise<CommandOutcome> {
      const changes = await contacts.history();
      const change = changes.find((one) => one.number === number);
      if (change === undefined) return { outcome: "refused", reason: "missing" };
      if (changes.some(({ undoes }) => undoes === number)) return { outcome: "refused", reason: "changed since" };
      if (doer.member.role !== "owner") {
        const { recent } = await state(doer.member);
        // Undoing what has been undone would bring a value back: that is an owner's.
        const isShown = recent.some((one) => one.number === number && one.kind !== "undone");
        if (!isShown) return { outcome: "refused", reason: "not allowed" };
      }
      return contacts.run({ kind: "undo", change }, doer);
    },

    /** What news tells of a change; null where the history does not have it any more. */
    async changeForNews(number: number): Promise<ChangeForNews | null> {
      const changes = await contacts.history();
      const change = changes.find((one) => one.number === number);
      if (change === undefined) return null;
      const { kind, at, by, approvedBy, proposal } = change;
      const command = kind === "proposed" ? proposal?.command : undefined;
      const undone = command?.kind === "undo" ? command.change : undefined;
      const schedule = command?.kind === "schedule" ? command.schedule : (undone ?? change).schedule;
      const rule = undone?.rule === undefined ? change.rule : { before: undone.rule.after, after: undone.rule.before };
      // What holds later has touched no channel yet.
      const touched = change.schedule === undefined ? change : await foreseenOf(changes, change, change.schedule);
      return {
        kind,
        at,
        by,
        before: touched.before,
        after: touched.after,
        ...(approvedBy === undefined ? {} : { approvedBy }),
        ...(kind === "proposed" && proposal !== undefined ? { waits: { publishAt: proposal.publishAt } } : {}),
        ...(rule === undefined ? {} : { rule }),
        ...(schedule === undefined ? {} : { schedule: { from: schedule.from, until: schedule.until } }),
      };
    },
  };
}

const instant = (time: number) => new Date(time).toISOString();
const nameOf = (actor: Actor) => actor?.email ?? null;

function toChannelChange(change: Change, undoneBy: number | null): ChannelChange {
  const { number, at, by, approvedBy, kind, before, after, order, opens, schedule, rule, undoes } = change;
  return {
    number,
    at: instant(at),
    by: nameOf(by),
    ...(approvedBy === undefined ? {} : { approvedBy: nameOf(approvedBy) }),
    kind,
    before: before.map(toContact),
    after: after.map(toContact),
    moved: order !== null,
    opens,
    ...(schedule === undefined ? {} : { schedule: toScheduleEntry(schedule) }),
    ...(rule === undefined ? {} : { rule }),
    ...(undoes === undefined ? {} : { undoes }),
    undoneBy,
    canUndo: undoneBy === null && hasUndo(change),
  };
}

/** A schedule as the contract writes it. */
export function toScheduleEntry({ id, channelId, fields, from, until, by, before }: Schedule): ScheduleEntry {
  return {
    id,
    contactId: channelId,
    fields,
    from: instant(from),
    until: until === null ? null : instant(until),
    by: nameOf(by),
    isOn: before !== null,
  };
}

/** A proposal as the contract writes it, for this member. */
export function toProposalEntry(list: ChannelBook, proposal: Proposal, member: Member, at: number): ProposalEntry {
  const { id, command, before, after, by, publishAt } = proposal;
  return {
    id,
    kind: changeKindOf(command),
    before: before.map(toContact),
    after: after.map(toContact),
    ...(command.kind === "schedule" ? { schedule: toScheduleEntry(command.schedule) } : {}),
    ...(command.kind === "rule" ? { rule: { before: list.rule, after: command.rule } } : {}),
    by: nameOf(by),
    at: instant(proposal.at),
    publishesAt: publishAt === null ? null : instant(publishAt),
    isStale: !isPublishable(list, proposal, at),
    canApprove: mayApprove(proposal, member),
  };
}
