import { teamCopy } from "#copy/current.ts";
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState, useSyncExternalStore } from "react";
import type { Viewer } from "#contract/inbox/inbox-events.ts";
import type { InquiryDetail, Person } from "#contract/inbox/inbox.ts";
import { tagLimits } from "#domain/inquiries/tag.ts";
import { ApiError } from "#web/api/api-client.ts";
import { LoadFailure } from "#web/admin/forms/failure.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { BinNotice } from "../bin/bin-notice.tsx";
import { abandonField } from "../../commands/keyboard.ts";
import { useInquiry } from "../list/use-inquiries.ts";
import { openPanelId } from "../list/use-row-focus.ts";
import type { InquiryActions, StaleChange } from "../use-changes.ts";
import type { InboxView } from "../use-inbox-view.ts";
import type { Replies } from "../use-replies.ts";
import { MergeDialog } from "../merge/merge-dialog.tsx";
import { MergedNotice } from "../merge/merged-notice.tsx";
import { Composer, type ComposerTab } from "./composer/composer.tsx";
import { UnsentReplies } from "./composer/unsent-replies.tsx";
import { BackLink, ConversationHead } from "./conversation-head.tsx";
import { Details } from "./details.tsx";
import type { Drafts } from "./drafts/drafts.ts";
import { StaleNotice } from "./stale-notice.tsx";
import { Thread, type ThreadCommands } from "./thread/thread.tsx";

/** Commands of the inbox's keys in the open inquiry. They return false if it has no such thing, as in the bin. */
export interface PanelCommands {
  id: string;
  /** Focuses the text of an answer or a note. */
  write: (what: ComposerTab) => boolean;
  /** Opens the list of saved replies. */
  pickReply: () => boolean;
  /** Opens or closes the details where they are a sheet. */
  toggleDetails: () => boolean;
  /** Opens the box to add tags. */
  tag: () => boolean;
  /** Asks which inquiry is merged into it. */
  merge: () => boolean;
}

interface PanelProps {
  id: string;
  view: InboxView;
  team: readonly Person[];
  viewers: readonly Viewer[];
  actions: InquiryActions;
  replies: Replies;
  stale: Readonly<Record<string, StaleChange>>;
  drafts: Drafts;
  /** Called while the member writes to the visitor, and when they have sent it. */
  onAnswering: (isAnswering: boolean) => void;
  /** Whether opening it moves the focus to it. */
  takesFocus: boolean;
  commands?: Ref<PanelCommands>;
  onBack: () => void;
  /** Opens the next inquiry of the list, after this one was closed. */
  onNext?: () => void;
  onErase: (inquiry: InquiryDetail) => void;
  onSnooze: (inquiry: InquiryDetail) => void;
  onBlock: (inquiry: InquiryDetail) => void;
}

/** The open inquiry: its head, the conversation, the composer, and the details beside them or in a sheet. */
export function InquiryPanel(props: PanelProps) {
  const { id, drafts, takesFocus } = props;
  const query = useInquiry(id);
  const { data: inquiry, error } = query;
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    // The focus moves on opening, not on the response.
    if (takesFocus) panel.current?.focus();
  }, [takesFocus]);

  const isGone = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (isGone) drafts.remove(id);
  }, [isGone, drafts, id]);
  const hasFailed = isGone || (inquiry === undefined && query.errorUpdateCount > 0);
  useEffect(() => {
    if (hasFailed) abandonField(teamCopy.inbox.commands.notOpen);
  }, [hasFailed]);
  return (
    <section
      ref={panel}
      id={openPanelId}
      className="inquiry-panel"
      tabIndex={-1}
      aria-label={inquiry === undefined ? teamCopy.inquiry.title : nameOf(inquiry)}
    >
      {inquiry !== undefined && !isGone ? (
        <OpenInquiry {...props} inquiry={inquiry} onLeave={() => panel.current?.focus()} />
      ) : (
        <>
          <header className="conversation-head">
            <BackLink {...props} />
            <h2>{teamCopy.inquiry.title}</h2>
          </header>
          {isGone ? (
            <Alert>{teamCopy.inquiry.gone}</Alert>
          ) : hasFailed ? (
            <LoadFailure what={teamCopy.inquiry.what} query={query} />
          ) : (
            <Spinner text={teamCopy.inquiry.loading} />
          )}
        </>
      )}
    </section>
  );
}

