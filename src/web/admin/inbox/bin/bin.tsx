import { useRef, useState } from "react";
import type { InquirySummary } from "#contract/inbox.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { useMember } from "#web/admin/shell/member.ts";
import { BinList } from "./bin-list.tsx";
import { daysText, type ForGood, inquiriesText, useBinList, useEraseForGood, useRestore } from "./use-bin.ts";
import { useDrafts } from "../inquiry/use-drafts.ts";
import { Connection } from "../connection.tsx";
import { InboxViews } from "../list/inbox-views.tsx";
import { PageHead } from "../../shell/page.tsx";
import { useInboxFeed } from "../list/use-inbox-feed.ts";
import { useSelection } from "../list/use-selection.ts";
import { ConfirmedChange } from "#web/admin/forms/confirmed-change.tsx";

const none: InquirySummary[] = [];

/** The bin: deleted inquiries, until when they can be restored and, for owners, permanent erasure. */
export function Bin() {
  const query = useBinList();
  const feed = useInboxFeed(undefined, useDrafts());
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
          <Button onClick={() => void query.refetch()}>{query.isFetching ? "Loading..." : "Try again"}</Button>
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
