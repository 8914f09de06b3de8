import { type ReactNode, useEffect, useRef, useState } from "react";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { BulkBar } from "./list/bulk-bar.tsx";
import { EraseDialog } from "./bin/erase-dialog.tsx";
import { ExportDialog } from "./export/export-dialog.tsx";
import { FailedChanges } from "./failed-changes.tsx";
import { InboxFilters } from "./list/inbox-filters.tsx";
import { InquiryPanel } from "./inquiry/inquiry-panel.tsx";
import { ListColumn } from "./list/list-column.tsx";
import { StaleNotice } from "./inquiry/stale-notice.tsx";
import { UndoBar } from "./undo-bar.tsx";
import { type Changeable, useInquiryChanges } from "./use-changes.ts";
import { useDrafts } from "./inquiry/use-drafts.ts";
import { type InboxFeed, useInboxFeed } from "./list/use-inbox-feed.ts";
import { shortcuts, useInboxKeys, useShortcutSwitch } from "./use-inbox-keys.ts";
import { useInboxList } from "./list/use-inbox-list.ts";
import { useInboxView } from "./use-inbox-view.ts";
import { usePeople } from "./list/use-inquiries.ts";
import { rowLink, takeLostFocus, useRowFocus } from "./list/use-row-focus.ts";
import { useSelection } from "./list/use-selection.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "../shell/page.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Switch } from "#web/ui/switch.tsx";

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
      <div className="inbox-list">
        <PageHead title="Inbox" />
        <InboxFilters
          view={view}
          counts={counts}
          binCount={inbox.binCount}
          team={people}
          search={search}
          onLeaveSearch={focusList}
        />
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
        <div className="inbox-rows">
          <div ref={top} className="list-top" />
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
      </div>
      <div className="inbox-conversation">
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

const backFor = 5000;

/** Says when live updates stop, and when they resume. */
function ConnectionLine({ state }: { state: InboxFeed["state"] }) {
  const [before, setBefore] = useState(state);
  const [isBack, setIsBack] = useState(false);
  if (before !== state) {
    setBefore(state);
    setIsBack(before === "lost" && state === "live");
  }
  useEffect(() => {
    if (!isBack) return undefined;
    const timer = setTimeout(() => setIsBack(false), backFor);
    return () => clearTimeout(timer);
  }, [isBack]);

  return (
    <div className="connection-line" role="status">
      {state === "lost" && <p className="lost">The connection is lost. Trying again; what you see may be old.</p>}
      {isBack && <p className="back">Connected again.</p>}
    </div>
  );
}

/** The inbox's keyboard shortcuts, in a dialog. */
function ShortcutList(props: { open: boolean; onClose: () => void; isOn: boolean; onSwitch: (isOn: boolean) => void }) {
  const { open, onClose, isOn, onSwitch } = props;
  return (
    <Dialog open={open} onClose={onClose} title="Keys" id="shortcuts-title">
      <dl className="shortcut-list">
        {shortcuts.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch checked={isOn} onChange={({ target }) => onSwitch(target.checked)}>
        Use these keys in this browser
      </Switch>
    </Dialog>
  );
}

/** The inbox's status messages: at the bottom of the window, regardless of scrolling and open panels. */
function InboxNotices({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    // The page reserves the same space at its end, so that nothing stays covered.
    const watcher = new ResizeObserver(() => {
      if (place.current === null) return;
      style.setProperty("--notices", `${place.current.offsetHeight}px`);
      uncover(place.current);
    });
    if (place.current !== null) watcher.observe(place.current);
    return () => {
      watcher.disconnect();
      style.removeProperty("--notices");
    };
  }, []);
  return (
    <div ref={place} className="inbox-notices">
      {children}
    </div>
  );
}

/** Scrolls the focused element out from below the messages. */
function uncover(notices: HTMLElement): void {
  const focused = document.activeElement;
  if (focused === null || notices.contains(focused) || focused.getBoundingClientRect().height > innerHeight / 2) return;
  const { top, height } = notices.getBoundingClientRect();
  if (height > 0 && focused.getBoundingClientRect().bottom > top) focused.scrollIntoView({ block: "nearest" });
}

/** Shows the number of new inquiries in the tab's title, for an inbox in the background. */
function useInboxTitle(count: number | undefined): void {
  useEffect(() => {
    document.title = count === undefined || count === 0 ? "Inbox" : `(${count}) Inbox`;
  }, [count]);
}
