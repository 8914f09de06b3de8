import { teamCopy } from "#copy/current.ts";
import type { ChangedName, ChoiceName, Choices } from "#domain/inquiries/choices.ts";
import type { AdminIconName } from "../shell/icons.tsx";

interface ChoiceTexts<Value extends string> {
  label: () => string;
  values: () => Readonly<Record<Value, string>>;
  /** Text of an unusual value in a row, if it is not that of the value. */
  inRow?: () => string;
}

/** What the team changes has more. */
interface ChangeTexts<Value extends string> {
  icon: AdminIconName;
  /** Each has a shape of its own, so that it does not depend on its colour. */
  icons: Readonly<Record<Value, AdminIconName>>;
  /** A change as text after a count or a reference: `12 marked closed`. */
  words: () => Readonly<Record<Value, string>>;
  command: (value: string) => string;
  history: (who: string, from: string, to: string) => string;
}

type TextsOf<Name extends ChoiceName> = ChoiceTexts<Choices[Name]> &
  (Name extends ChangedName ? ChangeTexts<Choices[Name]> : unknown);

/** The texts and the icons of each field with some values, which `domain/inquiries/choices.ts` declares. */
const texts: { readonly [Name in ChoiceName]: TextsOf<Name> } = {
  status: {
    label: () => teamCopy.inquiry.details.status,
    values: () => teamCopy.inbox.statuses,
    icon: "inProgress",
    icons: {
      new: "new",
      "in progress": "inProgress",
      answered: "answered",
      closed: "closed",
      suspected: "suspected",
    },
    words: () => teamCopy.inbox.words.marked,
    command: (status) => teamCopy.inbox.commands.mark(status),
    history: (who, from, to) => teamCopy.inbox.history.status(who, from, to),
  },
  kind: {
    label: () => teamCopy.inboxList.list.filters.kind,
    values: () => teamCopy.inbox.kinds,
    inRow: () => teamCopy.inbox.report,
  },
};

export const choiceTexts = (name: ChoiceName): ChoiceTexts<string> => texts[name];

export const changeTexts = (name: ChangedName): ChoiceTexts<string> & ChangeTexts<string> => texts[name];

/** Returns the text of a value. */
export const valueText = (name: ChoiceName, value: string): string => choiceTexts(name).values()[value] ?? value;

/** Returns the icon of a value. */
export function valueIcon(name: ChangedName, value: string): AdminIconName {
  const { icon, icons } = changeTexts(name);
  return icons[value] ?? icon;
}

/** Returns a change as text after a count or a reference: `12 marked closed`. */
export const changedText = (name: ChangedName, value: string): string => changeTexts(name).words()[value] ?? value;

/** Returns the text of an unusual value in a row. */
export const rowText = (name: ChoiceName, value: string): string =>
  choiceTexts(name).inRow?.() ?? valueText(name, value);
