import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { InboxFilter, InboxPage, InquiryDetail, InquirySummary, Person } from "#contract/inbox/inbox.ts";
import type { TeamMember } from "#contract/auth/team.ts";
import { changedNames, pick } from "#domain/inquiries/choices.ts";
import { newestAtFirst } from "#domain/inquiries/conversation.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import { teamApi } from "#web/api/team-api.ts";
import type { TeamFields } from "../team-fields.ts";
import { requestedFilter } from "../use-inbox-view.ts";
import { membersKey } from "../../team/use-team.ts";

/** The first page is small and loads fast; further ones are large, so that reloading a long list takes few calls. */
const pageSizes = { first: 50, further: 200 };

export const listsKey = ["inquiries", "list"];

/** The newest new inquiry, for the counts: the shell polls it, and the inbox's list updates it. */
export const newInquiries = {
  queryKey: ["inquiries", "new"],
  queryFn: ({ signal }: { signal: AbortSignal }) => inboxApi.list({ status: "new" }, { after: null, limit: 1 }, signal),
};

const detailsKey = ["inquiries", "detail"];

function detailKey(id: string): string[] {
  return [...detailsKey, id];
}

/** The loaded pages of a view. The previous view stays until the first response. */
export function useInquiryList(filter: InboxFilter) {
  return useInfiniteQuery({
    queryKey: [...listsKey, filter],
    queryFn: ({ pageParam: after, signal }) =>
      inboxApi.list(
        requestedFilter(filter),
        { after, limit: after === null ? pageSizes.first : pageSizes.further },
        signal,
      ),
    // Cast, since its type would otherwise be inferred as null.
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // The feed reports changes.
    refetchOnWindowFocus: false,
  });
}

export function useInquiry(id: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: detailKey(id),
    async queryFn({ signal }) {
      const shown = knownInquiry(client, id)?.entries.length ?? 0;
      return withEarlier(client, await inboxApi.inquiry(id, signal, Math.max(newestAtFirst, shown)));
    },
    refetchOnWindowFocus: false,
  });
}

const people = { queryKey: membersKey, queryFn: teamApi.members, staleTime: 60_000 };
const toPeople = (members: readonly TeamMember[]): Person[] => members.map(({ id, email }) => ({ id, email }));
const activeOf = (members: TeamMember[]) => toPeople(members.filter(({ state }) => state === "active"));
const formerOf = (members: TeamMember[]) =>
  toPeople(members.filter(({ state, openInquiries }) => state === "deactivated" && openInquiries !== undefined));

/** The members that an inquiry can be assigned to. */
export const usePeople = () => useQuery({ ...people, select: activeOf });

/** Deactivated members who still have inquiries. */
export const useFormerPeople = () => useQuery({ ...people, select: formerOf });

/** An inquiry from the cache; undefined if not in it. */
export function knownInquiry(client: QueryClient, id: string): InquiryDetail | undefined {
  return client.getQueryData<InquiryDetail>(detailKey(id));
}

/** An inquiry with the earlier entries that are in the cache: most responses have only the newest. */
function withEarlier(client: QueryClient, inquiry: InquiryDetail): InquiryDetail {
  const known = knownInquiry(client, inquiry.id)?.entries ?? [];
  const kept = known.slice(
    0,
    Math.max(
      0,
      known.findIndex(({ id }) => id === inquiry.entries[0]?.id),
    ),
  );
  return { ...inquiry, entries: [...kept, ...inquiry.entries], earlier: inquiry.earlier - kept.length };
}

/** Updates an inquiry in the cache, open or in a list. */
export function showInquiry(client: QueryClient, inquiry: InquiryDetail): void {
  const queryKey = detailKey(inquiry.id);
  const isLoading = client.isFetching({ queryKey }) > 0;
  client.setQueryData(queryKey, withEarlier(client, inquiry));
  // A response that is on its way may be older than this one.
  if (isLoading) void client.invalidateQueries({ queryKey });
  showSummaries(client, [inquiry]);
}

/** Updates inquiries in their lists; those that no longer match a view disappear with its next response. */
export function showSummaries(
  client: QueryClient,
  changed: ReadonlyArray<TeamFields & Pick<InquirySummary, "id" | "version">>,
): void {
  const byId = new Map(
    changed.map((inquiry) => {
      const { id, version, assignee, snooze, tags } = inquiry;
      return [id, { ...pick(changedNames, inquiry), version, assignee, snooze, tags }];
    }),
  );
  changeLists(client, (inquiries) =>
    inquiries.map((inquiry) => {
      const now = byId.get(inquiry.id);
      return now === undefined || now.version < inquiry.version ? inquiry : { ...inquiry, ...now };
    }),
  );
}

/** Shows that a member has seen an inquiry. */
export function showSeen(client: QueryClient, id: string): void {
  const seen = (page: InboxPage) => page.inquiries.some((inquiry) => inquiry.id === id && inquiry.unread);
  client.setQueriesData<InfiniteData<InboxPage, string | null>>({ queryKey: listsKey }, (known) => {
    if (known === undefined || !known.pages.some(seen)) return known;
    const pages = known.pages.map((page) => ({
      ...page,
      unreadCount: Math.max(0, page.unreadCount - 1),
      inquiries: page.inquiries.map((inquiry) => (inquiry.id === id ? { ...inquiry, unread: false } : inquiry)),
    }));
    return { ...known, pages };
  });
  client.setQueryData<InquiryDetail>(detailKey(id), (known) =>
    known === undefined ? known : { ...known, unread: false },
  );
}

/** Removes erased inquiries from the lists; an open one shows a notice itself. */
export function removeInquiries(client: QueryClient, ids: ReadonlySet<string>): void {
  changeLists(client, (inquiries) => inquiries.filter(({ id }) => !ids.has(id)));
  for (const id of ids) void client.invalidateQueries({ queryKey: detailKey(id) });
}

/**
 * Reloads what is shown: the list, and the open inquiry if it, or one that is merged into it, is one of `ids` (any,
 * without `ids`).
 */
export function reloadInquiries(client: QueryClient, ids?: ReadonlySet<string>): void {
  void client.invalidateQueries({ queryKey: listsKey });
  const isAffected = (id: string) =>
    ids === undefined || ids.has(id) || knownInquiry(client, id)?.merged.some((each) => ids.has(each.id)) === true;
  void client.invalidateQueries({ queryKey: detailsKey, predicate: ({ queryKey }) => isAffected(String(queryKey[2])) });
}

export function isLoadingList(client: QueryClient): boolean {
  return client.isFetching({ queryKey: listsKey }) > 0;
}

function changeLists(client: QueryClient, change: (inquiries: InquirySummary[]) => InquirySummary[]): void {
  client.setQueriesData<InfiniteData<InboxPage, string | null>>({ queryKey: listsKey }, (known) =>
    known === undefined
      ? undefined
      : { ...known, pages: known.pages.map((page) => ({ ...page, inquiries: change(page.inquiries) })) },
  );
}
