import { teamCopy } from "#copy/current.ts";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { inboxApi } from "#web/api/inbox-api.ts";
import { batchSize } from "../make-changes.ts";
import { listsKey, newInquiries, reloadInquiries } from "../list/use-inquiries.ts";
import { personName } from "../../shell/person.tsx";
import { paths } from "#contract/paths.ts";
import type { InquirySummary } from "#contract/inbox/inbox.ts";
import { day } from "#domain/time/durations.ts";

const pageSize = 100;

/** The loaded part of the bin. Its query key is among the lists', so that the feed keeps it up to date. */
export function useBinList() {
  return useInfiniteQuery({
    queryKey: [...listsKey, "bin"],
    queryFn({ pageParam: after, signal, client }) {
      // The bin's response has no counts of the other views.
      void client.invalidateQueries({ queryKey: newInquiries.queryKey });
      return inboxApi.bin({ after, limit: pageSize }, signal);
    },
    // Cast, since its type would otherwise be inferred as null.
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

/** Restores inquiries from the bin; returns how many were still in it. @throws ApiError */
export async function restoreFromBin(ids: readonly string[]): Promise<number> {
  let count = 0;
  for (let from = 0; from < ids.length; from += batchSize) {
    count += (await inboxApi.restore(ids.slice(from, from + batchSize))).restored.length;
  }
  return count;
}

/** Restores inquiries as a mutation; `onRestored` gets the count. */
export function useRestore(onRestored: (count: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: restoreFromBin,
    onSuccess: onRestored,
    onSettled: () => reloadInquiries(client),
  });
}

/** Inquiries to erase permanently: these, or all that were deleted until a time. */
export type ForGood = { ids: readonly string[] } | { until: string };

/** Erases permanently from the bin; returns the count. */
export function useEraseForGood() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (what: ForGood) => {
      let erased = 0;
      if ("until" in what) {
        for (let isDone = false; !isDone;) {
          const part = await inboxApi.emptyBin(what.until);
          erased += part.erased;
          // Inquiries that cannot be erased now stay, and are not requested again.
          isDone = part.isDone || part.erased === 0;
        }
      } else {
        for (let from = 0; from < what.ids.length; from += batchSize) {
          erased += (await inboxApi.eraseForGood(what.ids.slice(from, from + batchSize))).erased;
        }
      }
      return erased;
    },
    onSettled: () => reloadInquiries(client),
  });
}

/** The bin is a view of the inbox page. */
export const binAddress = `${paths.inbox}?view=bin`;

/** Returns whether a query selects it. */
export const showsBin = (search: string): boolean => new URLSearchParams(search).get("view") === "bin";

export type Binned = NonNullable<InquirySummary["binned"]>;

/** Returns who moved it to the bin. */
export function binnedBy({ by }: Binned): string {
  return by === null ? teamCopy.inboxList.bin.formerMember : personName(by.email);
}

/** The time left in the bin: `29 days`. */
export function timeLeft({ until }: Binned, now: number): string {
  const days = Math.ceil((Date.parse(until) - now) / day);
  return days <= 0 ? teamCopy.inboxList.bin.nextHour : teamCopy.inboxList.bin.days(days);
}
