import { useEffect, useRef } from "react";
import type { Person } from "#contract/inbox.ts";
import { statusLabels } from "../inbox-copy.ts";
import { type DateWords, useDateWords } from "#web/admin/shell/dates.ts";
import { personName } from "#web/admin/shell/person.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { assignedWords, formerMember, historyWords, markedWords } from "../change-copy.ts";
import type { InquiryActions, StaleChange } from "../use-changes.ts";

/** Says what a colleague has changed meanwhile, and offers to repeat the rejected change on top of it. */
export function StaleNotice(props: {
  stale: StaleChange;
  team: readonly Person[];
  actions: InquiryActions;
  /** Whether a draft stands below. */
  hasDraft?: boolean;
}) {
  const { stale, team, actions, hasDraft = false } = props;
  const { change, current, isAnswered } = stale;
  const dates = useDateWords();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);

  const person = team.find(({ id }) => id === change.assigneeId);
  const words = [
    ...(change.status === undefined ? [] : [markedWords(change.status)]),
    ...(change.assigneeId === undefined ? [] : [assignedWords(person)]),
  ].join(" and ");
  return (
    <Alert ref={notice} className="stale-notice" role="alert" tabIndex={-1}>
      <p>
        <strong>
          {current.reference} was not {words}
        </strong>
      </p>
      <ul>
        {whatChanged(stale, dates).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {hasDraft && <p>Your draft is saved below.</p>}
      <div className="form-actions">
        <Button variant="secondary" size="small" onClick={() => actions.change([current], change, words, isAnswered)}>
          Do it all the same
        </Button>
        <Button variant="quiet" size="small" onClick={actions.dismissStale}>
          Leave it as it is
        </Button>
      </div>
    </Alert>
  );
}

/** What the rejected change did not take into account, with the time. */
function whatChanged({ before, current }: StaleChange, dates: DateWords): string[] {
  if ("history" in before) {
    const at = (time: string, text: string) => `${dates.recent(time)}: ${text}`;
    const steps = current.history.slice(before.history.length).map((event) => at(event.at, historyWords(event)));
    const notes = current.notes.slice(before.notes.length).map(({ author, createdAt }) => {
      const by = author === null ? formerMember : personName(author.email);
      return at(createdAt, `${by} added a note.`);
    });
    if (steps.length + notes.length > 0) return [...steps, ...notes];
  }
  return [`It is ${statusLabels[current.status]} now, ${assignedWords(current.assignee ?? undefined)}.`];
}
