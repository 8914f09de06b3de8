import { useInfiniteQuery } from "@tanstack/react-query";
import { auditApi } from "#web/api/audit-api.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { LoadFailure } from "../shell/load-failure.tsx";
import { useShowMore } from "#web/ui/use-show-more.ts";
import { useMembers } from "../team/use-team.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditRow } from "./audit-row.tsx";
import { useAuditView } from "./use-audit-view.ts";

/** The audit log, the newest entry first, page by page. */
export function AuditLog() {
  const { view, show } = useAuditView();
  const members = useMembers();
  const log = useInfiniteQuery({
    queryKey: ["audit-log", view],
    queryFn: ({ pageParam }) => auditApi.entries(view, pageParam),
    // The type of the first page's parameter, which has no value.
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const entries = log.data?.pages.flatMap((page) => page.entries);
  const unreadable = log.data?.pages.flatMap((page) => page.unreadable) ?? [];
  const isPart = view.kind !== undefined || view.member !== undefined;
  const { list, showMore } = useShowMore<HTMLOListElement>({
    count: entries?.length ?? 0,
    isLoading: log.isFetchingNextPage,
    load: log.fetchNextPage,
  });

  return (
    <section className="audit-log" aria-labelledby="audit-log-title">
      <h2 id="audit-log-title">What was done</h2>
      <p>
        The log only grows. Inquiries stand in it by their ids alone. Whether it is whole, says{" "}
        <code>npm run audit-log</code> on the server.
      </p>
      <AuditFilters view={view} members={members.data ?? []} onChange={show} />
      <LoadFailure what="The members" query={members} />
      <LoadFailure what="The audit log" query={log} />
      {unreadable.length > 0 && (
        <Alert role="alert">
          {unreadable.length === 1 ? "An entry" : "Some entries"} of this log cannot be read, since something else has
          changed {unreadable.length === 1 ? "it" : "them"}: {unreadable.join(", ")}. Please tell whoever runs the
          server.
        </Alert>
      )}
      {entries === undefined && !log.isError && <Spinner text="Loading the audit log..." />}
      {/* Mounted from the start, so that screen readers announce each filter's result. */}
      <p role="status">{entries && countText(entries.length, { isPart, hasMore: log.hasNextPage })}</p>
      {entries !== undefined && entries.length > 0 && (
        <ol ref={list} className="plain-list audit-entries">
          {entries.map((entry) => (
            <AuditRow
              key={entry.number}
              entry={entry}
              nameOf={(id) => members.data?.find((member) => member.id === id)?.email}
            />
          ))}
        </ol>
      )}
      {log.hasNextPage && (
        <Button variant="secondary" busy={log.isFetchingNextPage} onClick={showMore}>
          {log.isFetchingNextPage ? "Loading..." : "Show more"}
        </Button>
      )}
    </section>
  );
}

function countText(count: number, { isPart, hasMore }: { isPart: boolean; hasMore: boolean }): string {
  if (count === 0) return isPart ? "There is nothing of this in the log." : "Nothing yet.";
  if (hasMore) return `The newest ${count} entries.`;
  return count === 1 ? "1 entry." : `${count} entries.`;
}
