import { siteValueKind } from "./site-fields.ts";

/** A value of the site's configuration: text, number, list of helplines; undefined if it is not set. */
type Leaf = unknown;

/** One changed value, by its path such as `brands.home.name`. */
export interface FieldChange {
  path: string;
  before: Leaf;
  after: Leaf;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns whether a change of a value waits by the publishing rule: unless it is declared to be nothing that visitors
 * read or follow. A list (of helplines, of notices) is one value, and waits as a whole.
 */
export function isSensitivePath(path: string): boolean {
  const kind = siteValueKind(path);
  return kind !== "plain" && kind !== "source";
}

/** The values that differ, each by its path. A list counts as one value. */
export function changesBetween(before: Fields, after: Fields): FieldChange[] {
  const [old, next] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((path) => {
    const change = { path, before: old.get(path), after: next.get(path) };
    return isSame(change.before, change.after) ? [] : [change];
  });
}

/** `fields` with these changes; null if one of the values is no longer what the change started from. */
export function withChanges(fields: Fields, changes: readonly FieldChange[]): Fields | null {
  const leaves = leavesOf(fields);
  if (changes.some(({ path, before }) => !isSame(leaves.get(path), before))) return null;
  for (const { path, after } of changes) leaves.set(path, after);
  const made: Record<string, unknown> = {};
  for (const [path, leaf] of leaves) if (leaf !== undefined) put(made, path.split("."), leaf);
  return made;
}

/** The value at a path; undefined if it is not set. */
export function valueAt(fields: Fields, path: string): Leaf {
  return leavesOf(fields).get(path);
}

/** `fields` with another value at a path; undefined unsets it. */
export function withValue(fields: Fields, path: string, value: Leaf): Fields {
  return withChanges(fields, [{ path, before: valueAt(fields, path), after: value }]) ?? fields;
}

/** The changes that undo these. */
export function reversed(changes: readonly FieldChange[]): FieldChange[] {
  return changes.map(({ path, before, after }) => ({ path, before: after, after: before }));
}

function leavesOf(fields: Fields, prefix = ""): Map<string, Leaf> {
  return new Map(
    Object.entries(fields).flatMap(([name, value]): Array<[string, Leaf]> => {
      if (value === undefined) return [];
      const path = prefix + name;
      return isFields(value) ? [...leavesOf(value, `${path}.`)] : [[path, value]];
    }),
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function put(fields: Record<string, unknown>, [name = "", ...rest]: string[], leaf: Leaf): void {
  if (rest.length === 0) {
    fields[name] = leaf;
    return;
  }
  const inner = fields[name];
  const next: Record<string, unknown> = isFields(inner) ? { ...inner } : {};
  put(next, rest, leaf);
  fields[name] = next;
}

/** Returns whether two values are equal. */
export function isSame(one: Leaf, other: Leaf): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
