import { teamCopy } from "#copy/current.ts";
import { useEffect, useRef, useState } from "react";
import type { InquirySummary } from "#contract/inbox/inbox.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button, ButtonLink } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "../../shell/empty-state.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { useToast } from "#web/ui/messages/toast.tsx";
import { actionFailureText, LoadFailure } from "#web/admin/forms/failure.tsx";
import { useMember } from "#web/admin/shell/member.ts";
import { type Binned, binnedBy, type ForGood, timeLeft, useBinList, useEraseForGood, useRestore } from "./use-bin.ts";
import { usePurgeErased } from "../inquiry/drafts/purge-erased.ts";
import { useChanges } from "../changes-provider.tsx";
import { Connection } from "../connection.tsx";
import { InboxViews } from "../list/inbox-views.tsx";
import { PageHead } from "../../shell/page.tsx";
import { useInboxFeed } from "../list/use-inbox-feed.ts";
import { type Selection, useSelection } from "../list/use-selection.ts";
import { ConfirmedChange } from "#web/admin/forms/confirmed-change.tsx";
import { Link } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { type DateFormats, useDateFormats } from "#web/admin/shell/dates.ts";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { AdminIcon } from "../../shell/icons.tsx";
import { Avatar } from "../../shell/person.tsx";
import { ChoiceIcon } from "../list/status.tsx";

const none: InquirySummary[] = [];

/** The bin: deleted inquiries, until when they can be restored and, for owners, permanent erasure. */
export function Bin() {
  const query = useBinList();
  const { drafts } = useChanges();
  usePurgeErased(drafts);
  const feed = useInboxFeed({ openId: undefined, isAnswering: false, isUnread: false }, drafts);
  const toast = useToast();
  const head = useRef<HTMLParagraphElement>(null);
  const isOwner = useMember().role === "owner";
  const rows = query.data?.pages.flatMap((page) => page.inquiries) ?? none;
  const selection = useSelection(rows, "bin");
  const restore = useRestore((count) => {
    toast("success", teamCopy.inbox.done.restored(count));
    // The row with the button is gone.
    head.current?.focus();
  });
  const [erasing, setErasing] = useState<{ what: ForGood; title: string }>();
  const newest = query.data?.pages.at(-1);
  const chosen = selection.inquiries.map(({ id }) => id);
  const askToErase = (ids: readonly string[]) =>
    setErasing({ what: { ids }, title: teamCopy.inboxList.bin.eraseTitle(ids.length) });

  function askToEmpty() {
    const until = rows[0]?.binned?.at;
    if (until !== undefined) setErasing({ what: { until }, title: teamCopy.inboxList.bin.eraseAllTitle });
  }

  return (
    <>
      <InboxViews />
      <Connection feed={feed} />
      <PageHead title={teamCopy.inboxList.bin.title}>
        <p ref={head} tabIndex={-1} className="hint page-hint">
          {teamCopy.inboxList.bin.lead} {newest !== undefined && teamCopy.inboxList.bin.restorable(newest.binDays)}
        </p>
        {isOwner && rows.length > 0 && (
          <Button variant="danger" size="small" onClick={askToEmpty}>
            {teamCopy.inboxList.bin.emptyBin}
          </Button>
        )}
      </PageHead>
      {restore.error !== null && (
        <Alert role="alert">{teamCopy.inboxList.bin.notRestored(actionFailureText(restore.error))}</Alert>
      )}
      <LoadFailure what={teamCopy.inboxList.bin.what} query={query} />
      {query.data === undefined ? (
        query.errorUpdateCount === 0 && <Spinner text={teamCopy.inboxList.bin.loading} />
      ) : rows.length === 0 ? (
        <EmptyState icon="trash" className="empty-list">
          <h2>{teamCopy.inboxList.bin.empty.title}</h2>
          <p>{teamCopy.inboxList.bin.empty.text}</p>
          <ButtonLink variant="secondary" to={paths.inbox}>
            {teamCopy.shell.toInbox}
          </ButtonLink>
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
            {query.isFetchingNextPage ? teamCopy.forms.loading : teamCopy.inboxList.bin.more}
          </Button>
        </div>
      )}
      <EraseForGoodDialog
        erasing={erasing}
        onClose={() => setErasing(undefined)}
        onDone={(count) => {
          toast("success", teamCopy.inboxList.bin.erased(count));
          head.current?.focus();
        }}
      />
    </>
  );
}

