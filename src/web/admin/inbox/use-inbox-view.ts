import { useCallback, useMemo } from "react";
import type { InboxFilter } from "#contract/inbox/inbox.ts";
import { useLocation, navigate } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { readFilter } from "./filters.ts";

/** The part of the view that a link or a control changes; undefined removes it. */
export type ViewChange = { [Key in keyof InboxFilter]?: InboxFilter[Key] | undefined } & {
  inquiry?: string | undefined;
  /** `all`: every inquiry, where the address without filters is for those that wait. Undefined leaves the bin. */
  view?: "all" | undefined;
};

export interface InboxView {
  filter: InboxFilter;
  openId: string | undefined;
  /** The URL of this view with a change; closes the inquiry unless the change names one. */
  addressWith: (change: ViewChange) => string;
  /** Navigates there: as a new history entry, or replacing the present one. */
  show: (change: ViewChange, step?: "push" | "replace") => void;
  /** Opens an inquiry. One step back leads to the list, however many were opened in a row. */
  open: (id: string) => void;
}

/** The state of the inbox, kept in the URL, so that it can be shared and the browser's Back works. */
export function useInboxView(): InboxView {
  const { search } = useLocation();
  // The open inquiry changes often; the URLs of a thousand rows must not change with it.
  const closed = useMemo(() => addressOf(search, { inquiry: undefined }).slice(paths.inbox.length), [search]);
  const { filter } = useMemo(() => readView(closed), [closed]);
  const { openId } = useMemo(() => readView(search), [search]);
  const addressWith = useCallback((change: ViewChange) => addressOf(closed, change), [closed]);
  const show = useCallback((change: ViewChange, step: "push" | "replace" = "push") => {
    // The current URL: two changes may come before the next render.
    navigate(addressOf(location.search, change), { replace: step === "replace" });
  }, []);
  const open = useCallback(
    (id: string) => show({ inquiry: id }, new URLSearchParams(location.search).has("inquiry") ? "replace" : "push"),
    [show],
  );
  return useMemo(() => ({ filter, openId, addressWith, show, open }), [filter, openId, addressWith, show, open]);
}

/** The open inquiry in the current URL: a key may come before the next render. */
export function openNow(): string | undefined {
  return readView(location.search).openId;
}

/** Returns whether the list is by when visitors wrote, the oldest first, as of those that wait; a search never is. */
export function isOldestFirst({ sort, search, waiting }: InboxFilter): boolean {
  return search === undefined && (sort ?? (waiting === undefined ? "activity" : "oldest")) === "oldest";
}

/** The change that turns the order of a list around. */
export function otherOrder(filter: InboxFilter): ViewChange {
  const isUsual = filter.sort === undefined || isOldestFirst(filter) === (filter.waiting !== undefined);
  return { sort: isUsual ? (filter.waiting === undefined ? "oldest" : "activity") : undefined };
}

/** The filter as the server gets it, which has no order of its own for those that wait. */
export function requestedFilter(filter: InboxFilter): InboxFilter {
  const oldest = filter.waiting === undefined ? "oldest" : "waiting";
  return { ...filter, sort: isOldestFirst(filter) ? oldest : "activity" };
}

/** Returns whether a URL has no filter, no order and no view: then the list is of those that wait for the team. */
const isPlain = (query: URLSearchParams) => [...query.keys()].every((name) => name === "inquiry");

/** Returns whether a filter is the one of the plain address. */
export const isWaitingView = ({ waiting, ...others }: InboxFilter) =>
  waiting === 0 && Object.values(others).every((value) => value === undefined);

/** Returns whether a filter leaves out some of those that wait, or of all. */
export const isNarrow = ({ sort: _sort, waiting = 0, ...others }: InboxFilter) =>
  waiting > 0 || Object.values(others).some((value) => value !== undefined);

/** Parses a URL; ignores invalid parameters. */
export function readView(search: string): Pick<InboxView, "filter" | "openId"> {
  const query = new URLSearchParams(search);
  if (isPlain(query)) query.set("waiting", "0");
  return { filter: readFilter(query), openId: query.get("inquiry")?.trim() || undefined };
}

/** The URL of a view with these filters alone. */
export function viewAddress(filter: ViewChange): string {
  return addressOf("?view=all", filter);
}

export function addressOf(search: string, change: ViewChange): string {
  const query = new URLSearchParams(search);
  // Whoever searches looks for any inquiry.
  if (isPlain(query) && change.search === undefined) query.set("waiting", "0");
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === "") query.delete(name);
    else query.set(name, String(value));
  }
  const filters = [...query.keys()].filter((name) => name !== "inquiry" && name !== "view");
  const isOfAll = query.get("view") === "all";
  if (filters.length === 1 && query.get("waiting") === "0") for (const name of ["waiting", "view"]) query.delete(name);
  // After a search, the list is the one from before it.
  else if (filters.length === 0 && !query.has("view") && !("search" in change)) query.set("view", "all");
  else if (isOfAll && filters.some((name) => name !== "search")) query.delete("view");
  const text = query.toString();
  return text === "" ? paths.inbox : `${paths.inbox}?${text}`;
}
