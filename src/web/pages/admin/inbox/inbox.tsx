import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { InquiryChange } from "#contract/inbox.ts";
import { Spinner } from "../../../components/spinner.tsx";
import { useTakenOver } from "../../../components/use-taken-over.ts";
import { actionFailureText } from "../failure-text.ts";
import { useMember } from "../signed-in-area.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { assignedWords, markedWords } from "./change-words.ts";
import { ConnectionLine } from "./connection-line.tsx";
import { EmptyList } from "./empty-list.tsx";
import { EraseDialog } from "./erase-dialog.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import { InboxFilters } from "./inbox-filters.tsx";
import { InquiryList } from "./inquiry-list.tsx";
import { type Drafts, InquiryPanel } from "./inquiry-panel.tsx";
import { inquiryTotal, totalText } from "./inquiry-total.ts";
import { ShortcutList } from "./shortcut-list.tsx";
import { UndoBar } from "./undo-bar.tsx";
import { arrivalsText, useAnnouncement } from "./use-announcement.ts";
import { useArrivals } from "./use-arrivals.ts";
import { type Changeable, useInquiryChanges } from "./use-changes.ts";
import { useInboxFeed } from "./use-inbox-feed.ts";
import { useInboxView } from "./use-inbox-view.ts";
import { knownInquiry, useInquiryList, usePeople } from "./use-inquiries.ts";
import { rowLink, useRowFocus } from "./use-row-focus.ts";
import { useSelection } from "./use-selection.ts";
import { useShortcuts, useShortcutSwitch } from "./use-shortcuts.ts";

