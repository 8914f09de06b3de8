import { useCallback, useRef, useState } from "react";
import type { Receipt } from "#contract/inquiries/submission.ts";
import { ApiError } from "#web/api/api-client.ts";
import { conversationApi } from "#web/api/conversation-api.ts";
import { useWhileVisible } from "#web/page/use-while-visible.ts";

/** The longest time until a visible page shows a reply. */
const refreshEvery = 15_000;

/**
 * The conversation of the private page, refreshed while the page is visible: null once it was erased. `update` sets
 * what a call has returned.
 */
export function useLiveReceipt(
  given: Receipt,
  key: string,
): { receipt: Receipt | null; update: (next: Receipt) => void } {
  const [receipt, setReceipt] = useState<Receipt | null>(given);
  // A slow response must not replace what a later call has returned.
  const turn = useRef(0);
  const refresh = useCallback(() => {
    if (!navigator.onLine) return;
    const own = (turn.current += 1);
    const show = (found: Receipt | null) => own === turn.current && setReceipt(found);
    conversationApi.find(key).then(show, (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) show(null);
    });
  }, [key]);
  useWhileVisible(refresh, refreshEvery);
  const update = (next: Receipt) => {
    turn.current += 1;
    setReceipt(next);
  };
  return { receipt, update };
}
