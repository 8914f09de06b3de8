import type { ChannelChange } from "#contract/channel-list.ts";
import { Link, useLocation } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { changeTitle } from "../history/change-copy.ts";
import { Difference } from "../history/difference.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { UndoButton } from "../history/undo-button.tsx";

/** The number of changes shown here; the history has all. */
const mostShown = 10;

/** The number of channels shown of each change. */
const mostChannels = 3;

/**
 * The changes of a channel's destination or description in the last 24 hours: the newest visible, the others behind a
 * disclosure.
 */
export function RecentChanges({ changes, onUndone }: { changes: readonly ChannelChange[]; onUndone: () => void }) {
  const { pathname } = useLocation();
  const [newest, ...others] = changes;
  if (newest === undefined) return null;
  const isHistory = pathname === paths.history;
  const entry = (change: ChannelChange) => <RecentChange key={change.number} change={change} onUndone={onUndone} />;
  return (
    <section className="notice" aria-label="Changes of the last 24 hours">
      <p>
        <strong>Where visitors are sent, or what they read there, was changed in the last 24 hours.</strong> If you do
        not know of it, undo it.
      </p>
      {entry(newest)}
      {others.length > 0 && (
        <Disclosure summary={others.length === 1 ? "1 more change" : `${others.length} more changes`}>
          {others.slice(0, mostShown - 1).map(entry)}
          {changes.length > mostShown && !isHistory && (
            <Link className="more-link" to={paths.history}>
              See all in the history
            </Link>
          )}
        </Disclosure>
      )}
    </section>
  );
}

function RecentChange(props: { change: ChannelChange; onUndone: () => void }) {
  const { change, onUndone } = props;
  const { recent } = useDateWords();
  return (
    <div className="told-change brief">
      <p>
        <span className="clipped">{changeTitle(change)}</span>{" "}
        <span className="hint">
          <time dateTime={change.at}>{recent(change.at)}</time>
          {change.by !== null && ` · ${change.by}`}
        </span>
      </p>
      <Difference change={change} most={mostChannels} brief />
      {change.canUndo && <UndoButton change={change} onUndone={onUndone} />}
      {change.isChangedSince && <p className="hint">Changed since.</p>}
    </div>
  );
}
