import { channel } from "node:diagnostics_channel";

/** A row that cannot be read: where it was found, and its id. Nothing of its content. */
export interface UnreadableRow {
  /** Its table, or the call whose list it is missing from. */
  place: string;
  id: string;
}

const unreadable = channel("front-desk:unreadable-row");
const maxReported = 1000;
const reported = new Set<string>();

/** Reports a row that is left out, once. */
export function reportUnreadable({ place, id }: UnreadableRow): void {
  const name = `${place} ${id}`;
  if (reported.has(name) || reported.size >= maxReported) return;
  reported.add(name);
  unreadable.publish({ place, id });
}

/** Returns how many rows were reported since the start. */
export const unreadableCount = (): number => reported.size;

/** Returns an id of ours for logs. Any other value is left out: it may be personal data. */
export const idOf = (id: unknown): string =>
  (typeof id === "string" || typeof id === "number") && /^[\w-]{1,40}$/.test(String(id)) ? String(id) : "(unusual)";

/**
 * Reads each row with `read`. A row that it throws at is left out, so that a damaged one, or one written by another
 * program, does not take a list away; it is reported once, without its content.
 */
export function readRows<Row, Made>(table: string, rows: readonly Row[], read: (row: Row) => Made): Made[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch {
      reportUnreadable({ place: table, id: idOf((row as { id?: unknown }).id) });
      return [];
    }
  });
}

/** The JSON that a column holds; undefined if it holds none. Schemas and callers say what it must be. */
export function storedJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/** The JSON object that a column holds, whose fields can be anything; an empty one if it holds none. */
export function storedObject(text: string | null): Record<string, unknown> {
  const value = storedJson(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The texts of a JSON array that a column holds; none if it holds anything else. */
export function storedTexts(text: string | null): string[] {
  const value = storedJson(text);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Calls `report` for each reported row of this thread. Returns a function that ends it. */
export function onUnreadableRow(report: (row: UnreadableRow) => void): () => void {
  const listener = (row: unknown) => report(row as UnreadableRow);
  unreadable.subscribe(listener);
  return () => unreadable.unsubscribe(listener);
}

/** Logs each row that is left out of a list. Returns a function that ends it. */
export const logUnreadableRows = (log: { warn: (details: object, text: string) => void }): (() => void) =>
  onUnreadableRow((row) => log.warn(row, "a row of the store cannot be read and is left out of lists"));
