import { useEffect, useRef } from "react";
import type { InquirySummary } from "#contract/inbox.ts";
import { reportLabel, statusLabels } from "#web/public/receipt/status-copy.ts";
import { Link } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { type DateWords, useDateWords } from "#web/admin/shell/dates.ts";
import { type Binned, binnedBy, timeLeft } from "./use-bin.ts";
import type { Selection } from "../list/use-selection.ts";
import { Button } from "#web/ui/button.tsx";

interface RowActions {
  /** When the list was loaded; the remaining times count from then. */
  now: number;
  isBusy: boolean;
  onRestore: (ids: readonly string[]) => void;
  /** Left out if the member may not erase. */
  onErase?: (ids: readonly string[]) => void;
}

/** The bin, the last deleted first. Rows can be selected, restored and, by owners, erased permanently. */
export function BinList(
  props: RowActions & { rows: readonly InquirySummary[]; selection: Selection; chosen: readonly string[] },
) {
  const { rows, selection, chosen, ...actions } = props;
  const { isBusy, onRestore, onErase } = actions;
  const dates = useDateWords();
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (all.current !== null) all.current.indeterminate = chosen.length > 0 && chosen.length < rows.length;
  }, [chosen.length, rows.length]);

  return (
    <>
      <div className="bulk-head bin-bulk">
        <input
          ref={all}
          type="checkbox"
          className="pick"
          aria-label={`Choose all ${rows.length} loaded`}
          checked={chosen.length === rows.length}
          onChange={({ target }) => selection.setAll(target.checked)}
        />
        <p aria-live="polite">{chosen.length > 0 && `${chosen.length} chosen`}</p>
        {chosen.length > 0 && (
          <>
            <Button variant="secondary" busy={isBusy} onClick={() => onRestore(chosen)}>
              Restore {chosen.length}
            </Button>
            {onErase !== undefined && (
              <Button variant="danger-outline" onClick={() => onErase(chosen)}>
                Erase {chosen.length} for good
              </Button>
            )}
          </>
        )}
      </div>
      <ol className="bin-list" aria-label="Deleted inquiries">
        {rows.map(
          (row) =>
            row.binned !== null && (
              <BinRow key={row.id} inquiry={row} binned={row.binned} selection={selection} dates={dates} {...actions} />
            ),
        )}
      </ol>
    </>
  );
}

function BinRow(
  props: RowActions & { inquiry: InquirySummary; binned: Binned; selection: Selection; dates: DateWords },
) {
  const { inquiry, binned, selection, dates, now, isBusy, onRestore, onErase } = props;
  const { id, reference, name, reported, status, excerpt } = inquiry;
  const title = name || reported || reportLabel;
  return (
    <li className="bin-row" data-id={id}>
      <input
        type="checkbox"
        className="pick"
        aria-label={`Choose ${title}, ${reference}`}
        checked={selection.ids.has(id)}
        onClick={(event) => selection.toggle(id, event.shiftKey)}
        onChange={() => undefined}
      />
      <Link to={`${paths.inbox}?inquiry=${id}`}>
        <span className="row-name" dir="auto">
          {title}
        </span>{" "}
        <span className="row-excerpt" dir="auto">
          {excerpt}
        </span>{" "}
        <span className="row-facts">
          <span className="status" data-status={status}>
            {statusLabels[status]}
          </span>{" "}
          <span className="inquiry-reference">{reference}</span>
        </span>
      </Link>
      <p className="bin-facts">
        <span>
          Deleted <time dateTime={binned.at}>{dates.recent(binned.at)}</time> by {binnedBy(binned)}
        </span>{" "}
        <strong>Erased in {timeLeft(binned, now)}</strong>
      </p>
      <div className="bin-actions">
        <Button
          variant="secondary"
          aria-label={`Restore ${title}, ${reference}`}
          busy={isBusy}
          onClick={() => onRestore([id])}
        >
          Restore
        </Button>
        {onErase !== undefined && (
          <Button
            variant="danger-outline"
            aria-label={`Erase ${title}, ${reference}, for good`}
            onClick={() => onErase([id])}
          >
            Erase
          </Button>
        )}
      </div>
    </li>
  );
}
