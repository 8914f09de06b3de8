import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { teamCopy } from "#copy/current.ts";
import type { NoticeList, ReadNotices } from "#contract/inbox/notice.ts";
import { minute } from "#domain/time/durations.ts";
import { inboxApi } from "#web/api/inbox-api.ts";

export const noticesKey = ["notices"];

/** What the bell tells; an open inbox says when it changes, the other pages ask each minute. */
export function useNotices(isReady: boolean) {
  return useQuery({ queryKey: noticesKey, queryFn: inboxApi.notices, enabled: isReady, refetchInterval: minute });
}

/** Marks notices as read, at once in the list. */
export function useReadNotices() {
  const client = useQueryClient();
  return useMutation({
    meta: { confirms: teamCopy.shell.bell.confirms },
    mutationFn: inboxApi.readNotices,
    onMutate: async (which) => {
      await client.cancelQueries({ queryKey: noticesKey });
      client.setQueryData<NoticeList>(noticesKey, (known) => known && afterReading(known, which));
    },
    onSettled: () => client.invalidateQueries({ queryKey: noticesKey }),
  });
}

function afterReading({ notices, unread }: NoticeList, { until, inquiryId }: ReadNotices): NoticeList {
  const isNowRead = ({ at, isRead, inquiry }: NoticeList["notices"][number]) =>
    !isRead && at <= until && (inquiryId === undefined || inquiry.id === inquiryId);
  const count = notices.filter(isNowRead).length;
  return {
    notices: notices.map((notice) => (isNowRead(notice) ? { ...notice, isRead: true } : notice)),
    unread: inquiryId === undefined ? 0 : unread - count,
  };
}
