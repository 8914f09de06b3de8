import { useRef, useState } from "react";
import { useTakenOver } from "../../../components/use-taken-over.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { ConnectionLine } from "./connection-line.tsx";
import { EraseDialog } from "./erase-dialog.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import { InboxFilters } from "./inbox-filters.tsx";
import { type Drafts, InquiryPanel } from "./inquiry-panel.tsx";
import { ListColumn } from "./list-column.tsx";
import { ShortcutList } from "./shortcut-list.tsx";
import { StaleNotice } from "./stale-notice.tsx";
import { UndoBar } from "./undo-bar.tsx";
import { type Changeable, useInquiryChanges } from "./use-changes.ts";
import { useInboxFeed } from "./use-inbox-feed.ts";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { useInboxList } from "./use-inbox-list.ts";
import { useInboxTitle } from "./use-inbox-title.ts";
import { useInboxView } from "./use-inbox-view.ts";
import { usePeople } from "./use-inquiries.ts";
import { rowLink, takeLostFocus, useRowFocus } from "./use-row-focus.ts";
import { useSelection } from "./use-selection.ts";
import { useShortcutSwitch } from "./use-shortcuts.ts";

/** The inbox: what chooses the view, the list, and the inquiry that is open beside it. */
export function Inbox() {
  const view = useInboxView();
  const { filter, openId, show } = view;
  const ready = useTakenOver();
  const top = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const inbox = useInboxList(filter, top);
  const { rows, counts, countText, total } = inbox;
  useInboxTitle(counts?.new);
  const { data: people = [] } = usePeople();
  const feed = useInboxFeed(openId);
  const { actions, erasure, last, stale, problem, isUndoing } = useInquiryChanges((erased) => {
    if (openId !== undefined && erased.has(openId)) show({ inquiry: undefined }, "replace");
  });
  const selection = useSelection(rows, inbox.view);
  const focus = useRowFocus(rows, list, openId, inbox.view);

  const [drafts] = useState<Drafts>(() => ({ notes: new Map(), answers: new Map() }));
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

  function leaveSearch() {
    (rowLink(focus.currentId ?? "") ?? list.current)?.focus();
  }

  return (
    <div className="inbox">
      <div className="inbox-top">
        <InboxFilters view={view} counts={counts} team={people} search={search} onLeaveSearch={leaveSearch} />
        <ConnectionLine state={feed.state} />
        {problem !== undefined && <p className="refusal">{problem}</p>}
        {stale !== undefined && stale.before.id !== openId && (
          <StaleNotice stale={stale} team={people} actions={actions} />
        )}
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
            takesFocus={!isStepping}
            onBack={back}
            onErase={(inquiry) => setErasing([inquiry])}
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
        {inbox.said}
      </p>
      <EraseDialog
        inquiries={erasing}
        erasure={erasure}
        onClose={() => setErasing(undefined)}
        // The button that asked for it may be gone.
        onDone={() => takeLostFocus(focus.currentId, list.current)}
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