/** The inbox: what chooses the view, the list, and the inquiry that is open beside it. */
export function Inbox() {
  const view = useInboxView();
  const { filter, openId, show } = view;
  const filterText = JSON.stringify(filter);
  const me = useMember();
  const ready = useTakenOver();
  const client = useQueryClient();
  const query = useInquiryList(filter);
  const { data: people = [] } = usePeople();
  const feed = useInboxFeed(openId);
  const { actions, last, stale, problem, isUndoing } = useInquiryChanges();

  const top = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [drafts] = useState<Drafts>(() => new Map());
  const loaded = useMemo(() => query.data?.pages.flatMap((page) => page.inquiries) ?? [], [query.data]);
  const { rows, held, showAll } = useArrivals(loaded, top, filterText);
  const selection = useSelection(rows, filterText);
  const focus = useRowFocus(rows, list);

  const [erasing, setErasing] = useState<string[]>();
  const [exporting, setExporting] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  const [keysAreOn, switchKeys] = useShortcutSwitch();
  /** Whoever steps through the list keeps the focus there, where it can be seen. */
  const [stepping, setStepping] = useState(false);

  const counts = query.data?.pages.at(-1)?.counts;
  const total = counts && inquiryTotal(filter, counts, { loaded: loaded.length, hasMore: query.hasNextPage });
  const countText = total === undefined ? "" : totalText(total);
  const said = useAnnouncement({
    view: filterText,
    isReady: query.isSuccess && !query.isPlaceholderData,
    countText,
    loaded,
  });

  const back = useCallback(() => {
    if (openId === undefined) return;
    show({ inquiry: undefined });
    // The list cannot take the focus on a phone before the panel is gone.
    requestAnimationFrame(() => (rowLink(openId) ?? list.current)?.focus());
  }, [openId, show]);

  const { open } = view;
  const openRow = useCallback(
    (id: string) => {
      setStepping(false);
      open(id);
    },
    [open],
  );

  function step(by: 1 | -1) {
    const next = focus.move(by);
    if (next === undefined || openId === undefined || next.id === openId) return;
    setStepping(list.current?.contains(document.activeElement) === true);
    open(next.id);
  }

  function targets(): readonly Changeable[] {
    if (selection.inquiries.length > 0) return selection.inquiries;
    const inRow = list.current?.contains(document.activeElement) === true;
    const opened = openId === undefined || inRow ? undefined : knownInquiry(client, openId);
    const row = rows.find(({ id }) => id === focus.currentId);
    return opened !== undefined ? [opened] : row !== undefined ? [row] : [];
  }

  function change(to: InquiryChange, words: string, isDone: (inquiry: Changeable) => boolean) {
    actions.change(
      targets().filter((inquiry) => !isDone(inquiry)),
      to,
      words,
    );
  }

  useShortcuts(keysAreOn && ready, {
    j: () => step(1),
    k: () => step(-1),
    x: () => focus.currentId !== undefined && selection.toggle(focus.currentId, false),
    e: () => change({ status: "closed" }, markedWords("closed"), ({ status }) => status === "closed"),
    a: () => change({ assigneeId: me.id }, assignedWords(me), ({ assignee }) => assignee?.id === me.id),
    "/": () => search.current?.focus(),
    "?": () => setShowsKeys(true),
    Enter() {
      if (focus.currentId !== undefined) openRow(focus.currentId);
    },
    Escape: back,
  });

  const failed = query.isError && query.data === undefined;
  return (
    <div className="inbox" data-open={openId !== undefined || undefined}>
      <div className="inbox-top">
        <InboxFilters view={view} counts={counts} team={people} search={search} />
        <ConnectionLine state={feed.state} />
        {problem !== undefined && <p className="refusal">{problem}</p>}
      </div>
      <div className="inbox-main">
        <div ref={top} className="list-top" />
        <BulkBar
          selection={selection}
          loaded={rows.length}
          countText={countText}
          team={people}
          onChange={(to, words) => actions.change(selection.inquiries, to, words)}
          onExport={() => setExporting(true)}
          onDelete={() => setErasing([...selection.ids])}
        />
        {held > 0 && (
          <button
            type="button"
            className="button arrivals"
            onClick={() => {
              showAll();
              top.current?.scrollIntoView({ block: "center" });
              rowLink(loaded[0]?.id ?? "")?.focus({ preventScroll: true });
            }}
          >
            {arrivalsText(held)}
          </button>
        )}
        {failed ? (
          <div className="refusal">
            <p>The inquiries could not be loaded. {actionFailureText(query.error)}</p>
            <button type="button" className="button" onClick={() => void query.refetch()}>
              Try again
            </button>
          </div>
        ) : query.data === undefined ? (
          <Spinner text="Loading inquiries..." />
        ) : rows.length === 0 && !query.hasNextPage ? (
          <EmptyList view={view} />
        ) : (
          <InquiryList
            rows={rows}
            view={view}
            selection={selection}
            focus={focus}
            list={list}
            busy={query.isPlaceholderData}
            onOpen={openRow}
            more={{
              isThere: query.hasNextPage,
              isLoading: query.isFetchingNextPage,
              failed: query.isFetchNextPageError,
              load: () => void query.fetchNextPage(),
            }}
          />
        )}
      </div>
      <div className="inbox-side">
        {openId === undefined ? (
          <div className="nothing-open">
            <p>Choose an inquiry to read and answer it.</p>
            <button type="button" className="button quiet" disabled={!ready} onClick={() => setShowsKeys(true)}>
              Keys
            </button>
          </div>
        ) : (
          <InquiryPanel
            key={openId}
            id={openId}
            view={view}
            team={people}
            viewers={feed.viewers[openId] ?? []}
            actions={actions}
            stale={stale}
            drafts={drafts}
            takesFocus={!stepping}
            onBack={back}
            onErase={() => setErasing([openId])}
          />
        )}
      </div>
      {last !== undefined && (
        <UndoBar
          last={last}
          busy={isUndoing}
          onUndo={() => {
            actions.undo();
            // The button goes; what it brings back is in the list.
            (rowLink(focus.currentId ?? "") ?? list.current)?.focus();
          }}
          onDismiss={actions.dismiss}
        />
      )}
      <p className="unseen" role="status">
        {said}
      </p>
      <EraseDialog
        ids={erasing}
        erase={actions.erase}
        onClose={() => setErasing(undefined)}
        onErased={() => {
          if (openId !== undefined && erasing?.includes(openId)) show({ inquiry: undefined }, "replace");
          setErasing(undefined);
        }}
      />
      <ExportDialog
        open={exporting}
        filter={filter}
        chosen={selection.inquiries}
        total={{ count: 0, isAll: false, ...total, text: countText }}
        onClose={() => setExporting(false)}
      />
      <ShortcutList open={showsKeys} onClose={() => setShowsKeys(false)} isOn={keysAreOn} onSwitch={switchKeys} />
    </div>
  );
}
