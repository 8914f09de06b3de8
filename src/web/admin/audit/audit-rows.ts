import type { AuditEntryView } from "#contract/audit.ts";
import { auditEvents } from "#domain/audit.ts";

/** One row of the log: an entry, or all of one bulk action, newest first. */
export type AuditRow = readonly [AuditEntryView, ...AuditEntryView[]];

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
  const { groupedWithin } = auditEvents[a.kind];
  return (
    groupedWithin !== undefined &&
    a.kind === b.kind &&
    a.by?.id === b.by?.id &&
    Math.abs(Date.parse(a.at) - Date.parse(b.at)) <= groupedWithin &&
    factsOf(a) === factsOf(b)
  );
}

/** Returns the facts that all entries of one action share. */
function factsOf({ about: { inquiry: _inquiry, ...common } }: AuditEntryView): string {
  return JSON.stringify(common);
}
