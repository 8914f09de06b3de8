import type { ChannelType } from "../brands/brands.ts";
import type { FurtherLanguage } from "../further-languages.ts";
import type { Hours } from "../time/hours.ts";

/** Lengths in UTF-16 units, as in a browser's `maxlength`. */
export const channelLimits = { value: 500, proof: 500 } as const;

/** Descriptions by the codes of the languages besides the default one. */
export type Translations = { readonly [Code in FurtherLanguage]?: string | undefined };

/** The editable fields of a channel. */
interface ChannelFields {
  type: ChannelType;
  value: string;
  isActive: boolean;
  /** Optional description or note, in the default language. */
  proof: string;
  /** The description in other languages: of a change, those that change, an empty one to remove it. */
  translations?: Translations | undefined;
  /** Null if the channel is always open. */
  hours: Hours | null;
}

export interface Channel extends ChannelFields {
  id: string;
}

/** A member as stored in the signed list, with the role if it was an agent's then; null if the software acted. */
export type Actor = { id: string; email: string; agent?: true } | null;

/** Changes to a channel; omitted fields stay as they are. */
export type EditedFields = { [Name in keyof ChannelFields]?: ChannelFields[Name] | undefined };

/** Changes that a member can schedule. */
export type ScheduledFields = Omit<EditedFields, "type">;

/** A change of one channel for a period, or permanent. Times are in ms since 1970. */
export interface Schedule {
  id: string;
  channelId: string;
  fields: ScheduledFields;
  from: number;
  until: number | null;
  by: Actor;
  /** The previous field values; null until it begins. */
  before: ScheduledFields | null;
}

/** A change that waits for a second owner or for its time. */
export interface Proposal {
  id: string;
  command: SensitiveCommand;
  /** The channels that it changes: when proposed, and once published. */
  before: Channel[];
  after: Channel[];
  by: Actor;
  at: number;
  /** When it is published automatically; null if a second owner must approve it. */
  publishAt: number | null;
}

/** A value that was public and no longer is. */
export interface RetiredValue {
  type: ChannelType;
  value: string;
  /** Null if unknown. */
  from: number | null;
  until: number;
  /** The channel that replaced it; null if none did. */
  replacedBy: string | null;
}

/** The rule that a change of a channel's destination or public description must wait for. */
export type PublishingRule = { kind: "none" } | { kind: "approval" } | { kind: "delay"; minutes: number };

/** The signed channel list: everything known about the channels. Visitors see what it says. */
export interface ChannelList {
  version: number;
  /** Grows with each public change of `channels` or `hidden`; `changedAt` is the time of the last one. */
  listVersion: number;
  changedAt: number;
  /** The channels in the team's order. */
  channels: Channel[];
  /** Time from which the current value is public, by channel id. */
  since: Record<string, number>;
  /** Set while all channels are hidden. */
  hidden: { at: number; by: Actor } | null;
  schedules: Schedule[];
  proposals: Proposal[];
  retired: RetiredValue[];
  rule: PublishingRule;
  /** The number of changes and the hash over them since the history began; it restarts after change number `from`. */
  history: { from: number; count: number; head: string };
}

/** Commands that may have to wait for a second owner or for their time. */
export type SensitiveCommand =
  | { kind: "add"; channel: Channel }
  | { kind: "edit"; id: string; fields: EditedFields }
  | { kind: "schedule"; schedule: Schedule }
  /** Replaces the whole list, which must be at version `over`. */
  | { kind: "import"; channels: Channel[]; over: number }
  | { kind: "undo"; change: Change }
  | { kind: "rule"; rule: PublishingRule };

export type Command =
  | SensitiveCommand
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

/** One change in the history. */
export interface Change {
  /** Counts from 1. */
  number: number;
  at: number;
  by: Actor;
  kind: ChangeKind;
  /** The affected channels, before and after. */
  before: Channel[];
  after: Channel[];
  /** All ids in order, if the order changed. */
  order: { before: string[]; after: string[] } | null;
  /** Whether it changed a channel's destination. */
  opens: boolean;
  /** Set if visitors see a description that they did not see at that channel before. */
  describes?: boolean;
  /** Details of a schedule, rule or proposal. */
  schedule?: Schedule;
  proposal?: Proposal;
  rule?: { before: PublishingRule; after: PublishingRule };
  /** The number of the change that it undoes. */
  undoes?: number;
  /** The approver, if approval was required. */
  approvedBy?: Actor;
  /** Set for a sensitive change, which required step-up authentication; see `isSensitive`. */
  careful?: true;
  /** When it actually ran, if later than due: the program was down at `at`. */
  doneAt?: number;
}

export const emptyChannelList: ChannelList = {
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
export function publicChannels({ channels }: Pick<ChannelList, "channels">): Channel[] {
  return channels.filter(({ isActive }) => isActive);
}

/** A channel change, as notifications describe it. */
export interface NotifiedChange {
  kind: ChangeKind;
  at: number;
  by: Actor;
  approvedBy?: Actor;
  before: readonly Channel[];
  after: readonly Channel[];
  /** Set if the change is not yet public: until when it waits, or null if a second owner has to approve it. */
  waits?: { publishAt: number | null };
  /** Set if the publishing rule changes. */
  rule?: { before: PublishingRule; after: PublishingRule };
  /** Set if the change is scheduled: its start, and its end or null if there is none. */
  schedule?: { from: number; until: number | null };
}
