import type { HistoryEntry, InquiryDetail, Note } from "#contract/inbox.ts";

type ThreadEvent = Exclude<HistoryEntry, { what: "received" }>;

/** What the thread of an inquiry shows after the visitor's message. A `fold` hides events until it is opened. */
export type ThreadEntry =
  | { kind: "note"; at: string; note: Note }
  | { kind: "event"; at: string; event: ThreadEvent }
  | { kind: "fold"; at: string; events: readonly ThreadEvent[] };

const longestRun = 6;
const shownOfRun = 2;

/** The notes and events of an inquiry in time order; more than 6 events in a row fold, except for the last two. */
export function threadEntries({ notes, history }: Pick<InquiryDetail, "notes" | "history">): ThreadEntry[] {
  const entries: ThreadEntry[] = [];
  let run: ThreadEvent[] = [];
  function endRun() {
    const folded = run.length > longestRun ? run.slice(0, -shownOfRun) : [];
    const [first] = folded;
    if (first !== undefined) entries.push({ kind: "fold", at: first.at, events: folded });
    for (const event of run.slice(folded.length)) entries.push({ kind: "event", at: event.at, event });
    run = [];
  }
  const events = history.filter((event): event is ThreadEvent => event.what !== "received");
  const items = [
    ...notes.map((note) => ({ at: note.createdAt, note })),
    ...events.map((event) => ({ at: event.at, event })),
  ];
  for (const item of items.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
    if ("event" in item) {
      run.push(item.event);
      continue;
    }
    endRun();
    entries.push({ kind: "note", ...item });
  }
  endRun();
  return entries;
}
