import { teamCopy } from "#copy/current.ts";
import { paths } from "#contract/paths.ts";
import { pathHere, useLocation } from "#web/page/router.tsx";
import "./inbox.css";
import { showsBin } from "./bin/use-bin.ts";
import { Bin } from "./bin/bin.tsx";
import { showsUntaken } from "./untaken/use-untaken.ts";
import { Untaken } from "./untaken/untaken.tsx";
import { useErasure } from "./bin/use-erasure.ts";
import { ChangeProgress } from "./change-progress.tsx";
import { useChanges } from "./changes-provider.tsx";
import { type ReactNode, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { EmptyState } from "../shell/empty-state.tsx";
import { AlertsDialog } from "./alerts/alerts-dialog.tsx";
import { Connection, OfflineLine } from "./connection.tsx";
import { isBusyTyping } from "../shell/focus.ts";
import { ExportDialog } from "./export/export-dialog.tsx";
import { FailedChanges } from "./failed-changes.tsx";
import { InquiryPanel } from "./inquiry/inquiry-panel.tsx";
import { UnsentReplies } from "./inquiry/composer/unsent-replies.tsx";
import { StaleNotice } from "./inquiry/stale-notice.tsx";
import { usePurgeErased } from "./inquiry/drafts/purge-erased.ts";
import { InboxViews } from "./list/inbox-views.tsx";
import { ListColumn } from "./list/list-column.tsx";
import { ListHead } from "./list/list-head.tsx";
import { SelectionLine, useSelectView } from "./list/select-view.tsx";
import { useAnswering } from "./inquiry/composer/use-answering.ts";
import { useInboxFeed } from "./list/use-inbox-feed.ts";
import { useInboxList } from "./list/use-inbox-list.ts";
import { usePeople } from "./list/use-inquiries.ts";
import { rowLink, takeLostFocus, useRowFocus } from "./list/use-row-focus.ts";
import { useSelection } from "./list/use-selection.ts";
import { TagsDialog } from "./tags/tags-dialog.tsx";
import { SaveViewDialog } from "./views/save-view-dialog.tsx";
import { useSavedViews } from "./views/use-saved-views.ts";
import { isSameFilter, savable } from "./views/view-filter.ts";
import { BlockDialog } from "./blocked/block-dialog.tsx";
import { BlockedListDialog } from "./blocked/blocked-list.tsx";
import { SnoozeDialog } from "./snooze/snooze-dialog.tsx";
import type { LastChange } from "./last-change.ts";
import type { Changeable } from "./use-changes.ts";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { useInboxTitle } from "./use-inbox-title.ts";
import { openNow, useInboxView } from "./use-inbox-view.ts";
import { createPanel } from "./panel-commands.ts";
import { ConfirmedChange } from "#web/admin/forms/confirmed-change.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useToast } from "#web/ui/messages/toast.tsx";
import { filled } from "#web/ui/filled.tsx";

/**
 * `/ContactAdmin/inquiries`: every inquiry and its actions; with `?view=bin` the deleted ones, with
 * `?view=not-taken` emails that were not taken.
 */
export function InboxPage() {
  const { search } = useLocation();
  if (showsUntaken(search)) return <Untaken />;
  return showsBin(search) ? <Bin /> : <Inbox />;
}

/** The inbox: the list with its views and filters, and the open inquiry beside it. */
function Inbox() {
  const view = useInboxView();
  const toast = useToast();
  const { filter, openId, show } = view;
  const top = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [panel] = useState(createPanel);
  const inbox = useInboxList(filter, top);
  const { rows, counts, countText, total } = inbox;
  useInboxTitle(counts?.new);
  const { data: people = [] } = usePeople();
  const changes = useChanges();
  const { drafts, actions, replies, last, stale, failures, isChanging } = changes;
  usePurgeErased(drafts);
  const { isAnswering, setAnswering } = useAnswering(openId);
  const isUnread = inbox.loaded.some(({ id, unread }) => id === openId && unread);
  const feed = useInboxFeed({ openId, isAnswering, isUnread }, drafts);
  const erasure = useErasure({
    ...changes,
    onErased(erased) {
      // Checked since another page may be open by now.
      if (pathHere() === paths.inbox && erased.has(openNow() ?? "")) show({ inquiry: undefined }, "replace");
    },
  });
  const selection = useSelection(rows, inbox.view, last?.number);
  const selectView = useSelectView(filter, inbox.view, selection.setView);
  const { ofView } = selection;
  const focus = useRowFocus(rows, list, openId, inbox.view);

  const [erasing, setErasing] = useState<readonly Changeable[]>();
  const [snoozing, setSnoozing] = useState<readonly Changeable[]>();
  const [blocking, setBlocking] = useState<InquiryDetail>();
  const [showsBlocked, setShowsBlocked] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [managingTags, setManagingTags] = useState(false);
  const [savingView, setSavingView] = useState(false);
  const saved = useSavedViews().find((each) => each.mayManage && isSameFilter(each.filter, savable(filter)));
  const [showsAlerts, setShowsAlerts] = useState(false);
  const isUndoable = last?.undo !== undefined;
  const keys = {
    view,
    rows,
    team: people,
    focus,
    selection,
    actions,
    onSnooze: setSnoozing,
    undo: undoLast,
    hasUndo: isUndoable || isChanging,
    list,
    search,
    panel,
  };
  const { isStepping, openRow, openNext, back } = useInboxKeys(keys);
  useImperativeHandle(changes.inbox, () => ({
    showTakenBack(id) {
      if (isBusyTyping()) return;
      if (openId === id) panel.run(id, (shown) => shown.write("answer"));
      else openRow(id);
    },
  }));

  function focusList() {
    (rowLink(focus.currentId ?? "") ?? list.current)?.focus();
  }

  /** Restores the focus, if the focused element is gone. */
  function takeFocus() {
    takeLostFocus(focus.currentId, list.current);
  }

  function undoLast() {
    actions.undo();
    if (isChanging) {
      toast("success", teamCopy.inbox.commands.undoWaits);
      return;
    }
    // A reply that is taken back moves the focus to its text.
    if (last?.isUndoLeading === true) return;
    // The bar's button disappears; the restored inquiry is in the list.
    if (document.activeElement?.closest(".undo-bar")) focusList();
  }

  return (
    <div className="inbox">
      <div className="inbox-list">
        <InboxViews on={{ saveView: () => setSavingView(true), manageTags: () => setManagingTags(true) }} />
        <ListHead
          view={view}
          team={people}
          selection={selection}
          selectView={inbox.query.hasNextPage ? selectView : undefined}
          loaded={rows.length}
          size={total?.isAll === true ? total.count : undefined}
          countText={countText}
          unread={inbox.unread}
          mayBulk={inbox.mayBulk}
          search={search}
          onLeaveSearch={focusList}
          actions={actions}
          onSnooze={() => setSnoozing(selection.inquiries)}
          onBlocked={() => setShowsBlocked(true)}
          onExport={() => setExporting(true)}
          onAlerts={() => setShowsAlerts(true)}
          onDelete={() => setErasing(selection.inquiries)}
          onManageTags={() => setManagingTags(true)}
          saved={saved}
          onSaveView={() => setSavingView(true)}
        />
        <SelectionLine inbox={inbox} selection={selection} selectView={selectView} />
        <div className="inbox-rows">
          <div ref={top} className="list-top" />
          <ListColumn
            inbox={inbox}
            view={view}
            selection={selection}
            focus={focus}
            list={list}
            top={top}
            viewers={feed.viewers}
            onOpen={openRow}
          />
        </div>
      </div>
      <div className="inbox-conversation">
        {openId === undefined ? (
          <NothingOpen />
        ) : (
          <InquiryPanel
            key={openId}
            id={openId}
            view={view}
            team={people}
            viewers={feed.viewers[openId] ?? []}
            actions={actions}
            replies={replies}
            stale={stale}
            drafts={drafts}
            onAnswering={setAnswering}
            takesFocus={!isStepping}
            commands={panel.ref}
            onBack={back}
            onNext={openNext}
            onErase={(inquiry) => setErasing([inquiry])}
            onSnooze={(inquiry) => setSnoozing([inquiry])}
            onBlock={setBlocking}
          />
        )}
      </div>
      <InboxNotices>
        <OfflineLine feed={feed} />
        <ChangeProgress running={changes.running} />
        <FailedChanges failures={failures} isLive={feed.state === "live"} onNone={takeFocus} />
        {Object.entries(stale)
          .filter(([id]) => id !== openId)
          .map(([id, each]) => (
            <StaleNotice key={id} stale={each} team={people} actions={actions} />
          ))}
        <UnsentReplies replies={replies} isShown={(id) => id !== openId} onOpen={openRow} />
        <UndoBar last={last} onUndo={isUndoable ? undoLast : undefined} onDismiss={actions.dismiss} />
      </InboxNotices>
      <Connection feed={feed} />
      <p className="visually-hidden" role="status">
        {inbox.said}
      </p>
      <EraseDialog
        inquiries={erasing}
        erasure={erasure}
        progress={<ChangeProgress running={changes.running} />}
        onClose={() => setErasing(undefined)}
        onDone={takeFocus}
      />
      <TagsDialog open={managingTags} onClose={() => setManagingTags(false)} />
      <SaveViewDialog open={savingView} filter={filter} saved={saved} onClose={() => setSavingView(false)} />
      <AlertsDialog open={showsAlerts} onClose={() => setShowsAlerts(false)} />
      <BlockDialog inquiry={blocking} actions={actions} onClose={() => setBlocking(undefined)} />
      <BlockedListDialog open={showsBlocked} onClose={() => setShowsBlocked(false)} />
      <SnoozeDialog inquiries={snoozing} actions={actions} onClose={() => setSnoozing(undefined)} />
      <ExportDialog
        open={exporting}
        filter={filter}
        chosen={ofView === "all" ? [] : selection.inquiries}
        total={
          ofView === "all"
            ? { count: selection.ids.size, isAll: true, text: teamCopy.inbox.inquiries(selection.ids.size) }
            : { count: 0, isAll: false, ...total, text: countText }
        }
        onClose={() => setExporting(false)}
      />
    </div>
  );
}

function NothingOpen() {
  return (
    <EmptyState icon="inbox" className="nothing-open">
      <h2>{teamCopy.inbox.nothingOpen.title}</h2>
      <p>{filled(teamCopy.inbox.nothingOpen.keys, { openKey: <kbd>J</kbd>, listKey: <kbd>?</kbd> })}</p>
    </EmptyState>
  );
}

/** The inbox's status messages: below the list; behind an open inquiry on a phone, below that. */
function InboxNotices({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The panes are lower with messages: what has the focus stays in view.
    const watcher = new ResizeObserver(() => document.activeElement?.scrollIntoView({ block: "nearest" }));
    if (place.current !== null) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={place} className="inbox-notices">
      {children}
    </div>
  );
}

/** Asks before these inquiries are moved to the bin; closed without any. */
function EraseDialog(props: {
  inquiries: readonly Changeable[] | undefined;
  erasure: ReturnType<typeof useErasure>;
  progress: ReactNode;
  onClose: () => void;
  onDone: () => void;
}) {
  const { inquiries, erasure, progress, onClose, onDone } = props;
  const count = inquiries?.length ?? 0;

  return (
    <ConfirmedChange
      about={inquiries}
      title={teamCopy.inbox.binning.title(count)}
      id="erase"
      action={teamCopy.inbox.binning.action(count)}
      busyAction={teamCopy.inbox.deleting}
      change={erasure}
      input={(chosen) => chosen}
      onClose={onClose}
      onDone={onDone}
    >
      {teamCopy.inbox.binning.text(count)}
      {progress}
    </ConfirmedChange>
  );
}

const shownFor = 10_000;

/** The last change, with undo. It stays while it contains the pointer or the focus; without a change it is empty. */
function UndoBar(props: {
  last: LastChange | undefined;
  /** Undoes the change; undefined if that is not possible. */
  onUndo: (() => void) | undefined;
  onDismiss: (number: number) => void;
}) {
  const { last, onUndo, onDismiss } = props;
  const bar = useRef<HTMLDivElement>(null);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const number = last?.number;

  useEffect(() => {
    // The focused button may have disappeared, of which no event tells.
    const waits = isPointed || (isFocused && bar.current?.contains(document.activeElement) === true);
    if (waits || number === undefined) return undefined;
    const timer = setTimeout(() => onDismiss(number), shownFor);
    return () => clearTimeout(timer);
  }, [isPointed, isFocused, onDismiss, number]);
  // A shown offer is not made again on another visit.
  const leave = useEffectEvent(() => number !== undefined && onDismiss(number));
  useEffect(() => () => void leave(), []);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It only pauses its timer.
    <div
      ref={bar}
      className="undo-bar"
      role="group"
      aria-label={teamCopy.inbox.done.label}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {/* Rendered before its text, so that it is announced. */}
      <p role="status">
        {last !== undefined &&
          `${teamCopy.inbox.done.sentence(last.text)}${last.kept === undefined ? "" : ` ${last.kept}`}`}
      </p>
      {onUndo !== undefined && (
        <Button variant="plain" className="undo" onClick={onUndo}>
          {teamCopy.forms.undo} <kbd aria-hidden="true">Z</kbd>
        </Button>
      )}
      {last !== undefined && (
        <IconButton label={teamCopy.inbox.dismiss} onClick={() => onDismiss(last.number)}>
          <Icon name="close" />
        </IconButton>
      )}
    </div>
  );
}
