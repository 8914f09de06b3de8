import type { RefObject } from "react";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { actionFailureText } from "#web/admin/shell/failure-text.ts";
import { EmptyList } from "./empty-list.tsx";
import { InquiryList } from "./inquiry-list.tsx";
import { arrivalsText } from "../use-announcement.ts";
import type { InboxList } from "./use-inbox-list.ts";
import type { InboxView } from "../use-inbox-view.ts";
import { type RowFocus, rowLink } from "./use-row-focus.ts";
import type { Selection } from "./use-selection.ts";

/**
 * The list, or its state: loading, failed, empty. While the member reads further down, new inquiries wait behind a
 * button.
 */
export function ListColumn(props: {
  inbox: InboxList;
  view: InboxView;
  selection: Selection;
  focus: RowFocus;
  list: RefObject<HTMLElement | null>;
  top: RefObject<HTMLElement | null>;
  onOpen: (id: string) => void;
}) {
  const { inbox, view, selection, focus, list, top, onOpen } = props;
  const { query, rows, loaded, held } = inbox;

  function showArrivals() {
    inbox.showAll();
    top.current?.scrollIntoView({ block: "center" });
    rowLink(loaded[0]?.id ?? "")?.focus({ preventScroll: true });
  }

  return (
    <>
      {held > 0 && (
        <div className="arrivals">
          <Button onClick={showArrivals}>{arrivalsText(held)}</Button>
        </div>
      )}
      {query.isError && !query.isFetchNextPageError && (
        <Alert>
          <p>
            {query.data === undefined ? "The inquiries could not be loaded." : "What is new could not be loaded."}{" "}
            {actionFailureText(query.error)}
          </p>
          <Button onClick={() => void query.refetch()}>{query.isFetching ? "Loading..." : "Try again"}</Button>
        </Alert>
      )}
      {view.filter.status === "suspected" && (
        <p className="hint">These look like spam to the software. Mark one New to take it to the others.</p>
      )}
      {query.data === undefined ? (
        !query.isError && <Spinner text="Loading inquiries..." />
      ) : rows.length === 0 && !query.hasNextPage ? (
        <EmptyList view={view} place={list} />
      ) : (
        <InquiryList
          rows={rows}
          view={view}
          selection={selection}
          focus={focus}
          list={list}
          busy={query.isPlaceholderData}
          onOpen={onOpen}
          more={{
            isThere: query.hasNextPage,
            isLoading: query.isFetchingNextPage,
            failed: query.isFetchNextPageError,
            isBusy: query.isFetching,
            // A reload in progress goes first; the button asks again after it.
            load: () => void query.fetchNextPage({ cancelRefetch: false }),
          }}
        />
      )}
    </>
  );
}
