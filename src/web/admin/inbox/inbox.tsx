import { useRef, useState } from "react";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { BulkBar } from "./list/bulk-bar.tsx";
import { ConnectionLine } from "./connection-line.tsx";
import { EraseDialog } from "./bin/erase-dialog.tsx";
import { ExportDialog } from "./export/export-dialog.tsx";
import { FailedChanges } from "./failed-changes.tsx";
import { InboxFilters } from "./list/inbox-filters.tsx";
import { InboxNotices } from "./inbox-notices.tsx";
import { InquiryPanel } from "./inquiry/inquiry-panel.tsx";
import { ListColumn } from "./list/list-column.tsx";
import { ShortcutList } from "./shortcut-list.tsx";
import { StaleNotice } from "./inquiry/stale-notice.tsx";
import { UndoBar } from "./undo-bar.tsx";
import { type Changeable, useInquiryChanges } from "./use-changes.ts";
import { useDrafts } from "./inquiry/use-drafts.ts";
import { useInboxFeed } from "./list/use-inbox-feed.ts";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { useInboxList } from "./list/use-inbox-list.ts";
import { useInboxTitle } from "./use-inbox-title.ts";
import { useInboxView } from "./use-inbox-view.ts";
import { usePeople } from "./list/use-inquiries.ts";
import { rowLink, takeLostFocus, useRowFocus } from "./list/use-row-focus.ts";
import { useSelection } from "./list/use-selection.ts";
import { useShortcutSwitch } from "./use-shortcuts.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** The inbox: the filters, the list, and the open inquiry beside it. */
export function Inbox() {
  const view = useInboxView();
  const { filter, openId, show } = view;
  const ready = useHydrated();
  const top = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const inbox = useInboxList(filter, top);
  const { rows, counts, countText, total } = inbox;
  useInboxTitle(counts?.new);
  const { data: people = [] } = usePeople();
  const drafts = useDrafts();
  const feed = useInboxFeed(openId, drafts);
  const { actions, erasure, last, stale, failures, isUndoing } = useInquiryChanges({
    onAnswered: (id) => drafts.drop("answer", id),
    onErased(erased) {
      if (openId !== undefined && erased.has(openId)) show({ inquiry: undefined }, "replace");
    },
  });
  const selection = useSelection(rows, inbox.view);
  const focus = useRowFocus(rows, list, openId, inbox.view);

  const [erasing, setErasing] = useState<readonly Changeable[]>();
  const [exporting, setExporting] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  const [keysAreOn, switchKeys] = useShortcutSwitch();
  const { isStepping, openRow, back } = useInboxKeys({
    view,
    rows,
    focus,
    selection,
    actions,
    list,
    search,
    isOn: keysAreOn,
    onHelp: () => setShowsKeys(true),
  });

  function focusList() {
    (rowLink(focus.currentId ?? "") ?? list.current)?.focus();
  }

  /** Restores the focus, if the focused element is gone. */
  function takeFocus() {
    takeLostFocus(focus.currentId, list.current);
  }

  return (
    <div className="inbox">
      <div className="inbox-top">
        <InboxFilters
          view={view}
          counts={counts}
          binCount={inbox.binCount}
          team={people}
          search={search}
          onLeaveSearch={focusList}
        />
      </div>
      <div className="inbox-main">
        <div ref={top} className="list-top" />
        <BulkBar
          selection={selection}
          loaded={rows.length}
          countText={countText}
          team={people}
          mayBulk={inbox.mayBulk}
          onChange={(to, words) => actions.change(selection.inquiries, to, words)}
          onExport={() => setExporting(true)}
          onDelete={() => setErasing(selection.inquiries)}
        />
        <ListColumn
          inbox={inbox}
          view={view}
          selection={selection}
          focus={focus}
          list={list}
          top={top}
          onOpen={openRow}
        />
      </div>
      <div className="inbox-side">
        {openId === undefined ? (
          <EmptyState className="nothing-open">
            <p>Choose an inquiry to read and answer it.</p>
            <Button variant="secondary" disabled={!ready} onClick={() => setShowsKeys(true)}>
              Keys
            </Button>
          </EmptyState>
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
            takesFocus={!isStepping}
            onBack={back}
            onErase={(inquiry) => setErasing([inquiry])}
          />
        )}
      </div>
      <InboxNotices>
        <ConnectionLine state={feed.state} />
        <FailedChanges failures={failures} isLive={feed.state === "live"} onNone={takeFocus} />
        {stale !== undefined && stale.before.id !== openId && (
          <StaleNotice stale={stale} team={people} actions={actions} />
        )}
        {last !== undefined && (
          <UndoBar
            last={last}
            busy={isUndoing}
            onUndo={() => {
              actions.undo();
              // The button disappears; the restored inquiry is in the list.
              focusList();
            }}
            onDismiss={actions.dismiss}
          />
        )}
      </InboxNotices>
      <p className="visually-hidden" role="status">
        {inbox.said}
      </p>
      <EraseDialog inquiries={erasing} erasure={erasure} onClose={() => setErasing(undefined)} onDone={takeFocus} />
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
