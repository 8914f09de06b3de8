import type { Entry, HistoryEntry, InquiryDetail, MergedInquiry, Note } from "#contract/inbox/inbox.ts";
import { foldUndone, type ShownEvent } from "../../undone-events.ts";

export type ThreadEvent = ShownEvent<Exclude<HistoryEntry, { what: "received" }>>;

/** An item of an inquiry's thread after the visitor's message. A `fold` hides events until it is opened. */
type ThreadItem =
  | { kind: "note"; at: string; note: Note }
  | { kind: "entry"; at: string; entry: Entry }
  | { kind: "merged"; at: string; merged: MergedInquiry }
  | { kind: "event"; at: string; event: ThreadEvent }
  | { kind: "fold"; at: string; events: readonly ThreadEvent[] };

/**
 * Returns the messages, notes and events of an inquiry in time order; several events in a row fold, since the history
 * lists them. Items older than the loaded entries are left out, except for the beginning of a merged inquiry that is
 * older than this one.
 */
export function threadItems(
  inquiry: Pick<InquiryDetail, "notes" | "entries" | "earlier" | "history" | "merged" | "receivedAt">,
): ThreadItem[] {
  const items: ThreadItem[] = [];
  let run: ThreadEvent[] = [];
  function endRun() {
    const [event, ...more] = run;
    if (event !== undefined)
      items.push(
        more.length > 0 ? { kind: "fold", at: event.at, events: run } : { kind: "event", at: event.at, event },
      );
    run = [];
  }
  const events = foldUndone(inquiry.history.filter((event): event is ThreadEvent => event.what !== "received"));
  // A message comes before the status that it set, if both have the same time.
  const all = [
    ...inquiry.merged.map((merged) => ({ kind: "merged" as const, at: merged.receivedAt, merged })),
    ...inquiry.notes.map((note) => ({ kind: "note" as const, at: note.createdAt, note })),
    ...inquiry.entries.map((entry) => ({ kind: "entry" as const, at: entry.createdAt, entry })),
    ...events.map((event) => ({ kind: "event" as const, at: event.at, event })),
  ];
  const since = inquiry.earlier === 0 ? "" : (inquiry.entries[0]?.createdAt ?? "");
  const loaded = all.filter(({ kind, at }) => at >= since || (kind === "merged" && at < inquiry.receivedAt));
  for (const item of loaded.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
    if (item.kind === "event") {
      run.push(item.event);
      continue;
    }
    endRun();
    items.push(item);
  }
  endRun();
  return items;
}
