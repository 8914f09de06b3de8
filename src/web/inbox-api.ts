import type {
  Erasure,
  ErasureDone,
  InboxEvent,
  InboxFilter,
  InboxPage,
  InquiryChange,
  InquiryChanges,
  InquiryChangesDone,
  InquiryDetail,
} from "#contract/inbox.ts";
import type { Done } from "#contract/done.ts";
import type { SavedReply, SavedReplyInput } from "#contract/saved-reply.ts";
import { ApiError, call } from "./api-client.ts";

/** The calls of the inbox: apart from `api`, so that visitors do not download them. Each throws an `ApiError` as those do. */
export const inboxApi = {
  list: (filter: InboxFilter, page: { after: string | null; limit: number }, signal: AbortSignal) =>
    call<InboxPage>("GET", `contact-inquiries${queryText({ ...filter, ...page })}`, undefined, { signal }),
  inquiry: (id: string, signal: AbortSignal) => call<InquiryDetail>("GET", pathOf(id), undefined, { signal }),
  /** Answers 412, with the inquiry as it is in `current`, where `version` is not its own any more. */
  change: (id: string, version: number, change: InquiryChange) =>
    call<InquiryDetail>("PATCH", pathOf(id), change, { headers: { "if-match": `"${version}"` } }),
  changeSeveral: (changes: InquiryChanges["changes"]) =>
    call<InquiryChangesDone>("POST", "contact-inquiries/changes", { changes }),
  erase: (inquiries: Erasure["inquiries"]) => call<ErasureDone>("POST", "contact-inquiries/erase", { inquiries }),
  addNote: (id: string, text: string) => call<InquiryDetail>("POST", `${pathOf(id)}/notes`, { text }),
  lookAt: (connection: string, inquiryId: string | null) =>
    call<Done>("PUT", "inbox/presence", { connection, inquiryId }),

  replies: async () => (await call<{ replies: SavedReply[] }>("GET", "saved-replies")).replies,
  addReply: (reply: SavedReplyInput) => call<SavedReply>("POST", "saved-replies", reply),
  replaceReply: (id: string, reply: SavedReplyInput) => call<SavedReply>("PUT", replyPath(id), reply),
  deleteReply: (id: string) => call<Done>("DELETE", replyPath(id)),
};

/** The forms in which inquiries leave. */
export type ExportFormat = "csv" | "jsonl";

/** Where the inquiries of a view, or those of these references, are downloaded. */
export function exportAddress(format: ExportFormat, chosen: InboxFilter | { references: string[] }): string {
  const query = "references" in chosen ? { ids: chosen.references.join() } : { ...chosen };
  return `/api/contact-inquiries/export.${format}${queryText(query)}`;
}

/** Reads an export while it comes, each part into `take`. @throws ApiError; what `take` throws; an AbortError. */
export async function readExport(
  address: string,
  take: (part: Uint8Array<ArrayBuffer>) => unknown,
  options: { onExpected: (count: number) => void; signal: AbortSignal },
): Promise<void> {
  const { onExpected, signal } = options;
  const response = await fetch(address, { signal });
  if (!response.ok || response.body === null) throw new ApiError(response.status, {});
  const expected = Number(response.headers.get("x-expected-count") ?? NaN);
  if (!Number.isNaN(expected)) onExpected(expected);
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    await take(value);
  }
}

/** Listens to what happens in the inbox, until the function it gives is called. The browser connects again by itself. */
export function listenToInbox(handlers: {
  onEvent: (event: InboxEvent) => void;
  onOpen: () => void;
  /** `final` where the browser has given up, as after an answer that is none. */
  onLost: (final: boolean) => void;
}): () => void {
  const source = new EventSource("/api/inbox/events");
  for (const name of ["change", "presence", "hello"]) {
    source.addEventListener(name, ({ data }: MessageEvent<string>) => {
      // The server wrote it in this very shape.
      handlers.onEvent(JSON.parse(data) as InboxEvent);
    });
  }
  source.addEventListener("open", handlers.onOpen);
  source.addEventListener("error", () => handlers.onLost(source.readyState === EventSource.CLOSED));
  return () => source.close();
}

function pathOf(id: string): string {
  return `contact-inquiries/${encodeURIComponent(id)}`;
}

function replyPath(id: string): string {
  return `saved-replies/${encodeURIComponent(id)}`;
}

/** What is undefined or null is left out. */
function queryText(values: Record<string, string | number | null | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
