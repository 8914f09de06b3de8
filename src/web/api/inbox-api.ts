import { inboxPaths, pathWithId } from "#contract/team-api-paths.ts";
import type { BinPage, Erasure, ErasedForGood, ErasureDone, Restored } from "#contract/inbox/bin.ts";
import type { InboxEvent } from "#contract/inbox/inbox-events.ts";
import type {
  ExportPreview,
  InboxFilter,
  InboxPage,
  InquiryChange,
  InquiryChanges,
  InquiryChangesDone,
  InquiryDetail,
  NoteInput,
  ReplyInput,
} from "#contract/inbox/inbox.ts";
import type { BlockedInput, BlockedSenderView, Unblocked } from "#contract/inbox/blocked-sender.ts";
import type { MailTaken, UntakenPage } from "#contract/inbox/untaken-mail.ts";
import type { ViewCounts } from "#contract/inbox/view-counts.ts";
import type { Done } from "#contract/done.ts";
import type { BellEntries, ReadBell } from "#contract/inbox/bell.ts";
import { ApiError, call, pageLanguageHeader } from "./api-client.ts";
import { postWithFiles, type WithFiles } from "./post-with-files.ts";
import { ifMatch } from "./team-call.ts";

/** The inbox calls, separate from `api` so that visitors do not download them. Each throws an `ApiError`. */
export const inboxApi = {
  bell: () => call<BellEntries>("GET", inboxPaths.bell),
  readBell: (which: ReadBell) => call<Done>("PUT", inboxPaths.readBell, which),
  list: (filter: InboxFilter, page: { after: string | null; limit: number }, signal: AbortSignal) =>
    call<InboxPage>("GET", `${inboxPaths.inquiries}${queryText({ ...filter, ...page })}`, undefined, { signal }),
  viewCounts: (signal: AbortSignal) => call<ViewCounts>("GET", inboxPaths.viewCounts, undefined, { signal }),
  /** Returns an inquiry with its newest `entries`. */
  inquiry: (id: string, signal: AbortSignal, entries?: number) =>
    call<InquiryDetail>("GET", `${pathWithId(inboxPaths.inquiry, id)}${queryText({ entries })}`, undefined, { signal }),
  /** Responds 412, with the present inquiry in `current`, if it is no longer at `version`. */
  change: (id: string, version: number, change: InquiryChange) =>
    call<InquiryDetail>("PATCH", pathWithId(inboxPaths.inquiry, id), change, {
      headers: ifMatch(version),
    }),
  changeSeveral: (changes: InquiryChanges["changes"]) =>
    call<InquiryChangesDone>("POST", inboxPaths.changes, { changes }),
  erase: (inquiries: Erasure["inquiries"]) => call<ErasureDone>("POST", inboxPaths.erase, { inquiries }),
  bin: (page: { after: string | null; limit: number }, signal: AbortSignal) =>
    call<BinPage>("GET", `${inboxPaths.bin}${queryText(page)}`, undefined, { signal }),
  /** Marks the reply that a report of failed delivery is perhaps about. */
  confirmUndelivered: (id: string) => call<MailTaken>("PUT", pathWithId(inboxPaths.undeliveredMail, id)),
  untakenMails: (page: { before: number | null; limit: number }, signal: AbortSignal) =>
    call<UntakenPage>("GET", `${inboxPaths.untakenMails}${queryText(page)}`, undefined, { signal }),
  takeMail: (id: string) => call<MailTaken>("PUT", pathWithId(inboxPaths.takenMail, id)),
  /** Responds 409 if somebody has worked on the inquiry since. */
  untakeMail: (id: string) => call<Done>("DELETE", pathWithId(inboxPaths.takenMail, id)),
  restore: (ids: readonly string[]) => call<Restored>("POST", inboxPaths.restore, { ids }),
  eraseForGood: (ids: readonly string[]) => call<ErasedForGood>("POST", inboxPaths.eraseForGood, { ids }),
  emptyBin: (until: string) => call<ErasedForGood>("POST", inboxPaths.emptyBin, { until }),
  /** Asks for step-up authentication if the export needs it. */
  previewExport: (chosen: ExportChoice) => call<ExportPreview>("GET", `${inboxPaths.export}${exportQuery(chosen)}`),
  addNote: (id: string, note: NoteInput) => call<InquiryDetail>("POST", pathWithId(inboxPaths.notes, id), note),
  /** Responds 412, with the present inquiry in `current`, if it is no longer at `version`. */
  reply: (id: string, version: number, input: ReplyInput, sent: Pick<WithFiles, "files" | "onProgress">) =>
    postWithFiles<InquiryDetail>(
      pathWithId(inboxPaths.replies, id),
      { ...input },
      { ...sent, headers: ifMatch(version) },
    ),
  /** Responds 409 if the reply has left. */
  takeBackReply: (entryId: string) => call<InquiryDetail>("DELETE", pathWithId(inboxPaths.reply, entryId)),
  /** Sends the email of a reply again. */
  retryReply: (entryId: string) => call<InquiryDetail>("POST", pathWithId(inboxPaths.retryReply, entryId)),
  /** Takes an answer by email whose sender can be forged as the visitor's, or takes that back. */
  setAnswerSender: (entryId: string, isVisitors: boolean) =>
    call<InquiryDetail>("PUT", pathWithId(inboxPaths.answerSender, entryId), { isVisitors }),
  /** Blocks and unblocks the sender; responds 412 like `change`. */
  setBlocked: (id: string, version: number, input: BlockedInput) =>
    call<InquiryDetail>("PUT", pathWithId(inboxPaths.blocked, id), input, {
      headers: ifMatch(version),
    }),
  /** Merges an inquiry into another one, and undoes it; responds 412 like `change`, with the one that was changed. */
  merge: (id: string, version: number, target: { id: string; version: number }) =>
    call<InquiryDetail>("PUT", pathWithId(inboxPaths.merge, id), { into: target }, { headers: ifMatch(version) }),
  unmerge: (id: string, version: number) =>
    call<InquiryDetail>("DELETE", pathWithId(inboxPaths.merge, id), undefined, {
      headers: ifMatch(version),
    }),
  blockedSenders: async () => (await call<{ senders: BlockedSenderView[] }>("GET", inboxPaths.blockedSenders)).senders,
  unblock: (id: string) => call<Unblocked>("DELETE", pathWithId(inboxPaths.blockedSender, id)),
  blockAgain: (undo: string) => call<Done>("POST", inboxPaths.blockAgain, { undo }),
  setPresence: (connection: string, inquiryId: string | null, isAnswering: boolean) =>
    call<Done>("PUT", inboxPaths.presence, { connection, inquiryId, isAnswering, isHidden: document.hidden }),
  /** Clears the presence of a connection, also while the page unloads. Delivery is not guaranteed. */
  leave: (connection: string): void => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ connection, inquiryId: null });
    fetch(`/api${inboxPaths.presence}`, { method: "PUT", keepalive: true, headers, body }).catch(() => undefined);
  },
};

export type ExportFormat = "csv" | "jsonl";

/** A view, or inquiries by their references. */
type ExportChoice = InboxFilter | { references: string[] };

export function exportAddress(format: ExportFormat, chosen: ExportChoice): string {
  return `/api${inboxPaths[format]}${exportQuery(chosen)}`;
}

function exportQuery(chosen: ExportChoice): string {
  return queryText("references" in chosen ? { ids: chosen.references.join() } : { ...chosen });
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
  const source = new EventSource(`/api${inboxPaths.events}`);
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

/** Omits undefined and null. */
function queryText(values: Record<string, string | number | null | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
