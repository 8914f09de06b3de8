import type { Erasure } from "#contract/inbox/bin.ts";
import type { InboxEvent } from "#contract/inbox/inbox-events.ts";
import type { InboxFilter, InquiryChange, InquiryChanges, NoteInput, ReplyInput } from "#contract/inbox/inbox.ts";
import type { BlockedInput } from "#contract/inbox/blocked-sender.ts";
import type { ReadBell } from "#contract/inbox/bell.ts";
import { ApiError, pageLanguageHeader } from "./api-client.ts";
import type { WithFiles } from "./post-with-files.ts";
import { addressOf, api, apiWithFiles } from "./team-call.ts";

/** The inbox calls, separate from `api` so that visitors do not download them. Each throws an `ApiError`. */
export const inboxApi = {
  bell: () => api("GET /inbox/bell"),
  readBell: (which: ReadBell) => api("PUT /inbox/bell/read", { body: which }),
  list: (filter: InboxFilter, page: { after: string | null; limit: number }, signal: AbortSignal) =>
    api("GET /contact-inquiries", { query: { ...filter, ...page }, signal }),
  viewCounts: (signal: AbortSignal) => api("GET /inbox/view-counts", { signal }),
  /** Returns an inquiry with its newest `entries`. */
  inquiry: (id: string, signal: AbortSignal, entries?: number) =>
    api("GET /contact-inquiries/:id", { id, query: { entries }, signal }),
  /** Responds 412, with the present inquiry in `current`, if it is no longer at `version`. */
  change: (id: string, version: number, change: InquiryChange) =>
    api("PATCH /contact-inquiries/:id", { id, version, body: change }),
  changeSeveral: (changes: InquiryChanges["changes"]) => api("POST /contact-inquiries/changes", { body: { changes } }),
  erase: (inquiries: Erasure["inquiries"]) => api("POST /contact-inquiries/erase", { body: { inquiries } }),
  bin: (page: { after: string | null; limit: number }, signal: AbortSignal) =>
    api("GET /contact-inquiries/bin", { query: page, signal }),
  /** Marks the reply that a report of failed delivery is perhaps about. */
  confirmUndelivered: (id: string) => api("PUT /untaken-mails/:id/undelivered", { id }),
  untakenMails: (page: { before: number | null; limit: number }, signal: AbortSignal) =>
    api("GET /untaken-mails", { query: page, signal }),
  takeMail: (id: string) => api("PUT /untaken-mails/:id/taken", { id }),
  /** Responds 409 if somebody has worked on the inquiry since. */
  untakeMail: (id: string) => api("DELETE /untaken-mails/:id/taken", { id }),
  restore: (ids: string[]) => api("POST /contact-inquiries/restore", { body: { ids } }),
  eraseForGood: (ids: string[]) => api("POST /contact-inquiries/bin/erase", { body: { ids } }),
  emptyBin: (until: string) => api("POST /contact-inquiries/bin/empty", { body: { until } }),
  /** Asks for step-up authentication if the export needs it. */
  previewExport: (chosen: ExportChoice) => api("GET /contact-inquiries/export", { query: exportQuery(chosen) }),
  addNote: (id: string, note: NoteInput) => api("POST /contact-inquiries/:id/notes", { id, body: note }),
  /** Responds 412, with the present inquiry in `current`, if it is no longer at `version`. */
  reply: (id: string, version: number, input: ReplyInput, sent: Pick<WithFiles, "files" | "onProgress">) =>
    apiWithFiles("POST /contact-inquiries/:id/replies", { id, version, body: input }, sent),
  /** Responds 409 if the reply has left. */
  takeBackReply: (entryId: string) => api("DELETE /replies/:id", { id: entryId }),
  /** Sends the email of a reply again. */
  retryReply: (entryId: string) => api("POST /replies/:id/retry", { id: entryId }),
  /** Takes an answer by email whose sender can be forged as the visitor's, or takes that back. */
  setAnswerSender: (entryId: string, isVisitors: boolean) =>
    api("PUT /answers/:id/sender", { id: entryId, body: { isVisitors } }),
  /** Blocks and unblocks the sender; responds 412 like `change`. */
  setBlocked: (id: string, version: number, input: BlockedInput) =>
    api("PUT /contact-inquiries/:id/blocked", { id, version, body: input }),
  /** Merges an inquiry into another one, and undoes it; responds 412 like `change`, with the one that was changed. */
  merge: (id: string, version: number, target: { id: string; version: number }) =>
    api("PUT /contact-inquiries/:id/merge", { id, version, body: { into: target } }),
  unmerge: (id: string, version: number) => api("DELETE /contact-inquiries/:id/merge", { id, version }),
  blockedSenders: async () => (await api("GET /blocked-senders")).senders,
  unblock: (id: string) => api("DELETE /blocked-senders/:id", { id }),
  blockAgain: (undo: string) => api("POST /blocked-senders/restore", { body: { undo } }),
  setPresence: (connection: string, inquiryId: string | null, isAnswering: boolean) =>
    api("PUT /inbox/presence", { body: { connection, inquiryId, isAnswering, isHidden: document.hidden } }),
  /** Clears the presence of a connection, also while the page unloads. Delivery is not guaranteed. */
  leave: (connection: string): void => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ connection, inquiryId: null });
    fetch(addressOf("PUT /inbox/presence"), { method: "PUT", keepalive: true, headers, body }).catch(() => undefined);
  },
};