function nameOf({ reference, name }: InquiryDetail): string {
  return name === "" ? teamCopy.inquiry.named(reference) : teamCopy.inquiry.namedFrom(reference, name);
}

function OpenInquiry(props: PanelProps & { inquiry: InquiryDetail; onLeave: () => void }) {
  const { onAnswering, inquiry, view, team, actions, replies, stale, drafts, commands, onNext, onLeave } = props;
  const { binned, mergedInto } = inquiry;
  const rejected = stale[inquiry.id];
  const [tab, setTab] = useState<ComposerTab>("answer");
  const [picksReply, setPicksReply] = useState(false);
  const [showsDetails, setShowsDetails] = useState(false);
  const [isTagging, setIsTagging] = useState(false);
  const [isMerging, setIsMerging] = useState(false);
  const isColumn = useWide();
  const answer = useRef<HTMLTextAreaElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const thread = useRef<ThreadCommands>(null);
  const [focusAt, setFocusAt] = useState(0);
  useEffect(() => {
    // After the tab is shown.
    if (focusAt > 0) (tab === "answer" ? answer : note).current?.focus();
  }, [focusAt, tab]);
  const mayWrite = binned === null && mergedInto === null;
  useImperativeHandle(commands, () => ({
    id: inquiry.id,
    write(what) {
      setTab(what);
      setFocusAt((times) => times + 1);
      return mayWrite;
    },
    pickReply() {
      setTab("answer");
      setPicksReply(true);
      return mayWrite;
    },
    toggleDetails() {
      setShowsDetails((now) => !now);
      return true;
    },
    tag() {
      setShowsDetails(!isColumn);
      setIsTagging(true);
      return binned === null && inquiry.tags.length < tagLimits.each;
    },
    merge() {
      setIsMerging(mayWrite);
      return mayWrite;
    },
  }));

  const details = <Details {...props} isTagging={isTagging} onTagging={setIsTagging} />;
  return (
    <>
      <div className="conversation">
        <ConversationHead
          {...props}
          isColumn={isColumn}
          onDetails={() => setShowsDetails(true)}
          onMerge={() => setIsMerging(true)}
        />
        <Thread ref={thread} inquiry={inquiry} view={view} />
        {rejected !== undefined && (
          <StaleNotice
            stale={rejected}
            team={team}
            actions={actions}
            hasDraft={drafts.read("answer", inquiry.id) !== undefined || drafts.read("note", inquiry.id) !== undefined}
          />
        )}
        {!mayWrite && <UnsentReplies replies={replies} isShown={(id) => id === inquiry.id} />}
        {binned === null && mergedInto !== null ? (
          <MergedNotice inquiry={inquiry} into={mergedInto} view={view} actions={actions} drafts={drafts} />
        ) : binned === null ? (
          <Composer
            inquiry={inquiry}
            actions={actions}
            replies={replies}
            drafts={drafts}
            tab={tab}
            onTab={setTab}
            boxes={{ answer, note }}
            picksReply={picksReply}
            onPickReply={setPicksReply}
            onAnswering={onAnswering}
            onNext={onNext}
            onLeave={onLeave}
            onRead={() => thread.current?.showNewest()}
          />
        ) : (
          <BinNotice id={inquiry.id} reference={inquiry.reference} binned={binned} />
        )}
      </div>
      <MergeDialog inquiry={inquiry} actions={actions} open={isMerging} onClose={() => setIsMerging(false)} />
      {isColumn ? (
        <aside className="details" aria-label={teamCopy.inquiry.details.title}>
          {details}
        </aside>
      ) : (
        <Dialog
          open={showsDetails}
          onClose={() => {
            setShowsDetails(false);
            setIsTagging(false);
          }}
          title={teamCopy.inquiry.details.title}
          id="inquiry-details"
          className="sheet details-sheet"
        >
          <div className="details">{details}</div>
        </Dialog>
      )}
    </>
  );
}

/** Returns whether the details have a column of their own; the same width as in the style sheet. */
function useWide(): boolean {
  const subscribe = useCallback((changed: () => void) => {
    const query = matchMedia("(width >= 80rem)");
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => matchMedia("(width >= 80rem)").matches,
    () => true,
  );
}
