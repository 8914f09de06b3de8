import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { ViewCounts } from "#contract/inbox/view-counts.ts";
import { counted } from "#copy/locale/intl.ts";
import { maxViewCount } from "#domain/inquiries/inquiry.ts";
import { inboxApi } from "#web/api/inbox-api.ts";

/** Min milliseconds between two loads: a burst of events changes the list more often. */
const notMoreOftenThan = 5000;

/**
 * Loads the numbers of inquiries in the views of the inbox; undefined until they are known. Loads them again after
 * `changedAt`, when the list was loaded last: the feed reloads it after each change of inquiries, tags and saved views.
 */
export function useViewCounts(changedAt: number): ViewCounts | undefined {
  const { data, refetch } = useQuery({
    queryKey: ["view-counts"],
    // A change after the request may not be in its response.
    queryFn: async ({ signal }) => ({ at: Date.now(), counts: await inboxApi.viewCounts(signal) }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const load = useEffectEvent(() => void refetch());
  const at = data?.at;
  useEffect(() => {
    if (at === undefined || changedAt <= at) return undefined;
    const timer = setTimeout(() => load(), Math.max(0, at + notMoreOftenThan - Date.now()));
    return () => clearTimeout(timer);
  }, [at, changedAt]);
  return data?.counts;
}

/** Returns a text such as `1,000`, or `1,000+` if there are more. */
export function viewCountText(count: number): string {
  return count > maxViewCount ? `${counted(maxViewCount)}+` : counted(count);
}
