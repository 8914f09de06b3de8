import type { InquiryDetail } from "#contract/inbox.ts";
import type { DateWords } from "#web/admin/shell/dates.ts";
import { assignedWords, authorName, historyWords } from "../change-copy.ts";
import { statusLabels } from "../inbox-copy.ts";
import type { Changeable } from "../use-changes.ts";

/** What happened to an inquiry since a member saw it, each with its time. */
export function whatChanged(before: Changeable | InquiryDetail, current: InquiryDetail, dates: DateWords): string[] {
  if ("history" in before) {
    const at = (time: string, text: string) => `${dates.recent(time)}: ${text}`;
    const steps = current.history.slice(before.history.length).map((event) => at(event.at, historyWords(event, dates)));
    const notes = added(before, before.notes, current.notes).map(({ author, createdAt }) =>
      at(createdAt, `${authorName(author)} added a note.`),
    );
    const said = newEntries(before, current).map(({ kind, author, createdAt }) =>
      at(createdAt, kind === "answer" ? "The visitor wrote." : `${authorName(author)} replied.`),
    );
    const lines = [...steps, ...notes, ...said];
    if (lines.length > 0) return lines;
  }
  return [`It is ${statusLabels[current.status]} now, ${assignedWords(current.assignee ?? undefined)}.`];
}

/** Who wrote since a member saw the conversation, such as `Asha and the visitor`; undefined if nobody did. */
export function whoWrote(before: InquiryDetail, current: InquiryDetail, myId: string): string | undefined {
  const names = newEntries(before, current).map(({ kind, author }) =>
    kind === "answer" ? "the visitor" : author?.id === myId ? "you" : authorName(author),
  );
  // The team first, since the sentence starts with a name.
  const who = [...new Set(names)].toSorted(
    (one, other) => Number(one === "the visitor") - Number(other === "the visitor"),
  );
  if (who.length === 0) return undefined;
  const text = new Intl.ListFormat("en-IN").format(who);
  return `${text[0]?.toUpperCase()}${text.slice(1)} ${who.length > 1 || who[0] === "you" ? "have" : "has"}`;
}

function newEntries(before: InquiryDetail, current: InquiryDetail) {
  const known = new Set(before.entries.map(({ id }) => id));
  // With fewer new ones, an earlier one may be there again.
  const from = current.entries.findIndex(({ id }) => known.has(id));
  return added(before, before.entries, current.entries.slice(Math.max(0, from)));
}

/** What was written since: not what a merge has brought. */
function added<Part extends { id: string; mergedFrom: string | null }>(
  { merged }: InquiryDetail,
  before: readonly Part[],
  current: readonly Part[],
): Part[] {
  const known = new Set(before.map(({ id }) => id));
  const isNew = ({ id, mergedFrom }: Part) =>
    !known.has(id) && (mergedFrom === null || merged.some((each) => each.id === mergedFrom));
  return current.filter(isNew);
}
