import { inquiryKinds, inquiryStatuses } from "./inquiry.ts";

interface ChoiceDeclaration {
  values: readonly string[];
  /** Code of the error of any other value, in `server.arb`. */
  error: string;
  /** Value that most inquiries have: no row says so. */
  usual?: string;
  /** The team changes it, one or many at once; the history says so. */
  isChanged?: true;
}

/**
 * Each field of an inquiry that has one of some values, once: its column, the contract, filters, changes and their
 * undo, the history and exports follow. A migration for each engine adds its column, with a default. Its texts and
 * icons are in `web/admin/inbox/choice-texts.ts`, its error in `server.arb`, its example in `docs/export.md`. Names and
 * values are part of the API.
 */
export const choices = {
  status: { values: inquiryStatuses, error: "inquiry.choose-status", isChanged: true },
  kind: { values: inquiryKinds, error: "inbox.choose-kind", usual: "message" },
} as const satisfies Record<string, ChoiceDeclaration>;

type Declarations = typeof choices;
export type ChoiceName = keyof Declarations;
export type Choices = { [Name in ChoiceName]: Declarations[Name]["values"][number] };

/** Fields that the team changes. */
export type ChangedName = {
  [Name in ChoiceName]: Declarations[Name] extends { isChanged: true } ? Name : never;
}[ChoiceName];
export type ChangedChoices = Pick<Choices, ChangedName>;

/** Fields with a usual value: all but the status, which has views of its own. */
export type UsualName = {
  [Name in ChoiceName]: Declarations[Name] extends { usual: string } ? Name : never;
}[ChoiceName];

export const choiceNames = Object.keys(choices) as ChoiceName[];
export const changedNames = choiceNames.filter((name): name is ChangedName => "isChanged" in choices[name]);
export const usualNames = choiceNames.filter((name): name is UsualName => "usual" in choices[name]);

/** Returns these fields of an inquiry. */
export function pick<Name extends ChoiceName, From extends { readonly [Each in Name]: unknown }>(
  names: readonly Name[],
  from: From,
): Pick<From, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
}

/** Returns the fields of which an inquiry, or a filter, has not the usual value. */
export function unusualNames(values: { readonly [Name in UsualName]?: Choices[Name] | undefined }): UsualName[] {
  return usualNames.filter((name) => (values[name] ?? choices[name].usual) !== choices[name].usual);
}
