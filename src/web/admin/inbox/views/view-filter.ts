import type { InboxFilter } from "#contract/inbox/inbox.ts";

/** The filters that a view holds: all but the search. */
export function savable({ search: _search, ...filter }: InboxFilter): Omit<InboxFilter, "search"> {
  return filter;
}

/** Returns whether two filters are the same, in whatever order they were set. */
export function isSameFilter(one: InboxFilter, other: InboxFilter): boolean {
  const text = (filter: InboxFilter) => JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return text(one) === text(other);
}
