import { smallest } from "../lists.ts";
import type {
  SensitiveCommand,
  Change,
  ChangeKind,
  Channel,
  ChannelList,
  Command,
  Proposal,
  PublishingRule,
  Schedule,
  ScheduledFields,
} from "./channel-list.ts";
import {
  type Attribution,
  edit,
  has,
  inOrder,
  isSwitch,
  note,
  order,
  type Outcome,
  revise,
  same,
  asNextVersion,
} from "./channel-revision.ts";

import { sameLanguages } from "./descriptions.ts";
import { isKnownCommand } from "./known-channels.ts";

const changedSince = { ok: false, reason: "changed since" } as const;

/**
 * Applies one command to the signed list. The result has the next version; the caller that stores the history adds its
 * hash.
 */
export function applyCommand(channelList: ChannelList, command: Command, attribution: Attribution): Outcome {
  switch (command.kind) {
    case "add":
      return revise(channelList, [...channelList.channels, command.channel], "added", attribution);
    case "edit": {
      const kept = withSwitchKept(channelList, command.id, command.fields);
      const outcome = edit(kept, command.id, command.fields, attribution);
      const isSame = !outcome.ok && outcome.reason === "nothing";
      return isSame && kept !== channelList ? note(kept, "switched", attribution) : outcome;
    }
    case "remove":
      if (!has(channelList, command.id)) return { ok: false, reason: "missing" };
      return revise(
        channelList,
        channelList.channels.filter(({ id }) => id !== command.id),
        "removed",
        attribution,
      );
    case "order":
      return order(channelList, command.ids, attribution);
    case "import":
      if (channelList.listVersion !== command.over) return { ok: false, reason: "stale order" };
      return revise(channelList, command.channels, "imported", attribution);
    case "schedule":
      return schedule(channelList, command.schedule, attribution);
    case "unschedule":
      return unschedule(channelList, command.id, attribution);
    case "rule":
      if (same(channelList.rule, command.rule)) return { ok: false, reason: "nothing" };
      return note(
        { ...channelList, rule: command.rule, proposals: underRule(channelList.proposals, command.rule) },
        "rule",
        attribution,
        {
          rule: { before: channelList.rule, after: command.rule },
        },
      );
    case "hide":
      if (channelList.hidden !== null) return { ok: false, reason: "nothing" };
      return note(
        asNextVersion({ ...channelList, hidden: { at: attribution.at, by: attribution.by } }, attribution),
        "hidden",
        attribution,
      );
    case "show":
      return channelList.hidden === null
        ? { ok: false, reason: "nothing" }
        : note(asNextVersion({ ...channelList, hidden: null }, attribution), "shown", attribution);
    case "undo":
      return undo(channelList, command.change, attribution);
    case "propose": {
      const { proposal } = command;
      const rule =
        proposal.command.kind === "rule" ? { before: channelList.rule, after: proposal.command.rule } : undefined;
      return note({ ...channelList, proposals: [...channelList.proposals, proposal] }, "proposed", attribution, {
        ...ofProposal(proposal),
        ...(rule === undefined ? {} : { rule }),
      });
    }
    case "withdraw": {
      const proposal = channelList.proposals.find(({ id }) => id === command.id);
      return proposal === undefined
        ? { ok: false, reason: "missing" }
        : note(withoutProposal(channelList, command.id), "withdrawn", attribution, ofProposal(proposal));
    }
    case "approve": {
      const proposal = channelList.proposals.find(({ id }) => id === command.id);
      return proposal === undefined
        ? { ok: false, reason: "missing" }
        : publish(channelList, proposal, { at: attribution.at, by: proposal.by, approvedBy: attribution.by });
    }
  }
}

/** Publishes a proposal if the channels that it changes are still as they were when it was made. */
function publish(channelList: ChannelList, proposal: Proposal, attribution: Attribution): Outcome {
  if (!isAsProposed(channelList, proposal)) return { ok: false, reason: "changed meanwhile" };
  return applyCommand(withoutProposal(channelList, proposal.id), proposal.command, attribution);
}

/** Returns whether a proposal can still be published on the current list. */
export function isPublishable(channelList: ChannelList, proposal: Proposal, at: number): boolean {
  return publish(channelList, proposal, { at, by: proposal.by }).ok;
}

function isAsProposed({ channels }: ChannelList, { before, after }: Proposal): boolean {
  const now = new Map(channels.map((channel) => [channel.id, channel]));
  const wasThere = new Set(before.map(({ id }) => id));
  return (
    before.every((channel) => same(now.get(channel.id), channel)) &&
    after.every(({ id }) => wasThere.has(id) || !now.has(id))
  );
}

/** Drops publishing times under the approval rule, which publishes no proposal by time alone. */
function underRule(proposals: Proposal[], rule: PublishingRule): Proposal[] {
  return rule.kind === "approval" ? proposals.map((proposal) => ({ ...proposal, publishAt: null })) : proposals;
}

