import { useEffect } from "react";
import type { Submission } from "../sending/submission-api.ts";
import { useVisit } from "../page-data.ts";

/** Keeps a message to be sent later, not before `seconds` are over; undefined where what does that is not there. */
export type SendLater = ((submission: Submission, seconds?: number) => Promise<void>) | undefined;

/** Fetches what keeps messages while there is a connection: when a form is opened, not when it could not be sent. */
export function useSendLater(isOpen: boolean): SendLater {
  const { loaded, load } = useVisit().unsent;
  useEffect(() => {
    if (isOpen) load().catch(() => undefined);
  }, [isOpen, load]);
  return loaded?.messages.keep;
}
