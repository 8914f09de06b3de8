import { teamCopy } from "#copy/current.ts";
import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button, ButtonLink } from "#web/ui/buttons/button.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { useMember } from "#web/admin/shell/member.ts";
import { answeringText } from "../change-text.ts";
import type { InboxFeed } from "./use-inbox-feed.ts";
import type { InboxList } from "./use-inbox-list.ts";
import { type InboxView, isOldestFirst, isWaitingView, viewAddress } from "../use-inbox-view.ts";
import { lateIn, waitingGroups } from "./waiting-groups.ts";
import { useSite } from "#web/page/page-data.ts";
import { type RowFocus, rowLink } from "./use-row-focus.ts";
import type { Selection } from "./use-selection.ts";
import type { FoundExcerpt, InboxFilter, InquirySummary } from "#contract/inbox/inbox.ts";
import { ownView, ownViewOf, withoutOwnViews } from "../filters.ts";
import { isReversed } from "./inbox-filters.tsx";
import { EmptyState } from "../../shell/empty-state.tsx";
import { useNow } from "#web/admin/shell/ago.tsx";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { useTagsOf } from "../tags/use-tags.ts";
import { InquiryRow } from "./inquiry-row.tsx";
import { useChanges } from "../changes-provider.tsx";
import { rowsShown, useRowsNear } from "./rows-shown.ts";
import { excerptsIn, SearchNotes } from "./search-notes.tsx";

/**
 * The list, or its state: loading, failed, empty. While the pointer is among the rows, or the member reads further
 * down, what is new waits behind a button.
 */
