import { teamCopy } from "#copy/current.ts";
import type { ChannelChange, ProposalEntry } from "#contract/channels/channel-list.ts";
import type { TeamChannel } from "#contract/channels/channel.ts";
import type { ChangeKind, PublishingRule } from "#domain/channels/channel-list.ts";
import { brandCopy } from "#web/public/channels/brand-copy.ts";

/** A change that was made, or one that is pending. */
export type ShownChange = Pick<ChannelChange | ProposalEntry, "kind" | "before" | "after" | "rule">;

/** The team's name of a channel. */
export function channelName({ type, value }: Pick<TeamChannel, "type" | "value">): string {
  return `${brandCopy(type).label} ${value}`;
}

type Alone = "moved" | "rule" | "hidden" | "shown" | "restored";

const alone: readonly ChangeKind[] = ["moved", "rule", "hidden", "shown", "restored"] satisfies Alone[];

/** Kinds that are told without a channel. */
function isAlone(kind: ChangeKind): kind is Alone {
  return alone.includes(kind);
}

/** The one channel that a change is about, if it is about one. `scheduled` as for `changeVerb`. */
export function changedChannel({ kind, before, after }: ShownChange, scheduled?: TeamChannel): TeamChannel | undefined {
  return isAlone(kind) || countOf(before, after) > 1 ? undefined : (before[0] ?? after[0] ?? scheduled);
}

/** The number of channels; a deleted one is only in `before`, an added one only in `after`. */
function countOf(before: readonly TeamChannel[], after: readonly TeamChannel[]): number {
  return new Set([...before, ...after].map(({ _id }) => _id)).size;
}

/**
 * Returns the verb of a change, to follow the name of its author. `scheduled` is the channel of a schedule, which the
 * change itself does not name. `name` stands for the channel's.
 */
export function changeVerb({ kind, before, after }: ShownChange, scheduled?: TeamChannel, name?: string): string {
  const first = before[0] ?? after[0] ?? scheduled;
  if (first === undefined || isAlone(kind)) return teamCopy.channels.history.didAlone[kind];
  const count = countOf(before, after);
  const named = count > 1 ? teamCopy.channels.history.count(count) : (name ?? channelName(first));
  const did = kind !== "switched" ? kind : after[0]?.isActive === true ? "showed" : "hid";
  return teamCopy.channels.history.did[did](named);
}

/** A change in one line. */
export function changeTitle(change: ShownChange, scheduled?: TeamChannel): string {
  const verb = changeVerb(change, scheduled);
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`;
}

/** The channel whose value is all that a change changed, before and after. */
export function changedValue({ before, after }: ShownChange): { before: TeamChannel; after: TeamChannel } | undefined {
  const [was, is] = [before[0], after[0]];
  if (before.length !== 1 || after.length !== 1 || was === undefined || is === undefined) return undefined;
  return was._id === is._id && was.type === is.type && was.value !== is.value ? { before: was, after: is } : undefined;
}

/** A publishing rule, as a part of a sentence. */
export function ruleText(rule: PublishingRule): string {
  if (rule.kind === "none") return teamCopy.channels.history.rules.none;
  if (rule.kind === "approval") return teamCopy.channels.history.rules.approval;
  return teamCopy.channels.history.rules.delay(rule.minutes);
}
