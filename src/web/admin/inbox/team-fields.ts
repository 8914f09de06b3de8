import type { InquiryChange, InquirySummary, Person } from "#contract/inbox/inbox.ts";
import type { Tag } from "#contract/inbox/tag.ts";
import { changedNames, type ChangedName, type ChangedChoices, type Choices } from "#domain/inquiries/choices.ts";
import type { DateFormats } from "#web/admin/shell/dates.ts";
import { assignedText } from "./change-text.ts";
import { changedText } from "./choice-texts.ts";
import { isSnoozed, snoozedText } from "./snooze/snooze-text.ts";
import { tagsBack, tagsTogether } from "./tags/tag-changes.ts";
import { taggedText } from "./tags/tagged-text.ts";

/** What the team changes of an inquiry, as it is shown. */
export type TeamFields = Pick<InquirySummary, ChangedName | "assignee" | "tags" | "snooze">;

/** What the words about a change name. */
interface ChangeNames {
  team: readonly Person[];
  tagsOf: (ids: readonly string[]) => readonly Tag[];
  dates: DateFormats;
}

interface ChangedField<Value> {
  isApplied: (value: Value, now: TeamFields) => boolean;
  /** Returns the value that undoes a change. */
  back: (before: TeamFields, value: Value) => Value;
  /** The change as text after a reference. */
  words: (value: Value, names: ChangeNames) => string;
  /** Joins a change with the next one. Without it, the next one takes its place. */
  join?: (value: Value, next: Value) => Value;
}

type FieldName = keyof InquiryChange;
type ChangedFields<Name extends FieldName = FieldName> = {
  readonly [Each in Name]: ChangedField<Exclude<InquiryChange[Each], undefined>>;
};

const choiceField = <Name extends ChangedName>(name: Name): ChangedField<ChangedChoices[Name]> => ({
  isApplied: (value, now) => value === now[name],
  back: (before) => before[name],
  words: (value) => changedText(name, value),
});

/** Each field of a change, once: its undo, its retry, its joining and its words follow. */
const fields: ChangedFields = {
  ...(Object.fromEntries(changedNames.map((name) => [name, choiceField(name)])) as ChangedFields<ChangedName>),
  assigneeId: {
    isApplied: (id, { assignee }) => id === (assignee?.id ?? null),
    back: ({ assignee }) => assignee?.id ?? null,
    words: (id, { team }) => assignedText(team.find((person) => person.id === id)),
  },
  tags: {
    isApplied: ({ add, remove }, { tags }) =>
      add.every((id) => tags.includes(id)) && remove.every((id) => !tags.includes(id)),
    back: ({ tags }, value) => tagsBack(tags, value),
    words({ add, remove }, { tagsOf }) {
      const namesOf = (ids: readonly string[]) => tagsOf(ids).map(({ name }) => name);
      return taggedText(namesOf(add), namesOf(remove));
    },
    // A further tag does not replace the first.
    join: tagsTogether,
  },
  snoozedUntil: {
    isApplied: (until, { snooze }) => until === (snooze?.until ?? null),
    back: (before) => (isSnoozed(before) ? before.snooze.until : null),
    words: (until, { dates }) => snoozedText(until, dates),
  },
};

/** Returns the fields that a change has, with their values. */
function changedFields(change: InquiryChange) {
  return (Object.keys(fields) as FieldName[]).flatMap((name) => {
    const value: unknown = change[name];
    // A field goes with its own value.
    return value === undefined ? [] : [{ name, field: fields[name] as ChangedField<unknown>, value }];
  });
}

/** Returns the change of a field to one of its values, and its words. */
export const choiceChange = <Name extends ChangedName>(name: Name, value: Choices[Name]): [InquiryChange, string] => [
  { [name]: value },
  changedText(name, value),
];

/** Returns whether an inquiry is as a change makes it. */
export function isApplied(change: InquiryChange, now: TeamFields): boolean {
  return changedFields(change).every(({ field, value }) => field.isApplied(value, now));
}

/** Returns the change that undoes another one. */
export function inverseChange(before: TeamFields, change: InquiryChange): InquiryChange {
  const back = Object.fromEntries(
    changedFields(change).map(({ name, field, value }) => [name, field.back(before, value)]),
  );
  // Closing has ended its snooze.
  return isSnoozed(before) ? { ...back, snoozedUntil: before.snooze.until } : back;
}

/** Returns a change as texts, one for each field. */
export function changeWords(change: InquiryChange, names: ChangeNames): string[] {
  return changedFields(change).map(({ field, value }) => field.words(value, names));
}

/** Joins a change with the next one. */
export function joinChanges(earlier: InquiryChange, next: InquiryChange): InquiryChange {
  const joined = changedFields(next).map(({ name, field, value }) => {
    const before = earlier[name];
    return [name, before === undefined || field.join === undefined ? value : field.join(before, value)] as const;
  });
  return { ...earlier, ...Object.fromEntries(joined) };
}

/** Returns whether the next change takes the place of the whole earlier one. */
export function isReplacedBy(earlier: InquiryChange, next: InquiryChange): boolean {
  return changedFields(earlier).every(({ name, field }) => next[name] !== undefined && field.join === undefined);
}
