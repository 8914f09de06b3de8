import { useEffect, useRef, useState } from "react";
import type { InquirySummary } from "#contract/inbox.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { useMember } from "#web/admin/shell/member.ts";
import {
  type Binned,
  binnedBy,
  daysText,
  type ForGood,
  timeLeft,
  useBinList,
  useEraseForGood,
  useRestore,
} from "./use-bin.ts";
import { useDrafts } from "../inquiry/drafts/use-drafts.ts";
import { Connection } from "../connection.tsx";
import { InboxViews } from "../list/inbox-views.tsx";
import { PageHead } from "../../shell/page.tsx";
import { useInboxFeed } from "../list/use-inbox-feed.ts";
import { type Selection, useSelection } from "../list/use-selection.ts";
import { ConfirmedChange } from "#web/admin/forms/confirmed-change.tsx";
import { inquiriesText, reportLabel, statusLabels } from "../inbox-copy.ts";
import { Link } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { type DateWords, useDateWords } from "#web/admin/shell/dates.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { AdminIcon } from "../../shell/icons.tsx";
import { Avatar } from "../../shell/person.tsx";
import { StatusIcon } from "../list/status.tsx";

const none: InquirySummary[] = [];

/** The bin: deleted inquiries, until when they can be restored and, for owners, permanent erasure. */
export function Bin() {
  const query = useBinList();
  const feed = useInboxFeed(undefined, false, useDrafts());
  const toast = useToast();
  const head = useRef<HTMLParagraphElement>(null);
  const isOwner = useMember().role === "owner";
  const rows = query.data?.pages.flatMap((page) => page.inquiries) ?? none;
  const selection = useSelection(rows, "bin");
  const restore = useRestore((count) => {
    toast("success", `${inquiriesText(count)} restored`);
    // The row with the button is gone.
    head.current?.focus();
  });
  const [erasing, setErasing] = useState<{ what: ForGood; count: string }>();
  const newest = query.data?.pages.at(-1);
  const chosen = selection.inquiries.map(({ id }) => id);
  const askToErase = (ids: readonly string[]) => setErasing({ what: { ids }, count: inquiriesText(ids.length) });

  function askToEmpty() {
    const until = rows[0]?.binned?.at;
    if (until !== undefined) setErasing({ what: { until }, count: "everything in the bin" });
  }

  return (
    <>
      <InboxViews />
      <Connection feed={feed} />
      <PageHead title="Bin">
        <p ref={head} tabIndex={-1} className="hint bin-hint">
          Deleted inquiries.{" "}
          {newest !== undefined && `Restorable for ${daysText(newest.binDays)}, then erased for good.`}
        </p>
        {isOwner && rows.length > 0 && (
          <Button variant="danger" size="small" onClick={askToEmpty}>
            Empty the bin
          </Button>
        )}
      </PageHead>
      {restore.error !== null && <Alert role="alert">Nothing was restored. {actionFailureText(restore.error)}</Alert>}
      {query.isError && (
        <Alert>
          <p>The bin could not be loaded. {actionFailureText(query.error)}</p>
          <Button variant="secondary" onClick={() => void query.refetch()}>
            {query.isFetching ? "Loading..." : "Try again"}
          </Button>
        </Alert>
      )}
      {query.data === undefined ? (
        !query.isError && <Spinner text="Loading the bin..." />
      ) : rows.length === 0 ? (
        <EmptyState className="empty-list">
          <h2>The bin is empty</h2>
          <p>Deleted inquiries come here first.</p>
        </EmptyState>
      ) : (
        <BinList
          rows={rows}
          selection={selection}
          now={query.dataUpdatedAt}
          isBusy={restore.isPending}
          onRestore={(ids) => restore.mutate(ids)}
          {...(isOwner && { onErase: askToErase })}
          chosen={chosen}
        />
      )}
      {query.hasNextPage && (
        <div className="load-more">
          <Button
            variant="secondary"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          >
            {query.isFetchingNextPage ? "Loading..." : "Show more"}
          </Button>
        </div>
      )}
      <EraseForGoodDialog
        erasing={erasing}
        onClose={() => setErasing(undefined)}
        onDone={(count) => {
          toast("success", `${inquiriesText(count)} erased for good`);
          head.current?.focus();
        }}
      />
    </>
  );
}

/** Asks before inquiries are erased permanently; closed without any. `count` is their number as text. */
function EraseForGoodDialog(props: {
  erasing: { what: ForGood; count: string } | undefined;
  onClose: () => void;
  onDone: (count: number) => void;
}) {
  const { erasing, onClose, onDone } = props;
  return (
    <ConfirmedChange
      open={erasing !== undefined}
      title={`Erase ${erasing?.count ?? ""} for good?`}
      id="erase-for-good"
      action="Erase for good"
      busyAction="Erasing..."
      change={useEraseForGood()}
      input={erasing?.what ?? { ids: [] }}
      onClose={onClose}
      onDone={onDone}
    >
      All that visitors sent goes, with its notes and history. This cannot be undone. The owners are notified.
    </ConfirmedChange>
  );
}

interface RowActions {
  /** When the list was loaded; the remaining times count from then. */
  now: number;
  isBusy: boolean;
  onRestore: (ids: readonly string[]) => void;
  /** Left out if the member may not erase. */
  onErase?: (ids: readonly string[]) => void;
}

/** The bin, the last deleted first. Rows can be selected, restored and, by owners, erased permanently. */
function BinList(
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
