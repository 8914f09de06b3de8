import type {
  ChannelChange,
  ChannelHistory,
  ChannelState,
  ProposalEntry,
  ScheduleEntry,
} from "#contract/channel-book.ts";
import type { Member } from "#contract/session.ts";
import type { Actor, Change, ChannelBook, Proposal, Schedule } from "#domain/channel-book.ts";
import { canUndo, changeKindOf, hasUndo, isPublishable } from "#domain/channel-changes.ts";
import { merge } from "#domain/channel-revision.ts";
import { type CommandOutcome, type Doer, mayApprove } from "./channel-commands.ts";
import { channelAt, movesOf } from "./channel-moves.ts";
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
  /** Of the history at this hash, the changes that the banner may show, the newest first. */
  let banner: { head: string; changes: Change[] } | undefined;

  async function recentOpenings({ history: { from, count, head } }: ChannelBook): Promise<Change[]> {
    let known = banner;
    if (known?.head !== head) {
      const changes = await contacts.history();
      const undone = undoneBy(changes);
      known = { head, changes: changes.filter(({ opens, number }) => opens && !undone.has(number)).toReversed() };
      // A history that cannot be trusted is read again.
      if (changes.length === count - from) banner = known;
    }
    const since = now() - recently;
    return known.changes.filter(({ at, doneAt = at }) => doneAt > since);
  }

  async function state(member: Member): Promise<ChannelState> {
    const { list, alarm } = await contacts.book();
    const recent = await recentOpenings(list);
    return {
      version: list.listVersion,
      hidden: list.hidden === null ? null : { at: instant(list.hidden.at), by: nameOf(list.hidden.by) },
      alarm:
        alarm === null ? null : { since: instant(alarm.since), message: alarm.message, channels: list.channels.length },
      rule: list.rule,
      proposals: list.proposals.map((proposal) => toProposalEntry(list, proposal, member, now())),
      schedules: list.schedules.map(toScheduleEntry),
      recent: recent.map((change) => {
        const entry = toChannelChange(change, { list, isAlarm: alarm !== null, at: now() });
        return { ...entry, canUndo: entry.canUndo && mayUndoRecent(change, member) };
      }),
    };
  }

  /** The channel of a schedule as it was when that was made, and as it will be. */
  async function foreseenOf(changes: readonly Change[], { number }: Change, { channelId, fields }: Schedule) {
    const was = channelAt(changes, number, channelId, (await contacts.book()).list);
    if (was === undefined) return { before: [], after: [] };
    return { before: [was], after: [merge(was, fields)] };
  }

  return {
    state,

    /** A page of the history, the newest first; `before` is the number of the last change of the page before. */
    async page({ before = Infinity, limit }: { before?: number | undefined; limit: number }): Promise<ChannelHistory> {
      const changes = await contacts.history();
      const undone = undoneBy(changes);
      const { list, alarm } = await contacts.book();
      const older = changes.filter(({ number }) => number < before).toReversed();
      const page = older.slice(0, limit).map((change) => ({
        ...toChannelChange(change, { list, isAlarm: alarm !== null, at: now(), undoneBy: undone.get(change.number) }),
        moves: movesOf(changes, change, list),
      }));
      return { changes: page, next: older.length > limit ? (page.at(-1)?.number ?? null) : null };
    },

    /** Undoes a change; an agent may do so with what the banner shows, an owner with any. */
    async undo(number: number, doer: NonNullable<Doer>): Promise<CommandOutcome> {
      const changes = await contacts.history();
      const change = changes.find((one) => one.number === number);
      if (change === undefined) return { outcome: "refused", reason: "missing" };
      if (changes.some(({ undoes }) => undoes === number)) return { outcome: "refused", reason: "changed since" };
      if (doer.member.role !== "owner") {
        const recent = await recentOpenings((await contacts.book()).list);
        const isShown = recent.some((one) => one.number === number);
        if (!isShown || !mayUndoRecent(change, doer.member)) return { outcome: "refused", reason: "not allowed" };
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

/** Undoing what has been undone would bring a value back: that is an owner's. */
const mayUndoRecent = ({ kind }: Change, { role }: Member) => role === "owner" || kind !== "undone";

/** The numbers of the changes that are undone, each with that of what has undone it. */
function undoneBy(changes: readonly Change[]): Map<number, number> {
  return new Map(changes.flatMap(({ undoes, number }) => (undoes === undefined ? [] : [[undoes, number]])));
}

/** A change as the contract writes it, on the list as it is; without its moves, which take the whole history to tell. */
function toChannelChange(
  change: Change,
  on: { list: ChannelBook; isAlarm: boolean; at: number; undoneBy?: number | undefined },
): ChannelChange {
  const { number, at, by, approvedBy, kind, before, after, order, opens, schedule, rule, undoes } = change;
  const isOpen = on.undoneBy === undefined && !on.isAlarm;
  const isPossible = canUndo(on.list, change, on.at);
  return {
    number,
    at: instant(at),
    by: nameOf(by),
    ...(approvedBy === undefined ? {} : { approvedBy: nameOf(approvedBy) }),
    kind,
    before: before.map(toContact),
    after: after.map(toContact),
    moved: order !== null,
    moves: null,
    opens,
    ...(schedule === undefined ? {} : { schedule: toScheduleEntry(schedule) }),
    ...(rule === undefined ? {} : { rule }),
    ...(undoes === undefined ? {} : { undoes }),
    undoneBy: on.undoneBy ?? null,
    canUndo: isOpen && isPossible,
    isChangedSince: isOpen && hasUndo(change) && !isPossible,
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
