import type { ServerText } from "#copy/server/say.ts";
import type {
  ChannelChange,
  ChannelHistory,
  ChannelState,
  ProposalEntry,
  ScheduleEntry,
} from "#contract/channels/channel-list.ts";
import type { Member } from "#contract/auth/session.ts";
import {
  type Actor,
  type Change,
  changeKinds,
  type Channel,
  type ChannelList,
  type NotifiedChange,
  type Proposal,
  type Schedule,
} from "#domain/channels/channel-list.ts";
import { canUndo, changeKindOf, hasUndo, isPublishable } from "#domain/channels/channel-changes.ts";
import { isKnownCommand, isKnownType, knownChannels } from "#domain/channels/known-channels.ts";
import { approvalRefusal } from "#domain/member.ts";
import { merge } from "#domain/channels/channel-revision.ts";
import { instant, instantOrNull } from "#domain/time/instant.ts";
import type { Owners } from "../auth/team/owners.ts";
import { type CommandActor, type CommandOutcome, mayApprove } from "./channel-commands.ts";
import { type Channels, toTeamChannel } from "./channels.ts";
import { day } from "#domain/time/durations.ts";
import { movesBetween } from "#domain/channels/channel-moves.ts";

export type ChannelHistoryService = ReturnType<typeof createChannelHistory>;

/** Time for which the whole team sees a change of a channel's destination or description. */
const recently = day;

