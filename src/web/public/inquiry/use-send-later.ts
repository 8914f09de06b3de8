import { useEffect } from "react";
import type { Submission } from "#web/api/submission-api.ts";
import { useVisit } from "#web/page/page-data.ts";

/** Queues a submission, to be sent after `seconds` at the earliest; undefined if the offline queue is not loaded. */
export type SendLater = ((submission: Submission, seconds?: number) => Promise<void>) | undefined;

/** Loads the offline queue when a form opens, while there is a connection, not when sending has failed. */
export function useSendLater(isOpen: boolean): SendLater {
  const { loaded, load } = useVisit().unsent;
  useEffect(() => {
    if (isOpen) load().catch(() => undefined);
  }, [isOpen, load]);
  return loaded?.messages.keep;
}
