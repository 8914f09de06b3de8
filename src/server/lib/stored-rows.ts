import { channel } from "node:diagnostics_channel";

/** Publishes each row that could not be read, once: `{ table, id }`. */
const unreadable = channel("front-desk:unreadable-row");
const maxReported = 1000;
const reported = new Set<string>();

/**
 * What `read` makes of each row. A row that it throws at is left out, so that a damaged one, or one written by another
 * program, does not take a list away; it is reported once, without its content.
 */
export function readRows<Row extends { id: string }, Made>(
  table: string,
  rows: readonly Row[],
  read: (row: Row) => Made,
): Made[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch {
      // What is no id of ours may be anything.
      const id = /^[\w-]{1,40}$/.test(row.id) ? row.id : "(unusual)";
      const name = `${table} ${id}`;
      if (!reported.has(name) && reported.size < maxReported) {
        reported.add(name);
        unreadable.publish({ table, id });
      }
      return [];
    }
  });
}

/** Logs each row that is left out of a list. Returns a function that ends it. */
export function logUnreadableRows(log: { warn: (details: object, text: string) => void }): () => void {
  const warn = (row: unknown) => log.warn(row as object, "a row of the store cannot be read and is left out of lists");
  unreadable.subscribe(warn);
  return () => unreadable.unsubscribe(warn);
}
