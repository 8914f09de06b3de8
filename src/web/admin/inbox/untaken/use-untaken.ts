import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { paths } from "#contract/paths.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import { reloadInquiries } from "../list/use-inquiries.ts";

const pageSize = 50;
const listKey = ["untaken mails"];

/** Emails that were not taken are a view of the inbox page. */
export const untakenAddress = `${paths.inbox}?view=not-taken`;

/** Returns whether a query selects it. */
export const showsUntaken = (search: string): boolean => new URLSearchParams(search).get("view") === "not-taken";

/** The loaded part of the emails that were not taken. */
export function useUntakenList() {
  return useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam: before, signal }) => inboxApi.untakenMails({ before, limit: pageSize }, signal),
    // Cast, since its type would otherwise be inferred as null.
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
}

/** `confirm`: a report of failed delivery is about the reply that it fits. */
export type UntakenAction = "take" | "undo" | "confirm";

const calls = { take: inboxApi.takeMail, undo: inboxApi.untakeMail, confirm: inboxApi.confirmUndelivered };

/** Takes an email, takes that back, or confirms a report; `onDone` runs once the list shows it. */
export function useTaking(onDone: (action: UntakenAction) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, action }: { id: string; action: UntakenAction }): Promise<unknown> => calls[action](id),
    onSettled: async (_data, error, { action }) => {
      reloadInquiries(client);
      await client.invalidateQueries({ queryKey: listKey });
      if (error === null) onDone(action);
    },
  });
}