export type ExportFormat = "csv" | "jsonl";

/** A view, or inquiries by their references. */
type ExportChoice = InboxFilter | { references: string[] };

export function exportAddress(format: ExportFormat, chosen: ExportChoice): string {
  return addressOf(`GET /contact-inquiries/export.${format}`, { query: exportQuery(chosen) });
}

function exportQuery(chosen: ExportChoice) {
  return "references" in chosen ? { ids: chosen.references.join() } : chosen;
}

/** Streams an export, each chunk into `take`. @throws ApiError; what `take` throws; an AbortError. */
export async function readExport(
  address: string,
  take: (part: Uint8Array<ArrayBuffer>) => unknown,
  options: { onExpected: (count: number) => void; signal: AbortSignal },
): Promise<void> {
  const { onExpected, signal } = options;
  const response = await fetch(address, { headers: pageLanguageHeader(), signal });
  if (!response.ok || response.body === null) {
    // The server's errors are problems (RFC 9457); a proxy may send something else.
    throw new ApiError(response.status, await response.json().catch(() => ({})));
  }
  const expected = Number(response.headers.get("x-expected-count") ?? NaN);
  if (!Number.isNaN(expected)) onExpected(expected);
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    await take(value);
  }
}

/** Milliseconds: three heartbeats of the server. */
const silentFor = 65_000;

/**
 * Subscribes to the inbox's events; returns the function that unsubscribes. The browser reconnects automatically, but
 * does not notice a connection that is dead without an end.
 */
export function listenToInbox(handlers: {
  onEvent: (event: InboxEvent) => void;
  onOpen: () => void;
  /** `final`: it is over, as after an invalid response or a long silence, or `replaced` by newer tabs. */
  onLost: (final: boolean | "replaced") => void;
}): () => void {
  const source = new EventSource(addressOf("GET /inbox/events"));
  let silence: ReturnType<typeof setTimeout>;
  function close() {
    clearTimeout(silence);
    source.close();
  }
  function heard() {
    clearTimeout(silence);
    silence = setTimeout(() => {
      close();
      handlers.onLost(true);
    }, silentFor);
  }
  heard();
  for (const name of ["change", "presence", "hello"]) {
    source.addEventListener(name, ({ data }: MessageEvent<string>) => {
      heard();
      // The server wrote it in this shape.
      handlers.onEvent(JSON.parse(data) as InboxEvent);
    });
  }
  source.addEventListener("heartbeat", heard);
  source.addEventListener("replaced", () => {
    close();
    handlers.onLost("replaced");
  });
  source.addEventListener("open", () => {
    heard();
    handlers.onOpen();
  });
  source.addEventListener("error", () => {
    heard();
    const isFinal = source.readyState === EventSource.CLOSED;
    if (isFinal) close();
    handlers.onLost(isFinal);
  });
  return close;
}
