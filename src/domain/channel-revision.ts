import {
  type Actor,
  type Change,
  type ChangeKind,
  type Channel,
  type ChannelBook,
  type EditedFields,
  publicChannels,
  type RetiredValue,
} from "./channel-book.ts";

/** Why a command cannot be done on the book as it is. */
export type Refusal =
  /** The channel, schedule or proposal is not there (any more). */
  | "missing"
  /** The order does not name exactly the channels of the list, or the list was imported over another one. */
  | "stale order"
  /** What is to be undone has been changed since, or has nothing to undo. */
  | "changed since"
  /** What was proposed was made on other channels than are there now. */
  | "changed meanwhile"
  /** Another change of this channel is scheduled for the same time. */
  | "overlap"
  /** What was to be scheduled is over already. */
  | "too late"
  /** It would change nothing. */
  | "nothing";

export type Outcome = { book: ChannelBook; change: Change } | Refusal;

/** When a command is done, and by whom; `approvedBy` where a second owner was asked. */
export interface Doing {
  at: number;
  by: Actor;
  approvedBy?: Actor;
}

/** The next book with these channels: what is gone from the public list is remembered, what is new to it gets its time. */
export function revise(book: ChannelBook, channels: Channel[], kind: ChangeKind, doing: Doing): Outcome {
  const was = new Map(book.channels.map((channel) => [channel.id, channel]));
  const is = new Map(channels.map((channel) => [channel.id, channel]));
  const before = book.channels.filter(({ id }) => !same(was.get(id), is.get(id)));
  const after = channels.filter(({ id }) => !same(was.get(id), is.get(id)));
  const ids = { before: book.channels.map(({ id }) => id), after: channels.map(({ id }) => id) };
  const moved = same(ids.before, ids.after) ? null : ids;
  if (before.length === 0 && after.length === 0 && moved === null) return "nothing";
  // A schedule goes with its channel.
  const schedules = book.schedules.filter(({ channelId }) => is.has(channelId));
  const next = seenAnew({ ...book, channels, schedules }, doing);
  const publicBefore = new Set(publicChannels(book).map(valueKey));
  const publicAfter = new Set(publicChannels(next).map(valueKey));
  const since: ChannelBook["since"] = {};
  for (const channel of publicChannels(next)) {
    const old = was.get(channel.id);
    const stays = old?.isActive === true && valueKey(old) === valueKey(channel);
    since[channel.id] = (stays ? book.since[channel.id] : undefined) ?? doing.at;
  }
  return note({ ...next, since, retired: retire(book, next, publicAfter, doing.at) }, kind, doing, {
    before,
    after,
    order: moved,
    opens: [...publicAfter].some((key) => !publicBefore.has(key)),
  });
}

function retire(book: ChannelBook, next: ChannelBook, publicAfter: ReadonlySet<string>, at: number): RetiredValue[] {
  const gone = publicChannels(book).filter((channel) => !publicAfter.has(valueKey(channel)));
  const left = book.retired.filter((old) => !gone.some((channel) => valueKey(channel) === valueKey(old)));
  return [
    ...left,
    ...gone.map((channel) => {
      const heir = next.channels.find(({ id, isActive }) => id === channel.id && isActive);
      const earlier = book.retired.find((old) => valueKey(old) === valueKey(channel));
      return {
        type: channel.type,
        value: channel.value,
        from: earlier?.from ?? book.since[channel.id] ?? null,
        until: at,
        replacedBy: heir?.id ?? null,
      };
    }),
  ];
}

export function edit(
  book: ChannelBook,
  channelId: string,
  fields: EditedFields,
  doing: Doing,
  kind?: ChangeKind,
): Outcome {
  if (!has(book, channelId)) return "missing";
  const as = kind ?? (isSwitch(fields) ? "switched" : "edited");
  return revise(
    book,
    book.channels.map((channel) => (channel.id === channelId ? merge(channel, fields) : channel)),
    as,
    doing,
  );
}

/** Whether all that changes is whether a channel is on. */
export function isSwitch(fields: EditedFields): boolean {
  const changed = Object.values(fields).filter((field) => field !== undefined);
  return changed.length === 1 && fields.isActive !== undefined;
}

/** Always the same keys in the same order, so that channels can be compared as JSON. */
export function merge(channel: Channel, fields: EditedFields): Channel {
  return {
    id: channel.id,
    type: fields.type ?? channel.type,
    value: fields.value ?? channel.value,
    isActive: fields.isActive ?? channel.isActive,
    proof: fields.proof ?? channel.proof,
    hours: fields.hours === undefined ? channel.hours : fields.hours,
  };
}

export function order(book: ChannelBook, ids: readonly string[], doing: Doing): Outcome {
  const byId = new Map(book.channels.map((channel) => [channel.id, channel]));
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  if (new Set(ids).size !== ids.length || ordered.length !== ids.length || ids.length !== book.channels.length) {
    return "stale order";
  }
  return revise(book, ordered, "moved", doing);
}

/** Those that `ids` does not name keep their place behind the one before them. */
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

/** The book with the next version of what others see. */
export function seenAnew(book: ChannelBook, { at }: Doing): ChannelBook {
  return { ...book, listVersion: book.listVersion + 1, changedAt: at };
}

export function note(
  book: ChannelBook,
  kind: ChangeKind,
  { at, by, approvedBy }: Doing,
  more: Partial<Change> = {},
): { book: ChannelBook; change: Change } {
  const number = book.history.count + 1;
  return {
    book: { ...book, version: book.version + 1, history: { ...book.history, count: number } },
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

export const has = (book: ChannelBook, id: string) => book.channels.some((channel) => channel.id === id);

/** Both are plain data whose keys stand in the same order. */
export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