/** Switching a channel by hand during a schedule is permanent: the end of the schedule does not revert it. */
function withSwitchKept(channelList: ChannelList, channelId: string, fields: ScheduledFields): ChannelList {
  if (!isSwitch(fields)) return channelList;
  const running = channelList.schedules.find(
    (one) => one.channelId === channelId && one.before?.isActive !== undefined,
  );
  if (running === undefined) return channelList;
  const { isActive: _isActive, ...before } = running.before ?? {};
  return {
    ...channelList,
    schedules: channelList.schedules.map((one) => (one === running ? { ...one, before } : one)),
  };
}

/** The kind that a waiting command gets in the history. */
export function changeKindOf(command: SensitiveCommand): ChangeKind {
  const kinds = {
    add: "added",
    edit: "edited",
    schedule: "scheduled",
    import: "imported",
    undo: "undone",
    rule: "rule",
  } as const;
  return kinds[command.kind];
}

/** When the next scheduled change is due; null if there is none. */
export function nextDue({ schedules, proposals }: ChannelList): number | null {
  const times = [...schedules.map(dueAt), ...proposals.map(publishedAt)].filter((time) => time !== null);
  return times.length === 0 ? null : smallest(times);
}

/**
 * When a proposal is published automatically; null if it waits for approval, or for a version that knows its command.
 */
function publishedAt({ command, publishAt }: Proposal): number | null {
  return isKnownCommand(command) ? publishAt : null;
}

/** When a schedule begins or, once begun, ends. */
function dueAt({ before, from, until }: Schedule): number | null {
  return before === null ? from : until;
}

/** Applies everything due until `now`, each at its scheduled time: schedules begin and end, proposals are published. */
export function settle(channelList: ChannelList, now: number): { channelList: ChannelList; changes: Change[] } {
  const changes: Change[] = [];
  let settled = channelList;
  for (;;) {
    const at = nextDue(settled);
    if (at === null || at > now) return { channelList: settled, changes };
    const next = settleOne(settled, at);
    settled = next.channelList;
    if (next.change !== null) changes.push({ ...next.change, doneAt: now });
  }
}

function settleOne(channelList: ChannelList, at: number): { channelList: ChannelList; change: Change | null } {
  const proposal = channelList.proposals.find((one) => publishedAt(one) === at);
  if (proposal !== undefined) {
    const outcome = publish(channelList, proposal, { at, by: proposal.by });
    if (outcome.ok) return outcome;
    // The list changed meanwhile, so it cannot be published.
    return note(withoutProposal(channelList, proposal.id), "withdrawn", { at, by: null }, ofProposal(proposal));
  }
  const due = channelList.schedules.find((one) => dueAt(one) === at);
  const others = channelList.schedules.filter((one) => one !== due);
  const channel = channelList.channels.find(({ id }) => id === due?.channelId);
  const without = (schedules: Schedule[]) => ({
    channelList: { ...channelList, schedules, version: channelList.version + 1 },
    change: null,
  });
  if (due === undefined || channel === undefined) return without(others);
  const begins = due.before === null;
  const before = begins ? pick(channel, due.fields) : null;
  const fields = begins ? due.fields : stillScheduled(channel, due);
  const remaining = begins && due.until !== null ? [...others, { ...due, before }] : others;
  const outcome = edit(
    { ...channelList, schedules: remaining },
    channel.id,
    fields,
    { at, by: due.by },
    begins ? "began" : "ended",
  );
  return outcome.ok ? outcome : without(remaining);
}

/** The fields and translations that a schedule restores at its end: those that nobody changed meanwhile. */
function stillScheduled(channel: Channel, { fields, before }: Schedule): ScheduledFields {
  const now = pick(channel, fields);
  const { translations, ...others } = before ?? {};
  const restored = unchanged(others, now, fields);
  if (translations === undefined) return restored;
  return { ...restored, translations: unchanged(translations, now.translations ?? {}, fields.translations ?? {}) };
}

/** The entries of `before` that are now as a schedule set them. */
function unchanged<Fields extends object>(before: Fields, now: Fields, scheduled: Fields): Fields {
  const entries = Object.entries(before).filter(([name]) =>
    same(now[name as keyof Fields], scheduled[name as keyof Fields]),
  );
  return Object.fromEntries(entries) as Fields;
}

function pick(channel: Channel, { value, isActive, proof, translations, hours }: ScheduledFields): ScheduledFields {
  return {
    ...(value === undefined ? {} : { value: channel.value }),
    ...(isActive === undefined ? {} : { isActive: channel.isActive }),
    ...(proof === undefined ? {} : { proof: channel.proof }),
    ...(translations === undefined ? {} : { translations: sameLanguages(channel.translations, translations) }),
    ...(hours === undefined ? {} : { hours: channel.hours }),
  };
}

