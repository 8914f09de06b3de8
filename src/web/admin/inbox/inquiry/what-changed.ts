import { teamCopy } from "#copy/current.ts";
import { locale } from "#copy/locale/language.ts";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import type { DateFormats } from "#web/admin/shell/dates.ts";
import { assignedText, authorName, historyText } from "../change-text.ts";
import type { Changeable } from "../use-changes.ts";

/** Returns the changes of an inquiry since a member saw it, each with its time. */
export function whatChanged(before: Changeable | InquiryDetail, current: InquiryDetail, dates: DateFormats): string[] {
  if ("history" in before) {
    const at = (time: string, text: string) => `${dates.recent(time)}: ${text}`;
    const steps = current.history.slice(before.history.length).map((event) => at(event.at, historyText(event, dates)));
    const notes = added(before, before.notes, current.notes).map(({ author, createdAt }) =>
      at(createdAt, teamCopy.inquiry.changes.noteAdded(authorName(author))),
    );
    const said = newEntries(before, current).map(({ kind, author, createdAt }) =>
      at(
        createdAt,
        kind === "answer"
          ? teamCopy.inquiry.changes.visitorWrote
          : teamCopy.inquiry.changes.replied(authorName(author)),
      ),
    );
    const lines = [...steps, ...notes, ...said];
    if (lines.length > 0) return lines;
  }
  const status = teamCopy.inbox.statuses[current.status];
  return [teamCopy.inquiry.changes.now(status, assignedText(current.assignee ?? undefined))];
}

/**
 * Returns who has written since a member saw the conversation, notes too, such as `Asha and the visitor have`, and
 * whether that is the member alone, in another tab; undefined if nobody has.
 */
export function whoWrote(
  before: InquiryDetail,
  current: InquiryDetail,
  myId: string,
): { text: string; isMeAlone: boolean } | undefined {
  const visitor = teamCopy.inquiry.changes.theVisitor;
  const written = [...newEntries(before, current), ...added(before, before.notes, current.notes)];
  const names = written.map((each) =>
    "kind" in each && each.kind === "answer"
      ? visitor
      : each.author?.id === myId
        ? teamCopy.inquiry.changes.you
        : authorName(each.author),
  );
  // The team first, since the sentence starts with a name.
  const who = [...new Set(names)].toSorted((one, other) => Number(one === visitor) - Number(other === visitor));
  if (who.length === 0) return undefined;
  if (written.every(({ author }) => author?.id === myId))
    return { text: teamCopy.inquiry.changes.youHave, isMeAlone: true };
  const list = new Intl.ListFormat(locale()).format(who);
  const text = `${list[0]?.toUpperCase()}${list.slice(1)}`;
  const words = who.length === 1 ? teamCopy.inquiry.changes.has(text) : teamCopy.inquiry.changes.have(text);
  return { text: words, isMeAlone: false };
}

function newEntries(before: InquiryDetail, current: InquiryDetail) {
  const known = new Set(before.entries.map(({ id }) => id));
  // If there are fewer new ones, an earlier one may be there again.
  const from = current.entries.findIndex(({ id }) => known.has(id));
  return added(before, before.entries, current.entries.slice(Math.max(0, from)));
}

/** Returns the parts that were written since, without those that a merge has brought. */
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
