import type {
  Actor,
  CarefulCommand,
  Change,
  ChangeKind,
  Channel,
  ChannelBook,
  Command,
  Proposal,
  PublishingRule,
  RetiredValue,
  Schedule,
  ScheduledFields,
} from "./channel-book.ts";

/** Why a command cannot be done on the book as it is. */
export type Refusal =
  /** The channel, schedule or proposal is not there (any more). */
  | "missing"
  /** The order does not name exactly the channels of the list, or the list was imported over another one. */
  | "stale order"
  /** What is to be undone has been changed since, or has nothing to undo. */
  | "changed since"
  /** Another change of this channel is scheduled for the same time. */
  | "overlap"
  /** It would change nothing. */
  | "nothing";

export type Outcome = { book: ChannelBook; change: Change } | Refusal;

/** When a command is done, and by whom; `approvedBy` where a second owner was asked. */
export interface Doing {
  at: number;
  by: Actor;
  approvedBy?: Actor;
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

/** Does one command on the book. The book it gives has the next version; whoever keeps the history adds its hash. */
export function applyCommand(book: ChannelBook, command: Command, doing: Doing): Outcome {
  switch (command.kind) {
    case "add":
      return revise(book, [...book.channels, command.channel], "added", doing);
    case "edit":
      return edit(book, command.id, command.fields, doing);
    case "remove":
      if (!has(book, command.id)) return "missing";
      return revise(
        { ...book, schedules: book.schedules.filter(({ channelId }) => channelId !== command.id) },
        book.channels.filter(({ id }) => id !== command.id),
        "removed",
        doing,
      );
    case "order":
      return order(book, command.ids, doing);
    case "import":
      if (book.listVersion !== command.over) return "stale order";
      return revise(
        { ...book, schedules: book.schedules.filter((one) => command.channels.some(({ id }) => id === one.channelId)) },
        command.channels,
        "imported",
        doing,
      );
    case "schedule":
      return schedule(book, command.schedule, doing);
    case "unschedule":
      return unschedule(book, command.id, doing);
    case "rule":
      if (same(book.rule, command.rule)) return "nothing";
      return note({ ...book, rule: command.rule }, "rule", doing, { rule: { before: book.rule, after: command.rule } });
    case "hide":
      if (book.hidden !== null) return "nothing";
      return note({ ...book, hidden: { at: doing.at, by: doing.by } }, "hidden", doing);
    case "show":
      return book.hidden === null ? "nothing" : note({ ...book, hidden: null }, "shown", doing);
    case "undo":
      return undo(book, command.change, doing);
    case "propose":
      return note(
        { ...book, proposals: [...book.proposals, command.proposal] },
        "proposed",
        doing,
        ofProposal(command.proposal),
      );
    case "withdraw": {
      const proposal = book.proposals.find(({ id }) => id === command.id);
      return proposal === undefined
        ? "missing"
        : note(withoutProposal(book, command.id), "withdrawn", doing, ofProposal(proposal));
    }
    case "approve": {
      const proposal = book.proposals.find(({ id }) => id === command.id);
      if (proposal === undefined) return "missing";
      return applyCommand(withoutProposal(book, command.id), proposal.command, {
        at: doing.at,
        by: proposal.by,
        approvedBy: doing.by,
      });
    }
  }
}

/**
 * Whether a command changes where a channel opens: visitors would see a value that they did not see before. So does a weaker
 * rule, which would let such a change pass.
 */
export function isCareful(book: ChannelBook, command: Command, doing: Doing): boolean {
  const change = foreseen(book, command, doing);
  if (change === null) return false;
  return change.opens || (change.rule !== undefined && isWeaker(change.rule.after, change.rule.before));
}

/** What a command will have changed in the end: of a schedule, when it begins. Null where it would be refused. */
export function foreseen(book: ChannelBook, command: Command, doing: Doing): Change | null {
  const later = scheduledBy(command);
  const outcome =
    later === null ? applyCommand(book, command, doing) : edit(book, later.channelId, later.fields, doing);
  return typeof outcome === "string" ? null : outcome.change;
}

/** The schedule that a command makes; undoing the end of one makes it anew. */
function scheduledBy(command: Command): Schedule | null {
  if (command.kind === "schedule") return command.schedule;
  if (command.kind !== "undo" || command.change.kind !== "unscheduled") return null;
  return command.change.schedule ?? null;
}

/** What a command that waits will be in the history. */
export function changeKindOf(command: CarefulCommand): ChangeKind {
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

/** When something that is scheduled is due next; null where nothing is. */
export function nextDue({ schedules, proposals }: ChannelBook): number | null {
  const times = [
    ...schedules.map(({ before, from, until }) => (before === null ? from : until)),
    ...proposals.map(({ publishAt }) => publishAt),
  ].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/** Does all that is due until `now`, each at its own time: schedules begin and end, proposals are published. */
export function settle(book: ChannelBook, now: number): { book: ChannelBook; changes: Change[] } {
  const changes: Change[] = [];
  let settled = book;
  for (;;) {
    const at = nextDue(settled);
    if (at === null || at > now) return { book: settled, changes };
    const next = settleOne(settled, at);
    settled = next.book;
    if (next.change !== null) changes.push(next.change);
  }
}

function settleOne(book: ChannelBook, at: number): { book: ChannelBook; change: Change | null } {
  const proposal = book.proposals.find(({ publishAt }) => publishAt === at);
  if (proposal !== undefined) {
    const outcome = applyCommand(withoutProposal(book, proposal.id), proposal.command, { at, by: proposal.by });
    if (typeof outcome !== "string") return outcome;
    // The list has changed meanwhile, so that it cannot be published.
    return note(withoutProposal(book, proposal.id), "withdrawn", { at, by: null }, ofProposal(proposal));
  }
  const due = book.schedules.find(({ before, from, until }) => (before === null ? from : until) === at);
  const others = book.schedules.filter((one) => one !== due);
  const channel = book.channels.find(({ id }) => id === due?.channelId);
  const without = (schedules: Schedule[]) => ({
    book: { ...book, schedules, version: book.version + 1 },
    change: null,
  });
  if (due === undefined || channel === undefined) return without(others);
  const begins = due.before === null;
  const before = begins ? pick(channel, due.fields) : null;
  const fields = begins ? due.fields : stillScheduled(channel, due);
  const on = begins && due.until !== null ? [...others, { ...due, before }] : others;
  const outcome = edit({ ...book, schedules: on }, channel.id, fields, { at, by: due.by }, begins ? "began" : "ended");
  return typeof outcome === "string" ? without(on) : outcome;
}

/** What a schedule gives back at its end: the fields that nobody has changed while it held. */
function stillScheduled(channel: Channel, { fields, before }: Schedule): ScheduledFields {
  const now = pick(channel, fields);
  const entries = Object.entries(before ?? {}).filter(([name]) =>
    same(now[name as keyof ScheduledFields], fields[name as keyof ScheduledFields]),
  );
  return Object.fromEntries(entries);
}

function pick(channel: Channel, { value, isActive, proof, hours }: ScheduledFields): ScheduledFields {
  return {
    ...(value === undefined ? {} : { value: channel.value }),
    ...(isActive === undefined ? {} : { isActive: channel.isActive }),
    ...(proof === undefined ? {} : { proof: channel.proof }),
    ...(hours === undefined ? {} : { hours: channel.hours }),
  };
}

function edit(
  book: ChannelBook,
  channelId: string,
  fields: ScheduledFields & { type?: Channel["type"] },
  doing: Doing,
  kind?: ChangeKind,
): Outcome {
  if (!has(book, channelId)) return "missing";
  const only = Object.values(fields).filter((field) => field !== undefined).length === 1;
  const as = kind ?? (only && fields.isActive !== undefined ? "switched" : "edited");
  return revise(
    book,
    book.channels.map((channel) => (channel.id === channelId ? merge(channel, fields) : channel)),
    as,
    doing,
  );
}

/** Always the same keys in the same order, so that channels can be compared as JSON. */
function merge(channel: Channel, fields: ScheduledFields & { type?: Channel["type"] }): Channel {
  return {
    id: channel.id,
    type: fields.type ?? channel.type,
    value: fields.value ?? channel.value,
    isActive: fields.isActive ?? channel.isActive,
    proof: fields.proof ?? channel.proof,
    hours: fields.hours === undefined ? channel.hours : fields.hours,
  };
}

function order(book: ChannelBook, ids: readonly string[], doing: Doing): Outcome {
  const byId = new Map(book.channels.map((channel) => [channel.id, channel]));
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  if (new Set(ids).size !== ids.length || ordered.length !== ids.length || ids.length !== book.channels.length) {
    return "stale order";
  }
  return revise(book, ordered, "moved", doing);
}

function schedule(book: ChannelBook, one: Schedule, doing: Doing): Outcome {
  if (!has(book, one.channelId)) return "missing";
  const ends = one.until ?? Infinity;
  const overlaps = book.schedules.some(
    ({ channelId, from, until }) => channelId === one.channelId && from < ends && one.from < (until ?? from + 1),
  );
  if (overlaps) return "overlap";
  return note({ ...book, schedules: [...book.schedules, one] }, "scheduled", doing, { schedule: one });
}

/** One that has begun ends at once. */
function unschedule(book: ChannelBook, id: string, doing: Doing): Outcome {
  const one = book.schedules.find((other) => other.id === id);
  if (one === undefined) return "missing";
  const rest = { ...book, schedules: book.schedules.filter((other) => other !== one) };
  const channel = book.channels.find((other) => other.id === one.channelId);
  if (one.before === null || channel === undefined) return note(rest, "unscheduled", doing, { schedule: one });
  const ended = edit(rest, channel.id, stillScheduled(channel, one), doing, "ended");
  return ended === "nothing" ? note(rest, "unscheduled", doing, { schedule: one }) : ended;
}

/** Whether a change can be undone at all. */
export function hasUndo({ kind, before, after, order: moved }: Change): boolean {
  if (kind === "proposed" || kind === "withdrawn" || kind === "restored") return false;
  const hasInverse = ["hidden", "shown", "rule", "scheduled", "unscheduled"].includes(kind);
  return hasInverse || before.length > 0 || after.length > 0 || moved !== null;
}

function undo(book: ChannelBook, change: Change, doing: Doing): Outcome {
  const undone = inverse(book, change, doing);
  if (typeof undone === "string") return undone === "nothing" || undone === "missing" ? "changed since" : undone;
  return { book: undone.book, change: { ...undone.change, kind: "undone", undoes: change.number } };
}

function inverse(book: ChannelBook, change: Change, doing: Doing): Outcome {
  if (!hasUndo(change)) return "changed since";
  if (change.kind === "hidden") return applyCommand(book, { kind: "show" }, doing);
  if (change.kind === "shown") return applyCommand(book, { kind: "hide" }, doing);
  if (change.rule !== undefined) {
    if (!same(book.rule, change.rule.after)) return "changed since";
    return applyCommand(book, { kind: "rule", rule: change.rule.before }, doing);
  }
  if (change.schedule !== undefined && change.before.length === 0) {
    const { schedule: one } = change;
    if (change.kind === "scheduled") return unschedule(book, one.id, doing);
    // What should have begun meanwhile is not begun late.
    return one.from <= doing.at ? "changed since" : schedule(book, one, doing);
  }
  const now = new Map(book.channels.map((channel) => [channel.id, channel]));
  const wasBefore = new Map(change.before.map((channel) => [channel.id, channel]));
  const isAsLeft = change.after.every((channel) => same(now.get(channel.id), channel));
  const areGone = change.before.every(({ id }) => change.after.some((channel) => channel.id === id) || !now.has(id));
  if (!isAsLeft || !areGone) return "changed since";
  const added = new Set(change.after.filter(({ id }) => !wasBefore.has(id)).map(({ id }) => id));
  const kept = book.channels.filter(({ id }) => !added.has(id)).map((channel) => wasBefore.get(channel.id) ?? channel);
  const back = change.before.filter(({ id }) => !now.has(id));
  const channels = [...kept, ...back];
  return revise(book, change.order === null ? channels : inOrder(channels, change.order.before), "undone", doing);
}

/** Those that `ids` does not name keep their place behind the one before them. */
function inOrder(channels: readonly Channel[], ids: readonly string[]): Channel[] {
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

/** The next book with these channels: what is gone from the public list is remembered, what is new to it gets its time. */
function revise(book: ChannelBook, channels: Channel[], kind: ChangeKind, doing: Doing): Outcome {
  const was = new Map(book.channels.map((channel) => [channel.id, channel]));
  const is = new Map(channels.map((channel) => [channel.id, channel]));
  const before = book.channels.filter(({ id }) => !same(was.get(id), is.get(id)));
  const after = channels.filter(({ id }) => !same(was.get(id), is.get(id)));
  const ids = { before: book.channels.map(({ id }) => id), after: channels.map(({ id }) => id) };
  const moved = same(ids.before, ids.after) ? null : ids;
  if (before.length === 0 && after.length === 0 && moved === null) return "nothing";
  const next = { ...book, channels, listVersion: book.listVersion + 1 };
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

function note(
  book: ChannelBook,
  kind: ChangeKind,
  { at, by, approvedBy }: Doing,
  more: Partial<Change> = {},
): { book: ChannelBook; change: Change } {
  const number = book.history.count + 1;
  return {
    book: { ...book, version: book.version + 1, changedAt: at, history: { ...book.history, count: number } },
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

const valueKey = ({ type, value }: { type: string; value: string }) => `${type} ${value}`;

const has = (book: ChannelBook, id: string) => book.channels.some((channel) => channel.id === id);

function withoutProposal(book: ChannelBook, id: string): ChannelBook {
  return { ...book, proposals: book.proposals.filter((proposal: Proposal) => proposal.id !== id) };
}

function ofProposal(proposal: Proposal): Partial<Change> {
  return { proposal, before: proposal.before, after: proposal.after };
}

function isWeaker(rule: PublishingRule, than: PublishingRule): boolean {
  const rank = { none: 0, delay: 1, approval: 2 };
  if (rule.kind === "delay" && than.kind === "delay") return rule.minutes < than.minutes;
  return rank[rule.kind] < rank[than.kind];
}

/** Both are plain data whose keys stand in the same order. */
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
