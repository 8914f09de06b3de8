import {
  type Actor,
  type Change,
  type ChangeKind,
  type Channel,
  type ChannelList,
  type EditedFields,
  publicChannels,
  type RetiredValue,
} from "./channel-list.ts";

import { descriptionsOf, withTranslations } from "./descriptions.ts";
import { withUnknown, knownChannels } from "./known-channels.ts";

/** Reason for which a command cannot be applied to the current list. */
export type Refusal =
  /** The channel, schedule or proposal does not exist (any more). */
  | "missing"
  /** The order does not name exactly the channels of the list, or the list changed before the import. */
  | "stale order"
  /** The change to undo was changed again since, or has nothing to undo. */
  | "changed since"
  /** The proposal's channels changed after it was made. */
  | "changed meanwhile"
  /** Another change of this channel is scheduled for the same time. */
  | "overlap"
  /** The scheduled period is already over. */
  | "too late"
  /** The command would change nothing. */
  | "nothing";

/** The next list, and its entry in the history. */
interface Revision {
  ok: true;
  channelList: ChannelList;
  change: Change;
}

export type Outcome = Revision | { ok: false; reason: Refusal };

/** When a command runs, and its actor; `approvedBy` is the second owner, if one was needed. */
export interface Attribution {
  at: number;
  by: Actor;
  approvedBy?: Actor;
}

/**
 * The next list with these channels. Remembers values that are no longer public and stamps new ones with their time.
 */
export function revise(
  channelList: ChannelList,
  channels: Channel[],
  kind: ChangeKind,
  attribution: Attribution,
): Outcome {
  const was = new Map(channelList.channels.map((channel) => [channel.id, channel]));
  const is = new Map(channels.map((channel) => [channel.id, channel]));
  const before = channelList.channels.filter(({ id }) => !same(was.get(id), is.get(id)));
  const after = channels.filter(({ id }) => !same(was.get(id), is.get(id)));
  const ids = { before: channelList.channels.map(({ id }) => id), after: channels.map(({ id }) => id) };
  const moved = same(ids.before, ids.after) ? null : ids;
  if (before.length === 0 && after.length === 0 && moved === null) return { ok: false, reason: "nothing" };
  // Deleting a channel deletes its schedules.
  const schedules = channelList.schedules.filter(({ channelId }) => is.has(channelId));
  const next = asNextVersion({ ...channelList, channels, schedules }, attribution);
  const publicBefore = new Set(publicChannels(channelList).map(valueKey));
  const publicAfter = new Set(publicChannels(next).map(valueKey));
  const since: ChannelList["since"] = {};
  for (const channel of publicChannels(next)) {
    const old = was.get(channel.id);
    const stays = old?.isActive === true && valueKey(old) === valueKey(channel);
    since[channel.id] = (stays ? channelList.since[channel.id] : undefined) ?? attribution.at;
  }
  return note({ ...next, since, retired: retire(channelList, next, publicAfter, attribution.at) }, kind, attribution, {
    before,
    after,
    order: moved,
    opens: [...publicAfter].some((key) => !publicBefore.has(key)),
    ...(bringsDescription(publicChannels(channelList), publicChannels(next)) ? { describes: true } : {}),
  });
}

function retire(
  channelList: ChannelList,
  next: ChannelList,
  publicAfter: ReadonlySet<string>,
  at: number,
): RetiredValue[] {
  const gone = publicChannels(channelList).filter((channel) => !publicAfter.has(valueKey(channel)));
  const left = channelList.retired.filter((old) => !gone.some((channel) => valueKey(channel) === valueKey(old)));
  return [
    ...left,
    ...gone.map((channel) => {
      const replacement = next.channels.find(({ id, isActive }) => id === channel.id && isActive);
      const earlier = channelList.retired.find((old) => valueKey(old) === valueKey(channel));
      return {
        type: channel.type,
        value: channel.value,
        from: earlier?.from ?? channelList.since[channel.id] ?? null,
        until: at,
        replacedBy: replacement?.id ?? null,
      };
    }),
  ];
}

