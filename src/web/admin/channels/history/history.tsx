import { useCallback, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useChannelState } from "../use-channel-state.ts";
import { useContactList } from "../use-contacts.ts";
import { LoadFailure } from "#web/admin/shell/load-failure.tsx";
import { useShowMore } from "#web/ui/use-show-more.ts";
import { useMember } from "#web/admin/shell/signed-in-area.tsx";
import { HistoryEntry } from "./history-entry.tsx";
import { useHistory } from "./use-history.ts";

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
