import type { ChannelType } from "./channel.ts";
import type { Hours } from "./hours.ts";

/** What the team says of a channel. */
export interface ChannelFields {
  type: ChannelType;
  value: string;
  isActive: boolean;
  /** An optional description or note. */
  proof: string;
  /** Null where somebody answers at any time. */
  hours: Hours | null;
}

export interface Channel extends ChannelFields {
  id: string;
}

/** A member as the book remembers them; null where the software did it. */
export type Actor = { id: string; email: string } | null;

/** What changes of a channel; what is left out stays. */
export type EditedFields = { [Name in keyof ChannelFields]?: ChannelFields[Name] | undefined };

/** What a member may schedule of a channel. */
export type ScheduledFields = Omit<EditedFields, "type">;

/** A change of one channel that holds from one time until another, or for good. Times are milliseconds since 1970. */
export interface Schedule {
  id: string;
  channelId: string;
  fields: ScheduledFields;
  from: number;
  until: number | null;
  by: Actor;
  /** What the fields were before; null while it has not begun. */
  before: ScheduledFields | null;
}

/** A change that waits for a second owner, or for its time. */
export interface Proposal {
  id: string;
  command: CarefulCommand;
  /** The channels that it touches, as they were when it was made and as they will be. */
  before: Channel[];
  after: Channel[];
  by: Actor;
  at: number;
  /** When it is published by itself; null where a second owner has to approve it. */
  publishAt: number | null;
}

/** A value that was public once, and is not any more. */
export interface RetiredValue {
  type: ChannelType;
  value: string;
  /** Null where that was not written down. */
  from: number | null;
  until: number;
  /** The channel that took its place; null where none did. */
  replacedBy: string | null;
}

/** What a change of where a channel opens has to wait for. */
export type PublishingRule = { kind: "none" } | { kind: "approval" } | { kind: "delay"; minutes: number };

/** All that is known of the channels, sealed as one: what stands here is what visitors see. */
export interface ChannelBook {
  version: number;
  /** Grows with each change of `channels` or `hidden`, which is what others see; `changedAt` is the time of the last one. */
  listVersion: number;
  changedAt: number;
  /** In the team's order. */
  channels: Channel[];
  /** Since when each public value is public, by the channel's id. */
  since: Record<string, number>;
  /** Set while all channels are hidden. */
  hidden: { at: number; by: Actor } | null;
  schedules: Schedule[];
  proposals: Proposal[];
  retired: RetiredValue[];
  rule: PublishingRule;
  /** How many changes there have been, and the hash over all of them since the history began, anew after the `from`th. */
  history: { from: number; count: number; head: string };
}

/** What may have to wait for a second owner, or for its time. */
export type CarefulCommand =
  | { kind: "add"; channel: Channel }
  | { kind: "edit"; id: string; fields: EditedFields }
  | { kind: "schedule"; schedule: Schedule }
  /** The whole list, in the place of that of version `over`. */
  | { kind: "import"; channels: Channel[]; over: number }
  | { kind: "undo"; change: Change }
  | { kind: "rule"; rule: PublishingRule };

export type Command =
  | CarefulCommand
  | { kind: "remove"; id: string }
  | { kind: "order"; ids: string[] }
  | { kind: "unschedule"; id: string }
  | { kind: "propose"; proposal: Proposal }
  | { kind: "approve"; id: string }
  | { kind: "withdraw"; id: string }
  | { kind: "hide" }
  | { kind: "show" };

export const changeKinds = [
  "added",
  "edited",
  "switched",
  "removed",
  "moved",
  "scheduled",
  "unscheduled",
  "began",
  "ended",
  "imported",
  "undone",
  "rule",
  "proposed",
  "withdrawn",
  "hidden",
  "shown",
  "restored",
] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** One change, as the history keeps it. */
export interface Change {
  /** Counted from 1. */
  number: number;
  at: number;
  by: Actor;
  kind: ChangeKind;
  /** The channels that it touched, as they were and as they are. */
  before: Channel[];
  after: Channel[];
  /** The ids in their order, where that has changed. */
  order: { before: string[]; after: string[] } | null;
  /** Whether it changed where a channel opens. */
  opens: boolean;
  /** Further particulars: of a schedule, a rule, a proposal. */
  schedule?: Schedule;
  proposal?: Proposal;
  rule?: { before: PublishingRule; after: PublishingRule };
  /** The number of the change that it undoes. */
  undoes?: number;
  /** Who approved it, where that was asked for. */
  approvedBy?: Actor;
  /** Set where it asked for a proof: see `isCareful`. */
  careful?: true;
  /** When it was really done, where that was later than it was due: the program did not run at `at`. */
  doneAt?: number;
}

export const emptyBook: ChannelBook = {
  version: 0,
  listVersion: 0,
  changedAt: 0,
  channels: [],
  since: {},
  hidden: null,
  schedules: [],
  proposals: [],
  retired: [],
  rule: { kind: "none" },
  history: { from: 0, count: 0, head: "" },
};

/** The channels that visitors see, unless all are hidden. */
export function publicChannels({ channels }: ChannelBook): Channel[] {
  return channels.filter(({ isActive }) => isActive);
}