export function edit(
  channelList: ChannelList,
  channelId: string,
  fields: EditedFields,
  attribution: Attribution,
  kind?: ChangeKind,
): Outcome {
  if (!has(channelList, channelId)) return { ok: false, reason: "missing" };
  const as = kind ?? (isSwitch(fields) ? "switched" : "edited");
  return revise(
    channelList,
    channelList.channels.map((channel) => (channel.id === channelId ? merge(channel, fields) : channel)),
    as,
    attribution,
  );
}

/** Returns whether only `isActive` changes. */
export function isSwitch(fields: EditedFields): boolean {
  const changed = Object.values(fields).filter((field) => field !== undefined);
  return changed.length === 1 && fields.isActive !== undefined;
}

/** Keeps a fixed key order, so that channels can be compared as JSON, and keeps keys of a newer version. */
export function merge(channel: Channel, fields: EditedFields): Channel {
  const translations = withTranslations(channel.translations, fields.translations);
  const { translations: _before, ...untranslated } = channel;
  return {
    ...(translations === undefined ? untranslated : channel),
    type: fields.type ?? channel.type,
    value: fields.value ?? channel.value,
    isActive: fields.isActive ?? channel.isActive,
    proof: fields.proof ?? channel.proof,
    hours: fields.hours === undefined ? channel.hours : fields.hours,
    ...(translations !== undefined && { translations }),
  };
}

export function order(channelList: ChannelList, ids: readonly string[], attribution: Attribution): Outcome {
  const byId = new Map(channelList.channels.map((channel) => [channel.id, channel]));
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  const known = knownChannels(channelList.channels).length;
  const isWhole = knownChannels(ordered).length === known && ordered.length === known;
  if (new Set(ids).size !== ids.length || ids.length !== known || !isWhole) return { ok: false, reason: "stale order" };
  return revise(channelList, withUnknown(channelList.channels, ordered), "moved", attribution);
}

/** Channels that `ids` omits stay behind their predecessor. */
export function inOrder(channels: readonly Channel[], ids: readonly string[]): Channel[] {
  const place = new Map(ids.map((id, index) => [id, index]));
  const named = channels.filter(({ id }) => place.has(id));
  const sorted = named.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  channels.forEach((channel, index) => {
    if (place.has(channel.id)) return;
    const previous = channels[index - 1];
    sorted.splice(previous === undefined ? 0 : sorted.indexOf(previous) + 1, 0, channel);
  });
  return sorted;
}

/** The list with the next public version. */
export function asNextVersion(channelList: ChannelList, { at }: Attribution): ChannelList {
  return { ...channelList, listVersion: channelList.listVersion + 1, changedAt: at };
}

export function note(
  channelList: ChannelList,
  kind: ChangeKind,
  { at, by, approvedBy }: Attribution,
  more: Partial<Change> = {},
): Revision {
  const number = channelList.history.count + 1;
  return {
    ok: true,
    channelList: {
      ...channelList,
      version: channelList.version + 1,
      history: { ...channelList.history, count: number },
    },
    change: {
      number,
      at,
      by,
      kind,
      before: [],
      after: [],
      order: null,
      opens: false,
      ...(approvedBy === undefined ? {} : { approvedBy }),
      ...more,
    },
  };
}

export const valueKey = ({ type, value }: { type: string; value: string }) => `${type} ${value}`;

/**
 * Returns whether a channel has a description, in any language, that it did not have before; removing one does not
 * count.
 */
export function bringsDescription(before: readonly Channel[], after: readonly Channel[]): boolean {
  const keys = (channel: Channel) =>
    descriptionsOf(channel).map(([language, text]) => `${valueKey(channel)} ${language} ${text}`);
  const known = new Set(before.flatMap(keys));
  return after.flatMap(keys).some((key) => !known.has(key));
}

export const has = (channelList: ChannelList, id: string) => channelList.channels.some((channel) => channel.id === id);

/** Both are plain data with the same key order. */
export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
