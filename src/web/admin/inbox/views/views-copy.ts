import type { InboxFilter } from "#contract/inbox.ts";

export const viewCopy = {
  save: "Save this view",
  title: "Save this view",
  editTitle: "Change this view",
  nothing: "Set a filter or another order first, then save them as a view.",
  search: "The search is not saved: its words may name a visitor.",
  shared: "Share with the team",
  sharedByOther: "A colleague shares it, and only they can end that.",
  sharedHint: "Everybody sees it. You and the owners can change and delete it.",
};

/** The filters that a view holds: all but the search. */
export function savable({ search: _search, ...filter }: InboxFilter): Omit<InboxFilter, "search"> {
  return filter;
}

/** Whether two filters are the same, in whatever order they were set. */
export function isSameFilter(one: InboxFilter, other: InboxFilter): boolean {
  const text = (filter: InboxFilter) => JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return text(one) === text(other);
}
