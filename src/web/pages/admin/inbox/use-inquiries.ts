import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { InboxFilter, InboxPage, InquiryDetail, InquirySummary, Person } from "#contract/inbox.ts";
import { inboxApi } from "../../../inbox-api.ts";
import { teamApi } from "../../../team-api.ts";

/** The first page is there soon; the further ones are large, so that a long list is loaded again in few calls. */
const pageSizes = { first: 50, further: 200 };

const listsKey = ["inquiries", "list"];
const detailsKey = ["inquiries", "detail"];

function detailKey(id: string): string[] {
  return [...detailsKey, id];
}

/** The pages of a view as far as they are loaded. Until another view's first answer, the one before stays. */
export function useInquiryList(filter: InboxFilter) {
  return useInfiniteQuery({
    queryKey: [...listsKey, filter],
    queryFn: ({ pageParam: after, signal }) =>
      inboxApi.list(filter, { after, limit: after === null ? pageSizes.first : pageSizes.further }, signal),
    // Without the type it would be null for good.
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // The feed tells what has changed.
    refetchOnWindowFocus: false,
  });
}

export function useInquiry(id: string) {
  return useQuery({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => inboxApi.inquiry(id, signal),
    refetchOnWindowFocus: false,
  });
}

/** The members that an inquiry can be assigned to. */
export function usePeople() {
  const queryFn = async (): Promise<Person[]> => {
    const members = await teamApi.members();
    return members.filter(({ state }) => state === "active").map(({ id, email }) => ({ id, email }));
  };
  return useQuery({ queryKey: ["people"], queryFn, staleTime: 60_000 });
}

export function useAddNote(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => inboxApi.addNote(id, text),
    onSuccess: (inquiry) => showInquiry(client, inquiry),
  });
}

/** An inquiry as it is known here; undefined where it is not. */
export function knownInquiry(client: QueryClient, id: string): InquiryDetail | undefined {
  return client.getQueryData<InquiryDetail>(detailKey(id));
}

/** Shows what the server says of an inquiry, open or in a list. */
export function showInquiry(client: QueryClient, inquiry: InquiryDetail): void {
  client.setQueryData(detailKey(inquiry.id), inquiry);
  showSummaries(client, [inquiry]);
}

type Changeable = Pick<InquirySummary, "id" | "status" | "assignee" | "version">;

/** Shows changed inquiries in the lists that hold them; those that a view leaves out now go with its next answer. */
export function showSummaries(client: QueryClient, changed: readonly Changeable[]): void {
  const byId = new Map(changed.map(({ id, status, assignee, version }) => [id, { status, assignee, version }]));
  changeLists(client, (inquiries) =>
    inquiries.map((inquiry) => {
      const now = byId.get(inquiry.id);
      return now === undefined || now.version < inquiry.version ? inquiry : { ...inquiry, ...now };
    }),
  );
}

/** Takes erased inquiries out of the lists; one that is open says so itself. */
export function forgetInquiries(client: QueryClient, ids: ReadonlySet<string>): void {
  changeLists(client, (inquiries) => inquiries.filter(({ id }) => !ids.has(id)));
  for (const id of ids) void client.invalidateQueries({ queryKey: detailKey(id) });
}

/** Asks again for what is shown: the list, and the inquiries of `ids` where one is open (all of them without `ids`). */
export function reloadInquiries(client: QueryClient, ids?: ReadonlySet<string>): void {
  void client.invalidateQueries({ queryKey: listsKey });
  if (ids === undefined) void client.invalidateQueries({ queryKey: detailsKey });
  else for (const id of ids) void client.invalidateQueries({ queryKey: detailKey(id) });
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
