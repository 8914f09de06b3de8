import type { AuditEntryView } from "#contract/audit.ts";
import type { AuditKind } from "#domain/audit.ts";

/** One row of the log: an entry, or all of one bulk action, newest first. */
export type AuditRow = readonly [AuditEntryView, ...AuditEntryView[]];

const seconds = 1000;

/** Kinds of which one action writes many entries, with the most time (ms) between two of them. */
const bulk: Partial<Record<AuditKind, number>> = {
  "inquiry-binned": 5 * seconds,
  "inquiry-restored": 5 * seconds,
  "inquiry-erased": 5 * seconds,
  // Refused sign-ins are grouped for longer: one person goes on trying.
  "sign-in-refused": 300 * seconds,
  "proof-refused": 300 * seconds,
};

/** The rows of entries, both newest first. */
export function toRows(entries: readonly AuditEntryView[]): AuditRow[] {
  const rows: Array<[AuditEntryView, ...AuditEntryView[]]> = [];
  for (const entry of entries) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row !== undefined && last !== undefined && isSameAction(last, entry)) row.push(entry);
    else rows.push([entry]);
  }
  return rows;
}

function isSameAction(a: AuditEntryView, b: AuditEntryView): boolean {
  const gap = bulk[a.kind];
  return (
    gap !== undefined &&
    a.kind === b.kind &&
    a.by?.id === b.by?.id &&
    Math.abs(Date.parse(a.at) - Date.parse(b.at)) <= gap &&
    factsOf(a) === factsOf(b)
  );
}

/** Returns the facts that all entries of one action share. */
function factsOf({ about: { inquiry: _inquiry, ...common } }: AuditEntryView): string {
  return JSON.stringify(common);
}
