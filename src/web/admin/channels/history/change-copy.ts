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

const verbs: Record<ChangeKind, string> = {
  added: "Added",
  edited: "Changed",
  switched: "Switched",
  removed: "Deleted",
  moved: "Changed the order",
  scheduled: "Scheduled a change of",
  unscheduled: "Cancelled a scheduled change of",
  began: "Scheduled change begun:",
  ended: "Scheduled change ended:",
  imported: "Imported a file:",
  undone: "Undone:",
  rule: "Changed when changes are published",
  proposed: "Proposed:",
  withdrawn: "Withdrawn:",
  hidden: "Hid all channels",
  shown: "Showed all channels again",
  restored: "Put the last good list back",
};

/** Kinds whose label needs no details. */
const alone: ReadonlySet<ChangeKind> = new Set<ChangeKind>(["moved", "rule", "hidden", "shown", "restored"]);

/** A change in one line. `scheduled` is the channel of a schedule, which the change itself does not name. */
export function changeTitle({ kind, before, after }: ShownChange, scheduled?: Contact): string {
  if (alone.has(kind)) return verbs[kind];
  const first = before[0] ?? after[0] ?? scheduled;
  if (first === undefined) return verbs[kind].replace(/:$| of$/, "");
  // A deleted channel is only in `before`, an added one only in `after`.
  const count = new Set([...before, ...after].map(({ _id }) => _id)).size;
  const named = count > 1 ? `${count} channels` : channelName(first);
  if (kind !== "switched") return `${verbs[kind]} ${named}`;
  return `Switched ${after[0]?.isActive === true ? "on" : "off"} ${named}`;
}

/** A publishing rule, as a part of a sentence. */
export function ruleWords(rule: PublishingRule): string {
  if (rule.kind === "none") return "at once";
  if (rule.kind === "approval") return "once a second owner approves them";
  return `after ${rule.minutes === 1 ? "1 minute" : `${rule.minutes} minutes`}`;
}
