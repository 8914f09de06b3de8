import { useEffect, useRef } from "react";
import type { InquirySummary } from "#contract/inbox.ts";
import { reportLabel, statusLabels } from "#web/public/receipt/status-copy.ts";
import { Link } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { type DateWords, useDateWords } from "#web/admin/shell/dates.ts";
import { type Binned, binnedBy, timeLeft } from "./use-bin.ts";
import type { Selection } from "../list/use-selection.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { AdminIcon } from "../../shell/icons.tsx";
import { Avatar } from "../../shell/person.tsx";
import { StatusIcon } from "../list/status.tsx";

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
      <div className="bin-head">
        <input
          ref={all}
          type="checkbox"
          className="pick"
          aria-label={`Select all ${rows.length} loaded`}
          checked={chosen.length === rows.length}
          onChange={({ target }) => selection.setAll(target.checked)}
        />
        <p aria-live="polite">{chosen.length > 0 && `${chosen.length} selected`}</p>
        {chosen.length > 0 ? (
          <>
            <Button variant="secondary" size="small" busy={isBusy} onClick={() => onRestore(chosen)}>
              <AdminIcon name="undo" />
              Restore {chosen.length}
            </Button>
            {onErase !== undefined && (
              <Button variant="danger" size="small" onClick={() => onErase(chosen)}>
                Erase {chosen.length} for good
              </Button>
            )}
          </>
        ) : (
          // Each row says the same to readers.
          ["Inquiry", "Deleted", "By", "Erased in"].map((name) => (
            <span key={name} aria-hidden="true">
              {name}
            </span>
          ))
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
        aria-label={`Select ${title}, ${reference}`}
        checked={selection.ids.has(id)}
        onClick={(event) => selection.toggle(id, event.shiftKey)}
        onChange={() => undefined}
      />
      <Link to={`${paths.inbox}?inquiry=${id}`}>
        <span className="row-head">
          <StatusIcon status={status} />
          <span className="row-name" dir="auto">
            {title}
          </span>{" "}
          <span className="row-tag">{reference}</span>
          <span className="visually-hidden"> {statusLabels[status]}</span>
        </span>{" "}
        <span className="row-excerpt" dir="auto">
          {excerpt}
        </span>
      </Link>
      <span className="bin-fact">
        <span className="bin-label">Deleted</span> <time dateTime={binned.at}>{dates.recent(binned.at)}</time>
      </span>
      <span className="bin-fact">
        <span className="bin-label">by</span> {binned.by !== null && <Avatar email={binned.by.email} size="small" />}{" "}
        <span title={binned.by?.email}>{binnedBy(binned)}</span>
      </span>
      <span className="bin-fact">
        <span className="bin-label">Erased in</span> {timeLeft(binned, now)}
      </span>
      <div className="bin-actions">
        <Button
          variant="secondary"
          size="small"
          aria-label={`Restore ${title}, ${reference}`}
          busy={isBusy}
          onClick={() => onRestore([id])}
        >
          <AdminIcon name="undo" />
          Restore
        </Button>
        {onErase !== undefined && (
          <IconButton
            label={`Erase ${title}, ${reference}, for good`}
            title="Erase for good"
            onClick={() => onErase([id])}
          >
            <AdminIcon name="trash" />
          </IconButton>
        )}
      </div>
    </li>
  );
}
