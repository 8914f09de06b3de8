import type { Person } from "#contract/inbox/inbox.ts";
import { personName } from "#web/admin/shell/person.tsx";

/** Returns the text for a member after the @: the name, or the address if another one of `people` has the same name. */
export function mentionName({ id, email }: Person, people: readonly Person[]): string {
  const name = personName(email);
  const isShared = people.some((other) => other.id !== id && sameText(personName(other.email), name));
  return isShared ? email : name;
}

const sameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** A note in parts, those that mention one of `people` with that member. */
export function mentionParts(
  text: string,
  people: readonly Person[],
): Array<{ text: string; person: Person | undefined }> {
  const names = new Map<string, Person>();
  for (const person of people) {
    names.set(person.email.toLowerCase(), person);
    names.set(mentionName(person, people).toLowerCase(), person);
  }
  // The longest first, since a name may begin like another one.
  const all = [...names.keys()].toSorted((one, other) => other.length - one.length).map(escaped);
  if (all.length === 0) return [{ text, person: undefined }];
  const mention = new RegExp(`(?<![\\p{L}\\p{N}_.])(@(?:${all.join("|")}))(?![\\p{L}\\p{N}_])`, "iu");
  return text
    .split(mention)
    .map((part) => ({ text: part, person: part.startsWith("@") ? names.get(part.slice(1).toLowerCase()) : undefined }))
    .filter((part) => part.text !== "");
}

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");

/** The ids of the members that a note mentions. */
export function mentionedIds(text: string, people: readonly Person[]): string[] {
  const ids = mentionParts(text, people).flatMap(({ person }) => person?.id ?? []);
  return [...new Set(ids)];
}

/** Returns the text typed after an @ right before the caret, and where the @ is; undefined if there is none. */
export function typedMention(text: string, caret: number): { from: number; words: string } | undefined {
  const typed = /(?:^|[\s(])@([^\s@]{0,40})$/.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? undefined : { from: caret - typed.length - 1, words: typed };
}

/** Returns the people whose name or address has a word that begins with the typed text. */
export function matchingPeople(words: string, people: readonly Person[]): Person[] {
  const typed = words.toLowerCase();
  const begins = (text: string) =>
    text
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(typed));
  return people.filter(({ email }) => begins(personName(email)) || begins(email));
}
