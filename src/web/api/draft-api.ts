import type { Done } from "#contract/done.ts";
import type { DraftInput, DraftList, DraftStamp, DraftTexts } from "#contract/inbox/draft.ts";
import { inboxPaths, pathWithId } from "#contract/team-api-paths.ts";
import { call } from "./api-client.ts";
import { ifMatch } from "./team-call.ts";

interface Saved {
  kind: DraftInput["kind"];
  inquiryId: string;
  version: number;
  value: { text: string; filled?: string; before?: string; seenUntil?: string | undefined };
}

/** The member's own drafts on the server. Each call throws an `ApiError`. */
export const draftApi = {
  list: () => call<DraftList>("GET", inboxPaths.drafts),
  /** Returns the drafts of an inquiry, with their texts. */
  texts: (inquiryId: string) => call<DraftTexts>("GET", pathWithId(inboxPaths.draft, inquiryId)),
  /** Responds 412 if the one there is of another version. */
  save: ({ kind, inquiryId, version, value }: Saved) =>
    call<DraftStamp>("PUT", pathWithId(inboxPaths.draft, inquiryId), { kind, ...value }, { headers: ifMatch(version) }),
  discard: (inquiryId: string, kind: DraftInput["kind"], version: number) =>
    call<Done>("DELETE", `${pathWithId(inboxPaths.draft, inquiryId)}?kind=${kind}`, undefined, {
      headers: ifMatch(version),
    }),
  /** Saves a draft while the page unloads: delivery is not guaranteed. */
  saveLeaving({ kind, inquiryId, version, value }: Saved): void {
    const headers = { "content-type": "application/json", ...ifMatch(version) };
    const body = JSON.stringify({ kind, ...value });
    fetch(`/api${pathWithId(inboxPaths.draft, inquiryId)}`, { method: "PUT", keepalive: true, headers, body }).catch(
      () => undefined,
    );
  },
};
