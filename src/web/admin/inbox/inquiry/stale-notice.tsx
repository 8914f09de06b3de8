import { useEffect, useRef } from "react";
import type { Person } from "#contract/inbox.ts";
import { statusLabels } from "#web/public/receipt/status-copy.ts";
import { assignedWords, historyWords, markedWords } from "../change-copy.ts";
import type { InquiryActions, StaleChange } from "../use-changes.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

/** Says what a colleague has changed meanwhile, and offers to repeat the rejected change on top of it. */
export function StaleNotice(props: { stale: StaleChange; team: readonly Person[]; actions: InquiryActions }) {
  const { stale, team, actions } = props;
  const { change, current } = stale;
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
          {current.reference}: not {words}, since somebody else was quicker.
        </strong>
      </p>
      <ul>
        {whatChanged(stale).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <div className="form-actions">
        <Button onClick={() => actions.change([current], change, words)}>Do it all the same</Button>
        <Button variant="secondary" onClick={actions.dismissStale}>
          Leave it as it is
        </Button>
      </div>
    </Alert>
  );
}

/** What the rejected change did not take into account. */
function whatChanged({ before, current }: StaleChange): string[] {
  if ("history" in before) {
    const steps = current.history.slice(before.history.length).map(historyWords);
    const notes = current.notes
      .slice(before.notes.length)
      .map(({ author }) => `${author?.email ?? "Somebody"} added a note.`);
    if (steps.length + notes.length > 0) return [...steps, ...notes];
  }
  return [`It is ${statusLabels[current.status]} now, ${assignedWords(current.assignee ?? undefined)}.`];
}
