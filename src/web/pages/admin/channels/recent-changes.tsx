import { useState } from "react";
import { Link, useLocation } from "react-router";
import type { ChannelChange } from "#contract/channel-book.ts";
import { paths } from "../../../routes.tsx";
import { useDateWords } from "../dates.ts";
import { changeTitle } from "./change-words.ts";
import { Difference } from "./difference.tsx";
import { UndoButton } from "./undo-button.tsx";

/** So many stand here at most; the history has all. */
const mostShown = 10;

/** The changes of where a channel opens in the last 24 hours: the newest in plain sight, the others one press away. */
export function RecentChanges({ changes, onUndone }: { changes: readonly ChannelChange[]; onUndone: () => void }) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const [newest, ...others] = changes;
  if (newest === undefined) return null;
  return (
    <section className="notice" aria-label="Changes of the last 24 hours">
      <p>
        <strong>Where visitors are sent was changed in the last 24 hours.</strong> If you do not know of it, undo it.
      </p>
      <RecentChange change={newest} onUndone={onUndone} />
      {others.length > 0 && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{others.length === 1 ? "1 more change" : `${others.length} more changes`}</summary>
          {open &&
            others
              .slice(0, mostShown - 1)
              .map((change) => <RecentChange key={change.number} change={change} onUndone={onUndone} />)}
          {open && changes.length > mostShown && pathname !== paths.history && (
            <Link to={paths.history}>See all in the history</Link>
          )}
        </details>
      )}
    </section>
  );
}

function RecentChange({ change, onUndone }: { change: ChannelChange; onUndone: () => void }) {
  const { recent } = useDateWords();
  return (
    <div className="told-change">
      <p>
        {changeTitle(change)}
        <span className="hint">
          {" "}
          · <time dateTime={change.at}>{recent(change.at)}</time>
          {change.by !== null && ` · ${change.by}`}
        </span>
      </p>
      <Difference change={change} />
      {change.canUndo && <UndoButton change={change} onUndone={onUndone} />}
    </div>
  );
}
