import { teamCopy } from "#copy/current.ts";
import { useEffect } from "react";
import type { FoundExcerpt, InboxPage } from "#contract/inbox/inbox.ts";
import { Link } from "#web/page/router.tsx";
import { noOwnView } from "../filters.ts";
import type { InboxView, ViewChange } from "../use-inbox-view.ts";
import { useInquiryList } from "./use-inquiries.ts";

/** Shows notes on a search: that no inquiry has its words exactly, and the results in Possible spam. */
export function SearchNotes({ view, pages }: { view: InboxView; pages: readonly InboxPage[] }) {
  const { search, status } = view.filter;
  if (search === undefined) return null;
  const first = pages.find(({ inquiries }) => inquiries.length > 0);
  return (
    <>
      {first?.found?.how === "similar" && <p className="hint">{teamCopy.inboxList.list.search.similar(search)}</p>}
      {status !== "suspected" && <InPossibleSpam view={view} isExact={first !== undefined && !isLoose(first)} />}
    </>
  );
}

const isLoose = (page: InboxPage) => page.found?.how === "similar";

/** More hits than these in Possible spam are not counted. */
const counted = 50;

/** Says how many inquiries of Possible spam a search finds, and shows them on a press. */
function InPossibleSpam({ view, isExact }: { view: InboxView; isExact: boolean }) {
  // Possible spam has no order, no waiting time and no view within it.
  const change = {
    status: "suspected",
    sort: undefined,
    waiting: undefined,
    ...noOwnView,
  } satisfies ViewChange;
  const set = Object.fromEntries(Object.entries(view.filter).filter(([name]) => !Object.hasOwn(change, name)));
  const query = useInquiryList({ ...set, status: "suspected" });
  const pages = query.isPlaceholderData ? [] : (query.data?.pages ?? []);
  const count = pages.reduce((sum, { inquiries }) => sum + inquiries.length, 0);
  // Other spellings are on pages of their own.
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const isShort = hasNextPage && !isFetching && !isError && count < counted;
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);
  // Words that are only similar are no more of what was found as it is written.
  if (count === 0 || (hasNextPage && count < counted) || (isExact && pages.some(isLoose))) return null;
  return (
    <p className="hint">
      <Link to={view.addressWith(change)}>
        {teamCopy.inboxList.list.search.inView(count, hasNextPage, teamCopy.inbox.statuses.suspected)}
      </Link>
    </p>
  );
}

/** The excerpt of each inquiry that a search has found, by its id. */
export function excerptsIn(pages: readonly InboxPage[]): ReadonlyMap<string, FoundExcerpt> {
  return new Map(pages.flatMap(({ found }) => Object.entries(found?.excerpts ?? {})));
}

/** The words found, marked in what stands around them. */
export function Excerpt({ parts }: { parts: FoundExcerpt }) {
  return parts.map(({ text, isHit }, place) => (isHit ? <mark key={place}>{text}</mark> : text));
}

export const isSameExcerpt = (a: FoundExcerpt | undefined, b: FoundExcerpt | undefined): boolean =>
  a === b ||
  (a?.length === b?.length &&
    a?.every(({ text, isHit }, place) => text === b?.[place]?.text && isHit === b[place].isHit) === true);
