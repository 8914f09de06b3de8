import { Page } from "#web/admin/shell/page.tsx";
import { useCallback, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { channelKey, useChannelState, useContactList } from "../use-contacts.ts";
import { LoadFailure } from "#web/admin/shell/failure.tsx";
import { useShowMore } from "#web/ui/use-show-more.ts";
import { useMember } from "#web/admin/shell/member.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { channelApi } from "#web/api/channel-api.ts";
import type { ChannelChange } from "#contract/channel-list.ts";
import type { Contact } from "#contract/contact.ts";
import { changeTitle } from "./change-copy.ts";
import { Difference } from "./difference.tsx";
import { ScheduleWords } from "../schedule/schedule-copy.tsx";
import { UndoButton } from "./undo-button.tsx";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { Badge } from "#web/ui/badge.tsx";

/** `/ContactAdmin/history`: every change of the channels. */
export function HistoryPage() {
  return (
    <Page title="History of the channels">
      <History />
    </Page>
  );
}

/** Every change of the channels, with undo. */
export function History() {
  const isOwner = useMember().role === "owner";
  const history = useHistory();
  const recent = useChannelState().data?.recent.filter(({ canUndo }) => canUndo);
  const contacts = useContactList();
  const changes = history.data?.pages.flatMap((page) => page.changes);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus disappears with its change.
  const focusHeading = useCallback(() => heading.current?.focus(), []);
  const { list, showMore } = useShowMore<HTMLOListElement>({
    count: changes?.length ?? 0,
    isLoading: history.isFetchingNextPage,
    load: history.fetchNextPage,
  });

  return (
    <section className="list-section" aria-labelledby="history-title">
      <h2 id="history-title" ref={heading} tabIndex={-1}>
        {changes?.length === 0 ? "Nothing has changed yet" : "Changes"}
      </h2>
      <LoadFailure what="The history" query={history} />
      {/* For the names of scheduled channels. */}
      <LoadFailure what="The list of the channels" query={contacts} />
      {changes === undefined && !history.isError && <Spinner text="Loading the history..." />}
      {changes?.length === 0 && <p>What anybody changes of the channels will stand here, with the way to undo it.</p>}
      {changes !== undefined && changes.length > 0 && (
        <ol ref={list} className="plain-list history">
          {changes.map((change) => (
            <HistoryEntry
              key={change.number}
              change={change}
              scheduled={contacts.data?.find(({ _id }) => _id === change.schedule?.contactId)}
              // Agents can undo what the banner offers; owners can undo anything.
              mayUndo={isOwner ? change.canUndo : recent?.some(({ number }) => number === change.number) === true}
              onUndone={focusHeading}
            />
          ))}
        </ol>
      )}
      {history.hasNextPage && (
        <Button variant="secondary" className="show-more" busy={history.isFetchingNextPage} onClick={showMore}>
          {history.isFetchingNextPage ? "Loading..." : "Show more"}
        </Button>
      )}
    </section>
  );
}

/** The changes page by page, the newest first. */
export function useHistory() {
  return useInfiniteQuery({
    queryKey: [channelKey, "history"],
    queryFn: ({ pageParam }) => channelApi.history(pageParam),
    // The type of the first page's parameter, which has no value.
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
}

/** One change: who, when, what, before and after. */
export function HistoryEntry(props: {
  change: ChannelChange;
  /** The channel of its schedule, if it still exists. */
  scheduled: Contact | undefined;
  mayUndo: boolean;
  onUndone: () => void;
}) {
  const { change, scheduled, mayUndo, onUndone } = props;
  const { number, at, by, approvedBy, schedule, undoes, undoneBy, isChangedSince } = change;
  const { full } = useDateWords();
  return (
    <li className="history-entry" id={`change-${number}`} tabIndex={-1}>
      <h3>
        {changeTitle(change, scheduled)}
        {undoneBy !== null && (
          <>
            {" "}
            <Badge>Undone</Badge>
          </>
        )}
      </h3>
      <p className="hint">
        Change {number} · <time dateTime={at}>{full(at)}</time> · {by ?? "by the software"}
        {typeof approvedBy === "string" && ` · approved by ${approvedBy}`}
        {undoes !== undefined && ` · undoes change ${undoes}`}
        {undoneBy !== null && ` · undone by change ${undoneBy}`}
      </p>
      <Difference change={change} />
      {schedule !== undefined && <ScheduleWords schedule={schedule} />}
      {mayUndo && <UndoButton change={change} onUndone={onUndone} />}
      {isChangedSince && <p className="hint">Changed since, so that it cannot be undone by itself.</p>}
    </li>
  );
}