function schedule(channelList: ChannelList, one: Schedule, attribution: Attribution): Outcome {
  if (!has(channelList, one.channelId)) return { ok: false, reason: "missing" };
  const ends = one.until ?? Infinity;
  if (ends <= attribution.at) return { ok: false, reason: "too late" };
  const overlaps = channelList.schedules.some(
    ({ channelId, from, until }) => channelId === one.channelId && from < ends && one.from < (until ?? from + 1),
  );
  if (overlaps) return { ok: false, reason: "overlap" };
  // If approved late, it begins now.
  const soon = { ...one, from: Math.max(one.from, attribution.at) };
  return note({ ...channelList, schedules: [...channelList.schedules, soon] }, "scheduled", attribution, {
    schedule: soon,
  });
}

/** Cancels a schedule; one that has begun ends immediately. */
function unschedule(channelList: ChannelList, id: string, attribution: Attribution): Outcome {
  const one = channelList.schedules.find((other) => other.id === id);
  if (one === undefined) return { ok: false, reason: "missing" };
  const rest = { ...channelList, schedules: channelList.schedules.filter((other) => other !== one) };
  const channel = channelList.channels.find((other) => other.id === one.channelId);
  if (one.before === null || channel === undefined) return note(rest, "unscheduled", attribution, { schedule: one });
  const ended = edit(rest, channel.id, stillScheduled(channel, one), attribution, "ended");
  const isSame = !ended.ok && ended.reason === "nothing";
  return isSame ? note(rest, "unscheduled", attribution, { schedule: one }) : ended;
}

/** Returns whether a change can be undone at all. */
export function hasUndo({ kind, before, after, order: moved }: Change): boolean {
  if (kind === "proposed" || kind === "withdrawn" || kind === "restored") return false;
  const hasInverse = ["hidden", "shown", "rule", "scheduled", "unscheduled"].includes(kind);
  return hasInverse || before.length > 0 || after.length > 0 || moved !== null;
}

function undo(channelList: ChannelList, change: Change, attribution: Attribution): Outcome {
  const undone = inverse(channelList, change, attribution);
  if (!undone.ok) return undone.reason === "nothing" || undone.reason === "missing" ? changedSince : undone;
  return { ...undone, change: { ...undone.change, kind: "undone", undoes: change.number } };
}

function inverse(channelList: ChannelList, change: Change, attribution: Attribution): Outcome {
  if (!hasUndo(change)) return changedSince;
  if (change.kind === "hidden") return applyCommand(channelList, { kind: "show" }, attribution);
  if (change.kind === "shown") return applyCommand(channelList, { kind: "hide" }, attribution);
  if (change.rule !== undefined) {
    if (!same(channelList.rule, change.rule.after)) return changedSince;
    return applyCommand(channelList, { kind: "rule", rule: change.rule.before }, attribution);
  }
  if (change.schedule !== undefined && change.before.length === 0) {
    const { schedule: one } = change;
    if (change.kind === "scheduled") return unschedule(channelList, one.id, attribution);
    // A schedule whose start has passed does not begin late.
    return one.from <= attribution.at ? changedSince : schedule(channelList, one, attribution);
  }
  const channels = channelsBefore(channelList, change);
  return channels === null ? changedSince : revise(channelList, channels, "undone", attribution);
}

/** The list without a change; null if it was changed again since. */
function channelsBefore(channelList: ChannelList, change: Change): Channel[] | null {
  const now = new Map(channelList.channels.map((channel) => [channel.id, channel]));
  const wasBefore = new Map(change.before.map((channel) => [channel.id, channel]));
  const isAsLeft = change.after.every((channel) => same(now.get(channel.id), channel));
  const afterIds = new Set(change.after.map(({ id }) => id));
  const areGone = change.before.every(({ id }) => afterIds.has(id) || !now.has(id));
  if (!isAsLeft || !areGone) return null;
  const kept = channelList.channels
    .filter(({ id }) => wasBefore.has(id) || !afterIds.has(id))
    .map((channel) => wasBefore.get(channel.id) ?? channel);
  const back = change.before.filter(({ id }) => !now.has(id));
  const channels = [...kept, ...back];
  return change.order === null ? channels : inOrder(channels, change.order.before);
}

/**
 * Returns whether undoing a change would have an effect on the current list. Does not build the next list, so it is
 * cheap to call for many changes.
 */
export function canUndo(channelList: ChannelList, change: Change, at: number): boolean {
  if (!hasUndo(change)) return false;
  const touchesList = change.before.length > 0 || change.after.length > 0 || change.order !== null;
  if (!touchesList || change.rule !== undefined) return inverse(channelList, change, { at, by: null }).ok;
  const channels = channelsBefore(channelList, change);
  if (channels === null) return false;
  if (change.before.length > 0 || change.after.length > 0) return true;
  return channels.some(({ id }, place) => channelList.channels[place]?.id !== id);
}

function withoutProposal(channelList: ChannelList, id: string): ChannelList {
  return { ...channelList, proposals: channelList.proposals.filter((proposal: Proposal) => proposal.id !== id) };
}

function ofProposal(proposal: Proposal): Partial<Change> {
  return { proposal, before: proposal.before, after: proposal.after };
}
