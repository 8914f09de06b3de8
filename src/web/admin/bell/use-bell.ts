import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { teamCopy } from "#copy/current.ts";
import type { BellEntries, ReadBell } from "#contract/inbox/bell.ts";
import { minute } from "#domain/time/durations.ts";
import { inboxApi } from "#web/api/inbox-api.ts";

export const bellKey = ["bell"];

/** Loads the bell's entries. An open inbox reloads them on changes, other pages each minute. */
export function useBell(isReady: boolean) {
  return useQuery({ queryKey: bellKey, queryFn: inboxApi.bell, enabled: isReady, refetchInterval: minute });
}

/** Marks entries as read, at once in the list. */
export function useReadBell() {
  const client = useQueryClient();
  return useMutation({
    meta: { confirms: teamCopy.shell.bell.confirms },
    mutationFn: inboxApi.readBell,
    onMutate: async (which) => {
      await client.cancelQueries({ queryKey: bellKey });
      client.setQueryData<BellEntries>(bellKey, (known) => known && afterReading(known, which));
    },
    onSettled: () => client.invalidateQueries({ queryKey: bellKey }),
  });
}

function afterReading({ entries, unread }: BellEntries, { until, inquiryId }: ReadBell): BellEntries {
  const isNowRead = ({ at, isRead, inquiry }: BellEntries["entries"][number]) =>
    !isRead && at <= until && (inquiryId === undefined || inquiry.id === inquiryId);
  const count = entries.filter(isNowRead).length;
  return {
    entries: entries.map((entry) => (isNowRead(entry) ? { ...entry, isRead: true } : entry)),
    unread: inquiryId === undefined ? 0 : unread - count,
  };
}
