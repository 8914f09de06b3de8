import { teamCopy } from "#copy/current.ts";
import type { InboxFilter, InboxPage, Person } from "#contract/inbox/inbox.ts";
import type { Tag } from "#contract/inbox/tag.ts";
import {
  type ChoiceName,
  choiceNames,
  choices,
  type Choices,
  type UsualName,
  usualNames,
} from "#domain/inquiries/choices.ts";
import type { AdminIconName } from "../shell/icons.tsx";
import { choiceTexts, valueText } from "./choice-texts.ts";
import { personName } from "../shell/person.tsx";

type Values = { [Name in keyof InboxFilter]-?: NonNullable<InboxFilter[Name]> };
type Read<Value> = (text: string) => Value | undefined;

const oneOf =
  <Value extends string>(values: readonly Value[]): Read<Value> =>
  (text) =>
    values.find((value) => value === text);
const textUpTo =
  (max: number): Read<string> =>
  (text) =>
    text.slice(0, max);
const day: Read<string> = (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);
/** Reads up to a year, as the contract takes. */
const hours: Read<number> = (text) => (/^\d{1,4}$/.test(text) && Number(text) <= 8760 ? Number(text) : undefined);

/** Reads each filter from its text in an address; undefined for one that is invalid. */
const readers: { [Name in keyof Values]: Read<Values[Name]> } = {
  ...(Object.fromEntries(choiceNames.map((name) => [name, oneOf<string>(choices[name].values)])) as {
    [Name in ChoiceName]: Read<Choices[Name]>;
  }),
  assignee: textUpTo(100),
  from: day,
  to: day,
  tag: textUpTo(100),
  waiting: hours,
  sort: oneOf(["oldest", "activity"]),
  snoozed: oneOf(["yes"]),
  mentioned: oneOf(["me"]),
  undelivered: oneOf(["yes"]),
  search: textUpTo(200),
};

