import type { Change, Channel, ChannelList, Command, PublishingRule, Schedule } from "./channel-list.ts";
import { applyCommand } from "./channel-changes.ts";
import { descriptionsOf } from "./descriptions.ts";
import { type Attribution, bringsDescription, merge, valueKey } from "./channel-revision.ts";

/**
 * Returns whether a command is a sensitive change: it adds a value or a description to the list (visible or not), shows
 * visitors one that they did not see before, schedules either, or weakens the publishing rule. Covering every step
 * prevents splitting a sensitive change into harmless ones. An approval is sensitive, since it publishes. Removing a
 * description or a channel is not: visitors learn nothing new. An undo counts like any change: it may bring back what
 * an owner has repaired.
 */
export function isSensitive(channelList: ChannelList, command: Command, attribution: Attribution): boolean {
  if (command.kind === "approve") return true;
  const later = scheduledBy(command);
  if (later !== null) return setsSensitive(later);
  const outcome = applyCommand(channelList, command, attribution);
  if (!outcome.ok) return false;
  const { opens, describes = false, rule } = outcome.change;
  const brings =
    bringsValue(channelList, outcome.channelList) ||
    bringsDescription(channelList.channels, outcome.channelList.channels);
  return opens || describes || brings || (rule !== undefined && isWeaker(rule.after, rule.before));
}

/** Returns whether a schedule changes a channel's destination or its public description. */
function setsSensitive({ fields }: Pick<Schedule, "fields">): boolean {
  const { value, isActive, proof = "", translations } = fields;
  return value !== undefined || isActive === true || descriptionsOf({ proof, translations }).length > 0;
}

/** Returns whether the list gains a value, visible or not. */
function bringsValue(before: ChannelList, after: ChannelList): boolean {
  const known = new Set(before.channels.map(valueKey));
  return after.channels.some((channel) => !known.has(valueKey(channel)));
}

/** The channels that a command changes in the end (for a schedule: when it begins); null if it would be rejected. */
export function foreseen(
  channelList: ChannelList,
  command: Command,
  attribution: Attribution,
): { before: Channel[]; after: Channel[] } | null {
  const outcome = applyCommand(channelList, command, attribution);
  if (!outcome.ok) return null;
  const later = scheduledBy(command);
  const channel = channelList.channels.find(({ id }) => id === later?.channelId);
  if (later === null || channel === undefined) return outcome.change;
  return { before: [channel], after: [merge(channel, later.fields)] };
}

/** The schedule that a command creates; undoing the end of a schedule creates it again. */
function scheduledBy(command: Command): Schedule | null {
  if (command.kind === "schedule") return command.schedule;
  if (command.kind !== "undo" || command.change.kind !== "unscheduled") return null;
  return command.change.schedule ?? null;
}

function isWeaker(rule: PublishingRule, than: PublishingRule): boolean {
  const rank = { none: 0, delay: 1, approval: 2 };
  if (rule.kind === "delay" && than.kind === "delay") return rule.minutes < than.minutes;
  return rank[rule.kind] < rank[than.kind];
}

/**
 * Returns whether the owners are notified of a change: of destinations or descriptions, now or later, or of the
 * publishing rule.
 */
export function isNotified({ opens, describes = false, careful, kind, rule, schedule }: Change): boolean {
  // A change published after its delay lacks `careful`.
  const isLater = schedule !== undefined && (careful === true || (kind === "scheduled" && setsSensitive(schedule)));
  return opens || describes || kind === "proposed" || rule !== undefined || isLater;
}
