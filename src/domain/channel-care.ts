import type { Channel, ChannelBook, Command, PublishingRule, Schedule } from "./channel-book.ts";
import { applyCommand } from "./channel-changes.ts";
import { type Doing, merge, valueKey } from "./channel-revision.ts";

/**
 * Whether a command is one of those that change where a channel opens, at once or later: a value comes into the list, shown or not;
 * visitors would see one that they did not see before; a schedule is to do either; a weaker rule would let such a change pass.
 * Only so can none of these steps be taken apart into harmless ones. An approval is one, since it publishes.
 */
export function isCareful(book: ChannelBook, command: Command, doing: Doing): boolean {
  if (command.kind === "approve") return true;
  const later = scheduledBy(command);
  if (later !== null) return later.fields.value !== undefined || later.fields.isActive === true;
  const outcome = applyCommand(book, command, doing);
  if (typeof outcome === "string") return false;
  const { opens, rule } = outcome.change;
  return opens || bringsValue(book, outcome.book) || (rule !== undefined && isWeaker(rule.after, rule.before));
}

/** Whether the list has a value, shown or not, that it did not have. */
function bringsValue(before: ChannelBook, after: ChannelBook): boolean {
  const known = new Set(before.channels.map(valueKey));
  return after.channels.some((channel) => !known.has(valueKey(channel)));
}

/** The channels that a command will have touched in the end, of a schedule when it begins; null where it would be refused. */
export function foreseen(
  book: ChannelBook,
  command: Command,
  doing: Doing,
): { before: Channel[]; after: Channel[] } | null {
  const outcome = applyCommand(book, command, doing);
  if (typeof outcome === "string") return null;
  const later = scheduledBy(command);
  const channel = book.channels.find(({ id }) => id === later?.channelId);
  if (later === null || channel === undefined) return outcome.change;
  return { before: [channel], after: [merge(channel, later.fields)] };
}

/** The schedule that a command makes; undoing the end of one makes it anew. */
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