/** Asks before inquiries are erased permanently; closed without any. */
function EraseForGoodDialog(props: {
  erasing: { what: ForGood; title: string } | undefined;
  onClose: () => void;
  onDone: (count: number) => void;
}) {
  const { erasing, onClose, onDone } = props;
  return (
    <ConfirmedChange
      about={erasing}
      title={({ title }) => title}
      id="erase-for-good"
      action={teamCopy.inboxList.bin.erase}
      busyAction={teamCopy.inboxList.bin.erasing}
      change={useEraseForGood()}
      input={({ what }) => what}
      onClose={onClose}
      onDone={onDone}
    >
      {teamCopy.inboxList.bin.eraseText}
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
  const dates = useDateFormats();
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
          aria-label={teamCopy.inboxList.list.selectAllLoaded(rows.length)}
          checked={chosen.length === rows.length}
          onChange={({ target }) => selection.setAll(target.checked)}
        />
        <p aria-live="polite">{chosen.length > 0 && teamCopy.inboxList.list.selected(chosen.length)}</p>
        {chosen.length > 0 ? (
          <>
            <Button variant="secondary" size="small" busy={isBusy} onClick={() => onRestore(chosen)}>
              <AdminIcon name="undo" />
              {teamCopy.inboxList.bin.restoreCount(chosen.length)}
            </Button>
            {onErase !== undefined && (
              <Button variant="danger" size="small" onClick={() => onErase(chosen)}>
                {teamCopy.inboxList.bin.eraseCount(chosen.length)}
              </Button>
            )}
          </>
        ) : (
          // Each row says the same to readers.
          (["inquiry", "deleted", "by", "erasedIn"] as const).map((name) => (
            <span key={name} aria-hidden="true">
              {teamCopy.inboxList.bin.columns[name]}
            </span>
          ))
        )}
      </div>
      <ol className="bin-list" aria-label={teamCopy.inboxList.bin.list}>
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
  props: RowActions & { inquiry: InquirySummary; binned: Binned; selection: Selection; dates: DateFormats },
) {
  const { inquiry, binned, selection, dates, now, isBusy, onRestore, onErase } = props;
  const { id, reference, name, reported, status, excerpt } = inquiry;
  const title = name || reported || teamCopy.inbox.report;
  return (
    <li className="bin-row target-row" data-id={id}>
      <input
        type="checkbox"
        className="pick"
        aria-label={teamCopy.inboxList.list.row.select(title, reference)}
        checked={selection.ids.has(id)}
        onClick={(event) => selection.toggle(id, event.shiftKey)}
        onChange={() => undefined}
      />
      <Link className="row-target" to={`${paths.inbox}?inquiry=${id}`}>
        <span className="row-head">
          <ChoiceIcon name="status" value={status} />
          <span className="row-name" dir="auto">
            {title}
          </span>{" "}
          <span className="row-tag">{reference}</span>
          <span className="visually-hidden"> {teamCopy.inbox.statuses[status]}</span>
        </span>{" "}
        <span className="row-excerpt" dir="auto">
          {excerpt}
        </span>
      </Link>
      <span className="bin-fact">
        <span className="bin-label">{teamCopy.inboxList.bin.deleted}</span>{" "}
        <time dateTime={binned.at}>{dates.recent(binned.at)}</time>
      </span>
      <span className="bin-fact">
        <span className="bin-label">{teamCopy.inboxList.bin.by}</span>{" "}
        {binned.by !== null && <Avatar email={binned.by.email} size="small" />}{" "}
        <span title={binned.by?.email}>{binnedBy(binned)}</span>
      </span>
      <span className="bin-fact">
        <span className="bin-label">{teamCopy.inboxList.bin.erasedIn}</span> {timeLeft(binned, now)}
      </span>
      <div className="bin-actions">
        <Button
          variant="secondary"
          size="small"
          aria-label={teamCopy.inboxList.bin.restoreOne(title, reference)}
          busy={isBusy}
          onClick={() => onRestore([id])}
        >
          <AdminIcon name="undo" />
          {teamCopy.inboxList.bin.restore}
        </Button>
        {onErase !== undefined && (
          <IconButton
            label={teamCopy.inboxList.bin.eraseOne(title, reference)}
            title={teamCopy.inboxList.bin.erase}
            onClick={() => onErase([id])}
          >
            <AdminIcon name="trash" />
          </IconButton>
        )}
      </div>
    </li>
  );
}