/** Returns the filters in an address; ignores invalid ones. */
export function readFilter(query: URLSearchParams): InboxFilter {
  const set = Object.entries(readers).flatMap(([name, read]) => {
    const text = query.get(name)?.trim() ?? "";
    const value = text === "" ? undefined : read(text);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(set);
}

/** Names that filters show. */
export interface FilterNames {
  team: readonly Person[];
  former: readonly Person[];
  tags: readonly Tag[];
}

interface Choice {
  value: string;
  text: string;
}

/** A filter beside the views, with its texts. `set` is its value; empty if it is not set. */
interface Narrower {
  label: () => string;
  /** The choice of no filter, and all others; without them, a day is typed. */
  any?: () => string;
  choices?: (set: string, names: FilterNames) => Array<Choice | { group: string; choices: Choice[] }>;
  /** Text of its chip; that of its choice if left out. */
  chip?: (set: string, names: FilterNames) => string;
}

const nameOf = ({ id, email }: Person): Choice => ({ value: id, text: `${personName(email)} · ${email}` });

const choiceNarrower = (name: UsualName): Narrower => ({
  label: choiceTexts(name).label,
  any: () => teamCopy.inboxList.list.filters.all,
  choices: () => choices[name].values.map((value) => ({ value, text: valueText(name, value) })),
});

/** The filters beside the views, in the order of their fields. */
const narrowers = {
  assignee: {
    label: () => teamCopy.inboxList.list.filters.assignedTo,
    any: () => teamCopy.inboxList.list.filters.everyone,
    choices(set, { team, former }) {
      const texts = teamCopy.inboxList.list.filters;
      const isKnown = ["", "me", "nobody"].includes(set) || [...team, ...former].some(({ id }) => id === set);
      return [
        { value: "me", text: texts.me },
        { value: "nobody", text: texts.nobody },
        ...(isKnown ? [] : [{ value: set, text: texts.notInTeam }]),
        ...team.map(nameOf),
        ...(former.length === 0 ? [] : [{ group: texts.deactivated, choices: former.map(nameOf) }]),
      ];
    },
    chip(set, { team, former }) {
      const texts = teamCopy.inboxList.list.filters;
      if (set === "me") return texts.assignedToMe;
      if (set === "nobody") return texts.assignedToNobody;
      const person = [...team, ...former].find(({ id }) => id === set);
      return person === undefined ? texts.assignedToFormer : texts.assignedToOne(personName(person.email));
    },
  },
  ...(Object.fromEntries(usualNames.map((name) => [name, choiceNarrower(name)])) as Record<UsualName, Narrower>),
  tag: {
    label: () => teamCopy.inboxList.list.filters.tag,
    any: () => teamCopy.inboxList.list.filters.anyTag,
    choices: (set, { tags }) => [
      ...(set === "" || tags.some(({ id }) => id === set) ? [] : [{ value: set, text: teamCopy.inbox.goneTag }]),
      ...tags.map(({ id, name }) => ({ value: id, text: name })),
    ],
  },
  waiting: {
    label: () => teamCopy.inboxList.list.filters.waiting,
    any: () => teamCopy.inboxList.list.filters.all,
    choices: (set) =>
      [...new Set([...waitingHours, ...(set === "" ? [] : [Number(set)])])]
        .toSorted((one, other) => one - other)
        .map((each) => ({ value: String(each), text: waitingText(each) })),
  },
  from: {
    label: () => teamCopy.inboxList.list.filters.receivedFrom,
    chip: (set) => teamCopy.inboxList.list.filters.from(set),
  },
  to: {
    label: () => teamCopy.inboxList.list.filters.receivedUntil,
    chip: (set) => teamCopy.inboxList.list.filters.until(set),
  },
} satisfies Partial<Record<keyof InboxFilter, Narrower>>;

export type NarrowerName = keyof typeof narrowers;

export const narrowerNames = Object.keys(narrowers) as NarrowerName[];

export const narrower = (name: NarrowerName): Narrower => narrowers[name];

/** Returns the text of a filter's chip. */
export function chipText(name: NarrowerName, set: string, names: FilterNames): string {
  const { chip, choices: offered } = narrower(name);
  if (chip !== undefined) return chip(set, names);
  const all = offered?.(set, names).flatMap((one) => ("group" in one ? one.choices : [one])) ?? [];
  return all.find(({ value }) => value === set)?.text ?? "";
}

/** A filter that is a view of its own, beside no status. */
interface OwnView<Value> {
  value: Value;
  label: () => string;
  icon: AdminIconName;
  /** Whether it stands with the views of the member. */
  isPersonal?: boolean;
  count?: (page: InboxPage) => number;
  /** Says that it is empty, and what would be in it. */
  empty: () => string;
  hint: () => string;
}

/** The filters that are views of their own, in the order of the views. */
const ownViews = {
  snoozed: {
    value: "yes",
    label: () => teamCopy.inbox.snooze.snoozed,
    icon: "moon",
    count: ({ snoozedCount }) => snoozedCount,
    empty: () => teamCopy.inboxList.list.empty.noneSnoozed,
    hint: () => teamCopy.inboxList.list.empty.howToSnooze,
  },
  undelivered: {
    value: "yes",
    label: () => teamCopy.inboxList.list.views.undelivered,
    icon: "undelivered",
    count: ({ undeliveredCount }) => undeliveredCount,
    empty: () => teamCopy.inboxList.list.empty.noneUndelivered,
    hint: () => teamCopy.inboxList.list.empty.whatFails,
  },
  mentioned: {
    value: "me",
    label: () => teamCopy.inboxList.list.views.mentions,
    icon: "mention",
    isPersonal: true,
    empty: () => teamCopy.inboxList.list.empty.noneMentioned,
    hint: () => teamCopy.inboxList.list.empty.whatMentions,
  },
} satisfies { [Name in keyof Values]?: OwnView<Values[Name]> };

type OwnViewName = keyof typeof ownViews;

export const ownViewNames = Object.keys(ownViews) as OwnViewName[];

export const ownView = (name: OwnViewName): OwnView<InboxFilter[OwnViewName]> => ownViews[name];

/** Returns the view of its own that a filter shows, if it does. */
export function ownViewOf(filter: InboxFilter): OwnViewName | undefined {
  return ownViewNames.find((name) => filter[name] !== undefined);
}

/** The change that leaves them all. */
export const noOwnView = Object.fromEntries(ownViewNames.map((name) => [name, undefined])) as Record<
  OwnViewName,
  undefined
>;

/** The filters within such a view. */
export function withoutOwnViews(filter: InboxFilter): InboxFilter {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !Object.hasOwn(noOwnView, name)));
}

/** Choices of the filter by how long visitors have waited. */
const waitingHours = [0, 1, 4, 24, 72];

/** Text of a choice, by its hours. */
function waitingText(count: number): string {
  if (count === 0) return teamCopy.inbox.waiting.forUs;
  const isDays = count % 24 === 0 && count > 24;
  return isDays ? teamCopy.inbox.waiting.days(count / 24) : teamCopy.inbox.waiting.hours(count);
}
