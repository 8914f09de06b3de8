import { useState } from "react";
import type { ChannelChange } from "#contract/channel-list.ts";
import { paths } from "#contract/paths.ts";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { personName } from "#web/admin/shell/person.tsx";
import { useMember } from "#web/admin/shell/member.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { changedValue, changeTitle } from "../history/change-copy.ts";
import { ChangedValue } from "../history/difference.tsx";
import { UndoButton } from "../history/undo-button.tsx";

/**
 * The latest change, by somebody else, of where a channel opens or what visitors read there, in one line. Dismissed, it
 * comes back with the next change. `changes` are those of the last 24 hours, newest first.
 */
export function RecentChanges({ changes, onUndone }: { changes: readonly ChannelChange[]; onUndone: () => void }) {
  const member = useMember();
  const { short, full } = useDateWords();
  const [dismissed, dismiss] = useDismissed(member.id);
  const others = changes.filter(({ by, number }) => by !== member.email && number > dismissed);
  const [newest] = others;
  if (newest === undefined) return null;
  const more = others.length - 1;
  const value = changedValue(newest);
  return (
    <section className="strip" aria-label="Changes of the last 24 hours">
      <Icon name="warning" />
      <p className="strip-text">
        <strong>{value === undefined ? changeTitle(newest) : "Changed"}</strong>{" "}
        {value !== undefined && <ChangedValue change={value} />}{" "}
        <time dateTime={newest.at} title={full(newest.at)}>
          {short(newest.at)}
        </time>
        {newest.by !== null && <span title={newest.by}> by {personName(newest.by)}</span>}
      </p>
      <ButtonLink variant="quiet" size="small" to={paths.history}>
        Review
      </ButtonLink>
      {/* Agents undo in the history. */}
      {member.role === "owner" && newest.canUndo && (
        <UndoButton change={newest} variant="quiet" size="small" onUndone={onUndone} />
      )}
      {more > 0 && <span className="strip-more">{more === 1 ? "1 more today" : `${more} more today`}</span>}
      <IconButton
        label="Dismiss"
        onClick={() => {
          dismiss(newest.number);
          onUndone();
        }}
      >
        <Icon name="close" />
      </IconButton>
    </section>
  );
}

/** The number of the last change that this member dismissed in this browser. */
function useDismissed(memberId: string): [number, (number: number) => void] {
  const key = `dismissed-change:${memberId}`;
  const [dismissed, setDismissed] = useState(() => Number(localStorage.getItem(key) ?? 0));
  return [
    dismissed,
    (number) => {
      localStorage.setItem(key, String(number));
      setDismissed(number);
    },
  ];
}
