import type { DraftInput } from "#contract/inbox/draft.ts";
import { addressOf, api, ifMatch } from "./team-call.ts";

interface Saved {
  kind: DraftInput["kind"];
  inquiryId: string;
  version: number;
  value: { text: string; filled?: string; before?: string; seenUntil?: string | undefined };
}

/** The member's own drafts on the server. Each call throws an `ApiError`. */
export const draftApi = {
  list: () => api("GET /drafts"),
  /** Returns the drafts of an inquiry, with their texts. */
  texts: (inquiryId: string) => api("GET /drafts/:id", { id: inquiryId }),
  /** Responds 412 if the one there is of another version. */
  save: ({ kind, inquiryId, version, value }: Saved) =>
    api("PUT /drafts/:id", { id: inquiryId, version, body: { kind, ...value } }),
  discard: (inquiryId: string, kind: DraftInput["kind"], version: number) =>
    api("DELETE /drafts/:id", { id: inquiryId, query: { kind }, version }),
  /** Saves a draft while the page unloads: delivery is not guaranteed. */
  saveLeaving({ kind, inquiryId, version, value }: Saved): void {
    const headers = { "content-type": "application/json", ...ifMatch(version) };
    const body = JSON.stringify({ kind, ...value });
    fetch(addressOf("PUT /drafts/:id", { id: inquiryId }), { method: "PUT", keepalive: true, headers, body }).catch(
      () => undefined,
    );
  },
};
