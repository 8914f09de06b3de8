import { teamCopy } from "#copy/current.ts";
import { useEffect, useRef } from "react";
import type { Person } from "#contract/inbox/inbox.ts";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { isBusyTyping } from "#web/admin/shell/focus.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { useTagsOf } from "../tags/use-tags.ts";
import { changeWords } from "../team-fields.ts";
import type { InquiryActions, StaleChange } from "../use-changes.ts";
import { whatChanged } from "./what-changed.ts";

/** Says what a colleague has changed meanwhile, and offers to repeat the rejected change on top of it. */
export function StaleNotice(props: {
  stale: StaleChange;
  team: readonly Person[];
  actions: InquiryActions;
  /** Whether a draft stands below. */
  hasDraft?: boolean;
}) {
  const { stale, team, actions, hasDraft = false } = props;
  const { before, change, current, isAnswered } = stale;
  const dates = useDateFormats();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The next letters of a text would be commands.
    if (!isBusyTyping()) notice.current?.focus();
  }, []);

  const tagsOf = useTagsOf();
  const words = teamCopy.inquiry.changes.and(changeWords(change, { team, tagsOf, dates }));
  return (
    <Alert ref={notice} className="stale-notice" role="alert" tabIndex={-1}>
      <p>
        <strong>{teamCopy.inquiry.changes.notMade(current.reference, words)}</strong>
      </p>
      <ul>
        {whatChanged(before, current, dates).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {hasDraft && <p>{teamCopy.inquiry.changes.draftSaved}</p>}
      <div className="form-actions">
        <Button variant="secondary" size="small" onClick={() => actions.change([current], change, words, isAnswered)}>
          {teamCopy.inquiry.changes.doIt}
        </Button>
        <Button variant="quiet" size="small" onClick={() => actions.dismissStale(before.id)}>
          {teamCopy.inquiry.changes.leaveIt}
        </Button>
      </div>
    </Alert>
  );
}