/** The history of the channels, with proposals and undo. */
export function createChannelHistory(deps: {
  channels: Channels;
  owners: Pick<Owners, "since" | "areOne">;
  country: () => string;
  /** Alarms about other tables that something outside this program changed. */
  storeAlarms: () => Array<{ since: number; message: ServerText }>;
  now: () => number;
}) {
  const { channels, now } = deps;
  /** Digest of the history with this hash, for the state. `openings` are the changes that the banner may show. */
  let digest: { head: string; openings: Change[]; last: Map<string, Change> } | undefined;

  async function digestOf({ history: { from, count, head } }: ChannelList) {
    let known = digest;
    if (known?.head !== head) {
      const changes = await channels.history();
      const undone = undoneBy(changes);
      known = {
        head,
        last: new Map(changes.filter(isMade).flatMap((change) => channelsOf(change).map((id) => [id, change]))),
        openings: changes
          .filter((change) => isSeen(change) && isKnownChange(change) && !undone.has(change.number))
          .toReversed(),
      };
      // A history that cannot be trusted is not cached.
      if (changes.length === count - from) digest = known;
    }
    return known;
  }

  /** The changes of the last day that the banner may show, newest first. */
  async function recentOpenings(list: ChannelList): Promise<Change[]> {
    const since = now() - recently;
    return (await digestOf(list)).openings.filter(({ at, doneAt = at }) => doneAt > since);
  }

  /** When another owner could approve; null also where none ever could, which the answer to the change says. */
  async function othersFrom({ id }: Member): Promise<string | null> {
    const from = await channels.othersApproveFrom(id);
    return from === null || from === Infinity ? null : instant(from);
  }

  async function state(member: Member): Promise<ChannelState> {
    const { list, alarm } = await channels.channelList();
    const recent = await recentOpenings(list);
    const { last } = await digestOf(list);
    const since = list.proposals.length === 0 ? null : await deps.owners.since(member.id);
    // A member who may be the proposer under another name is treated like one who is no owner.
    const sinceFor = async ({ by }: Proposal) =>
      by !== null && (await deps.owners.areOne(by.id, member.id)) ? undefined : since;
    const known = list.proposals.filter(isKnownProposal);
    const proposals = await Promise.all(
      known.map(async (one) => toProposalEntry(list, one, { member, since: await sinceFor(one) }, now())),
    );
    return {
      version: list.listVersion,
      hidden: list.hidden === null ? null : { at: instant(list.hidden.at), by: nameOf(list.hidden.by) },
      alarm:
        alarm === null
          ? null
          : { since: instant(alarm.since), message: alarm.message, channels: knownChannels(list.channels).length },
      storeAlarms: (member.role === "owner" ? deps.storeAlarms() : []).map(({ since: noticed, message }) => ({
        since: instant(noticed),
        message,
      })),
      rule: list.rule,
      othersApproveFrom: await othersFrom(member),
      proposals,
      schedules: list.schedules.map(toScheduleEntry),
      recent: recent.map((change) => {
        const entry = toChannelChange(change, { list, isAlarm: alarm !== null, at: now() });
        return { ...entry, canUndo: entry.canUndo && mayUndo(change, member) };
      }),
      lastChanges: list.channels.flatMap(({ id }) => {
        const change = last.get(id);
        return change === undefined ? [] : [{ contactId: id, at: instant(change.at), by: nameOf(change.by) }];
      }),
      country: deps.country(),
    };
  }

  /** The channel of a schedule, before and after. */
  async function foreseenOf(changes: readonly Change[], { number }: Change, { channelId, fields }: Schedule) {
    const was = channelAt(changes, number, channelId, (await channels.channelList()).list);
    if (was === undefined) return { before: [], after: [] };
    return { before: [was], after: [merge(was, fields)] };
  }

  return {
    state,

    /** A page of the history, newest first; `before` is the last change number of the previous page. */
    async page(
      query: { before?: number | undefined; limit: number; contact?: string | undefined },
      member: Member,
    ): Promise<ChannelHistory> {
      const { before = Infinity, limit, contact: channel } = query;
      const changes = await channels.history();
      const undone = undoneBy(changes);
      const { list, alarm } = await channels.channelList();
      const isAsked = (change: Change) =>
        change.number < before &&
        isKnownChange(change) &&
        (channel === undefined || change.schedule?.channelId === channel || channelsOf(change).includes(channel));
      const older = changes.filter(isAsked).toReversed();
      const page = older.slice(0, limit).map((change) => {
        const context = { list, isAlarm: alarm !== null, at: now(), undoneBy: undone.get(change.number) };
        const entry = toChannelChange(change, context);
        const isUndoable = entry.canUndo && mayUndo(change, member);
        return { ...entry, canUndo: isUndoable, moves: movesOf(changes, change, list) };
      });
      return { changes: page, next: older.length > limit ? (page.at(-1)?.number ?? null) : null };
    },

    /** Undoes a change: owners any, agents those of agents. */
    async undo(number: number, actor: NonNullable<CommandActor>): Promise<CommandOutcome> {
      const changes = await channels.history();
      const change = changes.find((one) => one.number === number);
      if (change === undefined) return { outcome: "refused", reason: "missing" };
      if (!mayUndo(change, actor.member)) return { outcome: "refused", reason: "not allowed" };
      if (changes.some(({ undoes }) => undoes === number)) return { outcome: "refused", reason: "changed since" };
      return channels.run({ kind: "undo", change }, actor);
    },

    /** A change as notifications need it; null if the history no longer has it. */
    async changeToNotify(number: number): Promise<NotifiedChange | null> {
      const changes = await channels.history();
      const change = changes.find((one) => one.number === number);
      // A tampered history yields no changes; the notifications are sent once it is repaired.
      if (change === undefined && (await channels.channelList()).alarm !== null)
        throw new Error("the history cannot be trusted");
      if (change === undefined) return null;
      const { kind, at, by, approvedBy, proposal } = change;
      const command = kind === "proposed" ? proposal?.command : undefined;
      const undone = command?.kind === "undo" ? command.change : undefined;
      const schedule = command?.kind === "schedule" ? command.schedule : (undone ?? change).schedule;
      const rule = undone?.rule === undefined ? change.rule : { before: undone.rule.after, after: undone.rule.before };
      // A scheduled change has touched no channel yet.
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

/** A newer version on the same store may write other kinds of changes and proposals. */
const isKnownChange = ({ kind }: Change) => (changeKinds as readonly string[]).includes(kind);
const isKnownProposal = ({ command, before, after }: Proposal) =>
  isKnownCommand(command) && [...before, ...after].every(({ type }) => isKnownType(type));
const isSeen = ({ opens, describes = false }: Change) => opens || describes;
const isMade = ({ kind }: Change) => kind !== "proposed" && kind !== "withdrawn";
/** The ids of the channels that a change names; one of the order names none. */
const channelsOf = ({ before, after }: Change) => [...new Set([...before, ...after].map(({ id }) => id))];
const nameOf = (actor: Actor) => actor?.email ?? null;

/**
 * Returns whether a member may undo a change. Agents may not undo an owner's change, which may have repaired something.
 */
const mayUndo = ({ by }: Change, { role }: Member) => role === "owner" || by?.agent === true;

/** The numbers of undone changes, each with that of the change that undid it. */
function undoneBy(changes: readonly Change[]): Map<number, number> {
  return new Map(changes.flatMap(({ undoes, number }) => (undoes === undefined ? [] : [[undoes, number]])));
}

/** Maps a change to the contract's shape, without its moves, which need the whole history. */
function toChannelChange(
  change: Change,
  context: { list: ChannelList; isAlarm: boolean; at: number; undoneBy?: number | undefined },
): ChannelChange {
  const {
    number,
    at,
    by,
    approvedBy,
    kind,
    before,
    after,
    order,
    opens,
    describes = false,
    schedule,
    rule,
    undoes,
  } = change;
  const isOpen = context.undoneBy === undefined && !context.isAlarm;
  const isKnown = [...before, ...after].every(({ type }) => isKnownType(type));
  const isPossible = isKnown && canUndo(context.list, change, context.at);
  return {
    number,
    at: instant(at),
    by: nameOf(by),
    ...(approvedBy === undefined ? {} : { approvedBy: nameOf(approvedBy) }),
    kind,
    before: knownChannels(before).map(toTeamChannel),
    after: knownChannels(after).map(toTeamChannel),
    moved: order !== null,
    moves: null,
    opens,
    describes,
    ...(schedule === undefined ? {} : { schedule: toScheduleEntry(schedule) }),
    ...(rule === undefined ? {} : { rule }),
    ...(undoes === undefined ? {} : { undoes }),
    undoneBy: context.undoneBy ?? null,
    canUndo: isOpen && isPossible,
    isChangedSince: isOpen && isKnown && hasUndo(change) && !isPossible,
  };
}

/** Maps a schedule to the contract's shape. */
export function toScheduleEntry({ id, channelId, fields, from, until, by, before }: Schedule): ScheduleEntry {
  return {
    id,
    contactId: channelId,
    fields,
    from: instant(from),
    until: instantOrNull(until),
    by: nameOf(by),
    isOn: before !== null,
  };
}

/** Maps a proposal to the contract's shape, for this member. */
export function toProposalEntry(
  list: ChannelList,
  proposal: Proposal,
  { member, since }: { member: Member; since: number | null | undefined },
  at: number,
): ProposalEntry {
  const { id, command, before, after, by, publishAt } = proposal;
  const isOthers = mayApprove(proposal, member) && since !== undefined;
  const refused = isOthers ? approvalRefusal(since, { proposedAt: proposal.at, now: at }) : null;
  return {
    id,
    kind: changeKindOf(command),
    before: before.map(toTeamChannel),
    after: after.map(toTeamChannel),
    ...(command.kind === "schedule" ? { schedule: toScheduleEntry(command.schedule) } : {}),
    ...(command.kind === "rule" ? { rule: { before: list.rule, after: command.rule } } : {}),
    by: nameOf(by),
    at: instant(proposal.at),
    publishesAt: instantOrNull(publishAt),
    isStale: !isPublishable(list, proposal, at),
    canApprove: isOthers && refused === null,
    approvesFrom: refused?.reason === "new owner" ? instant(refused.from) : null,
  };
}

/** The limit for moves listed one by one. */
const maxMoves = 5;

/** The moves of a change that only reorders; null for any other. `changes` is the whole history, oldest first. */
function movesOf(changes: readonly Change[], change: Change, list: ChannelList): ChannelChange["moves"] {
  if (change.order === null || change.before.length > 0 || change.after.length > 0) return null;
  // A channel may move relative to others and still keep its position.
  const moves = movesBetween(change.order.before, change.order.after).filter(({ from, to }) => from !== to);
  const told = moves.slice(0, maxMoves).flatMap(({ id, from, to }) => {
    const channel = channelAt(changes, change.number, id, list);
    return channel === undefined || !isKnownType(channel.type) ? [] : [{ contact: toTeamChannel(channel), from, to }];
  });
  return { count: moves.length, told };
}

/** A channel at the time of a change: as found by the next change that touched it or, without one, as it is now. */
function channelAt(changes: readonly Change[], number: number, id: string, list: ChannelList): Channel | undefined {
  const isOfIt = (one: Channel) => one.id === id;
  // A withdrawal shows the state at the time of the proposal.
  const next = changes.find((one) => one.number > number && one.kind !== "withdrawn" && one.before.some(isOfIt));
  return (next?.before ?? list.channels).find(isOfIt);
}
