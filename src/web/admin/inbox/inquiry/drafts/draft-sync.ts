import { useEffect } from "react";
import { minute, second } from "#domain/time/durations.ts";
import { ApiError } from "#web/api/api-client.ts";
import { draftApi } from "#web/api/draft-api.ts";
import type { DraftKind, Drafts, PendingDraft } from "./drafts.ts";

/** Min time between two saves of a draft on the server while somebody types. */
const saveDelay = 3 * second;

/** Keeps this browser's drafts and those on the server alike, while the page is open. */
export function useDraftSync(drafts: Drafts): void {
  useEffect(() => {
    const sync = createDraftSync(drafts);
    let timer: ReturnType<typeof setTimeout> | undefined;
    drafts.sync.setOnChange(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void sync.save();
      }, saveDelay);
    });
    const run = () => void sync.run();
    const runIfSeen = () => document.visibilityState === "visible" && run();
    const leave = () => sync.leave();
    run();
    const interval = setInterval(runIfSeen, minute);
    document.addEventListener("visibilitychange", runIfSeen);
    addEventListener("online", run);
    addEventListener("pagehide", leave);
    return () => {
      drafts.sync.setOnChange(() => {});
      clearTimeout(timer);
      clearInterval(interval);
      document.removeEventListener("visibilitychange", runIfSeen);
      removeEventListener("online", run);
      removeEventListener("pagehide", leave);
      // Leaves nothing unsaved, as on another page of the admin area.
      void sync.save();
    };
  }, [drafts]);
}

/** Exported for its test, which passes another server. */
export function createDraftSync({ sync }: Drafts, api: typeof draftApi = draftApi) {
  let queue = Promise.resolve();

  /** One call after another, so that a draft is not discarded before it is saved. A failure ends the round. */
  const inTurn = (round: () => Promise<void>): Promise<void> => (queue = queue.then(round).catch(() => undefined));

  async function save(): Promise<void> {
    for (const { kind, inquiryId, version } of sync.ended()) {
      // A newer draft of another device stays.
      await api.discard(inquiryId, kind, version).catch(unless(412));
      sync.clearEnded(kind, inquiryId);
    }
    for (const draft of sync.pending()) await saveOne(draft);
  }

  async function saveOne(draft: PendingDraft): Promise<void> {
    try {
      sync.saved(draft, (await api.save(draft)).version);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 412) await meetOther(draft);
      else if ([404, 413, 422].includes(error.status)) sync.saved(draft, null);
      else throw error;
    }
  }

  async function meetOther(draft: PendingDraft): Promise<void> {
    const found = await find(draft.inquiryId, draft.kind);
    sync.meet(draft, { version: found?.version ?? 0, value: found?.value });
  }

  async function find(inquiryId: string, kind: DraftKind) {
    const { drafts } = await api.texts(inquiryId);
    const found = drafts.find((draft) => draft.kind === kind);
    if (found === undefined) return undefined;
    const { text, filled, before, version, savedAt } = found;
    const seenUntil = found.seenUntil === "" ? undefined : found.seenUntil;
    const value = kind === "note" ? { text, seenUntil } : { text, filled, before, seenUntil };
    return { value, version, at: Date.parse(savedAt) };
  }

  async function load(): Promise<void> {
    const before = sync.known();
    const { drafts: there } = await api.list();
    const ended = sync.ended();
    const known = sync.known();
    const isOf = (kind: DraftKind, inquiryId: string) => (one: { kind: string; inquiryId: string }) =>
      one.kind === kind && one.inquiryId === inquiryId;
    for (const { kind, inquiryId, version, isSaved } of known) {
      // One that another tab has saved since the call is not in the list, and is not over.
      const isOld = before.some((one) => isOf(kind, inquiryId)(one) && one.isSaved && one.version === version);
      if (isSaved && isOld && version > 0 && !there.some(isOf(kind, inquiryId))) sync.endedElsewhere(kind, inquiryId);
    }
    for (const { kind, inquiryId, version } of there) {
      const mine = known.find(isOf(kind, inquiryId));
      if (mine?.version === version || mine?.isSaved === false || ended.some(isOf(kind, inquiryId))) continue;
      const found = await find(inquiryId, kind);
      if (found !== undefined) sync.receive(kind, inquiryId, found.value, found.version, found.at);
    }
  }

  return {
    save: () => inTurn(save),
    /** Saves what is unsaved, and takes over what other devices have written. */
    run: () =>
      inTurn(async () => {
        await save();
        await load();
      }),
    /** Saves drafts while the page is left, without waiting for the response. */
    leave(): void {
      for (const draft of sync.pending()) api.saveLeaving(draft);
    },
  };
}

const unless = (status: number) => (error: unknown) => {
  if (!(error instanceof ApiError) || error.status !== status) throw error;
};
