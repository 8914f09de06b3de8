import type { ChannelChange } from "#contract/channel-list.ts";
import type { Contact } from "#contract/contact.ts";
import { changeTitle } from "./change-copy.ts";
import { Difference } from "./difference.tsx";
import { ScheduleWords } from "../schedule/schedule-copy.tsx";
import { UndoButton } from "./undo-button.tsx";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { Badge } from "#web/ui/badge.tsx";

/** One change: who, when, what, before and after. */
export function HistoryEntry(props: {
  change: ChannelChange;
  /** The channel of its schedule, if it still exists. */
  scheduled: Contact | undefined;
  mayUndo: boolean;
  onUndone: () => void;
}) {
  const { change, scheduled, mayUndo, onUndone } = props;
  const { number, at, by, approvedBy, schedule, undoes, undoneBy, isChangedSince } = change;
  const { full } = useDateWords();
  return (
    <li className="history-entry" id={`change-${number}`} tabIndex={-1}>
      <h3>
        {changeTitle(change, scheduled)}
        {undoneBy !== null && (
          <>
            {" "}
            <Badge>Undone</Badge>
          </>
        )}
      </h3>
      <p className="hint">
        Change {number} · <time dateTime={at}>{full(at)}</time> · {by ?? "by the software"}
        {typeof approvedBy === "string" && ` · approved by ${approvedBy}`}
        {undoes !== undefined && ` · undoes change ${undoes}`}
        {undoneBy !== null && ` · undone by change ${undoneBy}`}
      </p>
      <Difference change={change} />
      {schedule !== undefined && <ScheduleWords schedule={schedule} />}
      {mayUndo && <UndoButton change={change} onUndone={onUndone} />}
      {isChangedSince && <p className="hint">Changed since, so that it cannot be undone by itself.</p>}
    </li>
  );
}