export function ListColumn(props: {
  inbox: InboxList;
  view: InboxView;
  selection: Selection;
  focus: RowFocus;
  list: RefObject<HTMLElement | null>;
  top: RefObject<HTMLElement | null>;
  viewers: InboxFeed["viewers"];
  onOpen: (id: string) => void;
}) {
  const { inbox, view, selection, focus, list, top, viewers, onOpen } = props;
  const { query, rows, loaded, held } = inbox;
  const excerpts = useMemo(() => excerptsIn(query.data?.pages ?? []), [query.data]);

  function showArrivals() {
    inbox.showAll();
    top.current?.scrollIntoView({ block: "nearest" });
    rowLink(loaded[0]?.id ?? "")?.focus({ preventScroll: true });
  }

  return (
    <>
      {held > 0 && (
        <div className="arrivals">
          <Button onClick={showArrivals}>{teamCopy.inboxList.list.held(held)}</Button>
        </div>
      )}
      {query.isError && !query.isFetchNextPageError && (
        <Alert>
          <p>
            {query.data === undefined
              ? teamCopy.inboxList.list.notLoaded(actionFailureText(query.error))
              : teamCopy.inboxList.list.newNotLoaded(actionFailureText(query.error))}
          </p>
          <Button variant="secondary" onClick={() => void query.refetch()}>
            {query.isFetching ? teamCopy.forms.loading : teamCopy.forms.tryAgain}
          </Button>
        </Alert>
      )}
      {query.data !== undefined && !query.isPlaceholderData && <SearchNotes view={view} pages={query.data.pages} />}
      {view.filter.status === "suspected" && <p className="hint">{teamCopy.inboxList.list.suspectedHint}</p>}
      {query.data === undefined ? (
        !query.isError && <Spinner text={teamCopy.inboxList.list.loadingAll} />
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
          viewers={viewers}
          excerpts={excerpts}
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

/** Shown for an empty view; takes the focus instead of the list. */
function EmptyList({ view, place }: { view: InboxView; place: RefObject<HTMLElement | null> }) {
  const { filter } = view;
  const { status, sort: _order, ...others } = filter;
  const narrower = withoutOwnViews(others);
  const isWaiting = isWaitingView({ ...others, status });
  const isNarrow = !isWaiting && Object.keys(narrower).length > 0;
  const name = ownViewOf(filter);
  const own = name && ownView(name);
  const { empty } = teamCopy.inboxList.list;
  return (
    <EmptyState icon="inbox" ref={place} tabIndex={-1} className="empty-list">
      <h2>
        {isNarrow
          ? empty.notFound
          : isWaiting
            ? empty.noneWaiting
            : status !== undefined
              ? empty.ofStatus[status]
              : (own?.empty() ?? empty.none)}
      </h2>
      <p>{isNarrow ? adviceFor(narrower) : isWaiting ? empty.whatWaits : (own?.hint() ?? empty.whatComes)}</p>
      {(isNarrow || isWaiting || status !== undefined || own !== undefined) && (
        <ButtonLink variant="secondary" to={viewAddress({})}>
          {teamCopy.inboxList.list.empty.all}
        </ButtonLink>
      )}
    </EmptyState>
  );
}

function adviceFor({ search, ...filters }: InboxFilter): string {
  if (isReversed(filters)) return teamCopy.inboxList.list.empty.reversed;
  if (search === undefined) return teamCopy.inboxList.list.empty.changeFilters;
  return Object.keys(filters).length === 0
    ? teamCopy.inboxList.list.empty.otherWords
    : teamCopy.inboxList.list.empty.otherWordsOrFilters;
}

/** A new inquiry that waits longer is marked, where the list is not grouped by that. */
const lateAfter = 3_600_000;

/** The distance before the last row at which more rows are requested, in the pane that scrolls. */
const ahead = "1200px";

const noDrafts: readonly string[] = [];
const noHeadings: ReturnType<typeof waitingGroups> = new Map();

interface RowsProps {
  rows: readonly InquirySummary[];
  view: InboxView;
  selection: Selection;
  focus: RowFocus;
  list: RefObject<HTMLElement | null>;
  /** The rows belong to the previous view. */
  busy: boolean;
  viewers: InboxFeed["viewers"];
  /** Excerpts that a search found, by the inquiry's id. */
  excerpts: ReadonlyMap<string, FoundExcerpt>;
  /** A row was pressed. */
  onOpen: (id: string) => void;
}

/** The inquiries of a view, with a button for more. */
function InquiryList({ more, ...props }: RowsProps & { more: { isThere: boolean } & MoreProps }) {
  const { rows, view, busy } = props;
  // Outgoing rows keep their links: rendering them again is wasted work.
  const [addressWith, setAddressWith] = useState(() => view.addressWith);
  if (!busy && addressWith !== view.addressWith) setAddressWith(() => view.addressWith);
  return (
    <>
      {/* A new view is a new list: React removes a whole list faster than its rows. */}
      <Rows key={addressWith({})} {...props} addressWith={addressWith} setSize={more.isThere ? -1 : rows.length} />
      {more.isThere && <MoreButton {...more} />}
    </>
  );
}

function Rows(props: RowsProps & { addressWith: InboxView["addressWith"]; setSize: number }) {
  const { rows, view, selection, focus, list, busy, viewers, excerpts, onOpen, addressWith, setSize } = props;
  const me = useMember();
  const answering = (id: string) => {
    const members = viewers[id]?.filter((viewer) => viewer.isAnswering && viewer.id !== me.id) ?? [];
    return members.length === 0 ? undefined : answeringText(members);
  };
  const tagsOf = useTagsOf();
  const { drafts } = useChanges();
  const drafted = useSyncExternalStore(
    (changed) => drafts.subscribe(changed),
    () => drafts.inquiryIds(),
    () => noDrafts,
  );
  const { openId } = view;
  const { toggle } = selection;
  const { currentId, setCurrent } = focus;
  const dates = useDateFormats();
  const now = useNow();
  const near = useRowsNear(list, rows.length);
  const { figures } = useSite();
  const isByWait = view.filter.waiting !== undefined && isOldestFirst(view.filter);
  const headings = isByWait
    ? waitingGroups(rows, { now, promised: figures.messageResponse ?? "", hasMore: setSize === -1 })
    : noHeadings;
  const lateIds = lateIn(rows, headings);
  const kept = [currentId, openId, ...headings.keys()].map((id) => rows.findIndex((row) => row.id === id));
  const { shown, leftOut } = rowsShown(rows, near, kept);
  const isListed = openId !== undefined && rows.some(({ id }) => id === openId);
  useEffect(() => {
    // A link may open a row that is out of view.
    if (isListed) rowLink(openId)?.scrollIntoView({ block: "nearest" });
  }, [isListed, openId]);
  const actions = useMemo(
    () => ({ addressOf: (id: string) => addressWith({ inquiry: id }), toggle, open: onOpen, focus: setCurrent }),
    [addressWith, toggle, onOpen, setCurrent],
  );
  return (
    <ol
      ref={list as RefObject<HTMLOListElement | null>}
      className="inquiry-list"
      aria-label={teamCopy.inboxList.list.label}
      aria-busy={busy}
      data-grouped={headings.size > 0 || undefined}
      data-choosing={selection.ids.size > 0 || undefined}
      style={{ "--left-out": leftOut } as CSSProperties}
    >
      {shown.map(({ row, place }) => (
        <InquiryRow
          key={row.id}
          inquiry={row}
          isCurrent={row.id === currentId}
          isOpen={row.id === openId}
          isChosen={selection.ids.has(row.id)}
          place={place}
          setSize={setSize}
          heading={headings.get(row.id)}
          since={isByWait ? row.waitingSince : row.wroteAt}
          ago={isByWait ? dates.wait(row.waitingSince, now) : dates.ago(row.wroteAt, now)}
          answering={answering(row.id)}
          found={excerpts.get(row.id)}
          isLate={isByWait ? lateIds.has(row.id) : row.status === "new" && now - Date.parse(row.wroteAt) > lateAfter}
          hasDraft={drafted.includes(row.id)}
          tags={tagsOf(row.tags)}
          dates={dates}
          actions={actions}
        />
      ))}
    </ol>
  );
}

interface MoreProps {
  isLoading: boolean;
  /** More rows, or the present ones, are loading. */
  isBusy: boolean;
  failed: boolean;
  load: () => void;
}

/** Loads more when it comes near the window, and on a press. */
function MoreButton({ isLoading, isBusy, failed, load }: MoreProps) {
  const button = useRef<HTMLButtonElement>(null);
  const near = useEffectEvent(() => {
    if (!failed) load();
  });

  useEffect(() => {
    // If the button is still near after loading, a new observer fires again.
    if (button.current === null || isBusy) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && near(), {
      root: button.current.closest(".inbox-rows"),
      rootMargin: ahead,
    });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [isBusy]);

  return (
    <div className="load-more">
      {failed && <Alert>{teamCopy.inboxList.list.moreNotLoaded}</Alert>}
      <Button ref={button} variant="secondary" busy={isLoading} onClick={() => load()}>
        {isLoading ? teamCopy.forms.loading : teamCopy.inboxList.list.loadMore}
      </Button>
    </div>
  );
}
