import { useEffect } from "react";
import { ApiError } from "#web/api/api-client.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import type { Drafts } from "./drafts.ts";

/** Erases the drafts of inquiries that were erased while no client was connected. */
export function usePurgeErased(drafts: Drafts): void {
  useEffect(() => {
    const stop = new AbortController();
    void purgeAllErased(drafts, stop.signal);
    return () => stop.abort();
  }, [drafts]);
}

async function purgeAllErased(drafts: Drafts, signal: AbortSignal): Promise<void> {
  for (const id of drafts.inquiryIds()) if (!(await purgeErased(drafts, id, signal))) return;
}

/** Erases the drafts of an erased inquiry; one in the bin keeps them. False if the server could not be asked. */
export async function purgeErased(drafts: Drafts, id: string, signal = AbortSignal.timeout(30_000)): Promise<boolean> {
  try {
    await inboxApi.inquiry(id, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) return false;
    drafts.remove(id);
  }
  return true;
}
