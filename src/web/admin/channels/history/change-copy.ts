import { brandOf } from "#domain/brands/brands.ts";
import type { ChannelChange, ProposalEntry } from "#contract/channel-list.ts";
import type { Contact } from "#contract/contact.ts";
import type { ChangeKind, PublishingRule } from "#domain/channels/channel-list.ts";

/** A change that was made, or one that is pending. */
export type ShownChange = Pick<ChannelChange | ProposalEntry, "kind" | "before" | "after" | "rule">;

/** The team's name of a channel. */
export function channelName({ type, value }: Pick<Contact, "type" | "value">): string {
  return `${brandOf(type).label} ${value}`;
}

/** What somebody did; the channel follows. */
const verbs: Record<ChangeKind, string> = {
  added: "added",
  edited: "changed",
  switched: "switched",
  removed: "deleted",
  moved: "changed the order",
  scheduled: "scheduled a change of",
  unscheduled: "cancelled a scheduled change of",
  began: "began the scheduled change of",
  ended: "ended the scheduled change of",
  imported: "imported a file:",
  undone: "undid a change of",
  rule: "changed when changes are published",
  proposed: "proposed a change of",
  withdrawn: "withdrew a change of",
  hidden: "hid all channels",
  shown: "showed all channels again",
  restored: "put the last good list back",
};

/** Kinds whose label needs no details. */
const alone: ReadonlySet<ChangeKind> = new Set<ChangeKind>(["moved", "rule", "hidden", "shown", "restored"]);

/**
 * What a change did, to follow the name of its author. `scheduled` is the channel of a schedule, which the change
 * itself does not name.
 */
export function changeVerb({ kind, before, after }: ShownChange, scheduled?: Contact): string {
  if (alone.has(kind)) return verbs[kind];
  const first = before[0] ?? after[0] ?? scheduled;
  if (first === undefined) return verbs[kind].replace(/:$| of$/, "");
  // A deleted channel is only in `before`, an added one only in `after`.
  const count = new Set([...before, ...after].map(({ _id }) => _id)).size;
  const named = count > 1 ? `${count} channels` : channelName(first);
  if (kind !== "switched") return `${verbs[kind]} ${named}`;
  return `${after[0]?.isActive === true ? "showed" : "hid"} ${named}`;
}

/** A change in one line. */
export function changeTitle(change: ShownChange, scheduled?: Contact): string {
  const verb = changeVerb(change, scheduled);
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`;
}

/** The channel whose value is all that a change changed, before and after. */
export function changedValue({ before, after }: ShownChange): { before: Contact; after: Contact } | undefined {
  const [was, is] = [before[0], after[0]];
  if (before.length !== 1 || after.length !== 1 || was === undefined || is === undefined) return undefined;
  return was._id === is._id && was.type === is.type && was.value !== is.value ? { before: was, after: is } : undefined;
}

/** A publishing rule, as a part of a sentence. */
export function ruleWords(rule: PublishingRule): string {
  if (rule.kind === "none") return "at once";
  if (rule.kind === "approval") return "once a second owner approves them";
  return `after ${rule.minutes === 1 ? "1 minute" : `${rule.minutes} minutes`}`;
}
