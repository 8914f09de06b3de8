import type { Answered } from "#contract/inquiries/submission.ts";
import { type InquiryKind, resendDays } from "#domain/inquiries/inquiry.ts";
import { ApiError } from "#web/api/api-client.ts";
import { isForNow, isKeyTaken, sendSubmission } from "../inquiry/send-submission.ts";
import type { Submission } from "#web/api/submission-api.ts";
import { locked, type QueuedMessage, type QueueStore } from "./queue-store.ts";

type QueueState =
  | { name: "waiting" | "sending" | "expired" | "gone" }
  | { name: "refused"; message: string; errors: Record<string, string>; keyIsTaken: boolean }
  | { name: "sent"; accepted: Answered };

/** The outcome of a submission, as broadcast between tabs. */
export interface Ended {
  key: string;
  state: QueueState;
}

export interface QueueView {
  message: QueuedMessage;
  state: QueueState;
  /** Whether it survives this page. */
  isStored: boolean;
  /** Whether it was queued in this page. */
  isNew: boolean;
}

/** A draft to restore into a form: the fields and, if rejected, the reason. */
export interface Draft {
  id: string;
  /** The fields of its form, of any kind. */
  values: Record<string, string>;
  files: readonly File[];
  errors: Record<string, string>;
  message: string | undefined;
  /** Undefined if its key was used for other fields. */
  key: string | undefined;
  /** Whether to leave the present form alone, since something else was typed in it. */
  isHeld: boolean;
}

export type OfflineQueue = ReturnType<typeof createOfflineQueue>;

const day = 86_400_000;

/**
 * The submissions that visitors chose to send later. They are sent at once, when the browser goes online, and with
 * growing delays; each is sent once, by any tab. `store` is the browser's storage, `publish` broadcasts to the other
 * tabs.
 */
export function createOfflineQueue(store: QueueStore, publish: (ended: Ended) => void) {
  let views: readonly QueueView[] = [];
  const drafts = new Map<InquiryKind, Draft>();
  const listeners = new Set<() => void>();
  let wait = firstBackoff;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let trying: Promise<void> | undefined;

  function set(next: readonly QueueView[]): void {
    views = next;
    for (const changed of listeners) changed();
  }

  function become(key: string, state: QueueState): void {
    set(
      state.name === "gone"
        ? views.filter(({ message }) => message.key !== key)
        : views.map((view) => (view.message.key === key ? { ...view, state } : view)),
    );
  }

  /** Reports the outcome here and to the other tabs. */
  async function end(key: string, state: QueueState): Promise<void> {
    become(key, state);
    publish({ key, state });
    await store.remove(key).catch(() => undefined);
  }

  /** Tries one; returns the seconds until a retry if the server asks for a delay. */
  async function send(view: QueueView): Promise<number> {
    const { message, isStored } = view;
    // Another tab may have sent it, or the visitor may have cancelled it there. If there are no locks, its key keeps it
    // one submission.
    if (isStored && (await store.get(message.key).catch(() => message)) === undefined) {
      become(message.key, { name: "gone" });
      return 0;
    }
    if (Date.now() > message.keptAt + resendDays * day) {
      await end(message.key, { name: "expired" });
      return 0;
    }
    become(message.key, { name: "sending" });
    try {
      const { kind, key, fields, files = [] } = message;
      await end(key, { name: "sent", accepted: await sendSubmission({ kind, key, fields, files }) });
      return 0;
    } catch (error) {
      if (!(error instanceof ApiError) || isForNow(error)) {
        become(message.key, { name: "waiting" });
        return error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
      }
      const refused = { message: error.message, errors: error.errors, keyIsTaken: isKeyTaken(error) };
      become(message.key, { name: "refused", ...refused });
      return 0;
    }
  }

  async function tryAll(): Promise<void> {
    clearTimeout(timer);
    let asked = 0;
    await locked("front-desk-unsent-sending", async () => {
      for (const view of views.filter(({ state }) => state.name === "waiting")) {
        asked = Math.max(asked, await send(view));
      }
    });
    if (!views.some(({ state }) => state.name === "waiting")) return;
    tryLater(asked);
  }

  /** Retries after a delay, never shorter than the seconds that the server asks for. */
  function tryLater(asked: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), Math.max(wait, asked * 1000));
    wait = nextBackoff(wait);
  }

  /** Tries all queued submissions, unless a run is in progress. */
  function run(): Promise<void> {
    trying ??= tryAll()
      .catch((error: unknown) => console.error("The offline queue could not be sent.", error))
      .finally(() => (trying = undefined));
    return trying;
  }

  function draftOf({ message: { key, fields, files = [] }, state }: QueueView, isHeld: boolean): Draft {
    const draft = { id: key, values: fields, files, errors: {}, message: undefined, key, isHeld };
    if (state.name !== "refused") return draft;
    const { message, errors, keyIsTaken } = state;
    return { ...draft, errors, message, key: keyIsTaken ? undefined : key };
  }

  return {
    subscribe: (changed: () => void) => {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    views: () => views,
    /** The draft that a form of this kind starts with. */
    draft: (kind: InquiryKind) => drafts.get(kind),

    /** Loads the submissions queued at an earlier visit. */
    start: async (): Promise<void> => {
      const all = await store.all();
      // One may have been queued meanwhile.
      const kept = all.filter(({ key }) => views.every(({ message }) => message.key !== key));
      set([
        ...views,
        ...kept.map((message): QueueView => ({
          message,
          state: { name: "waiting" },
          isStored: true,
          isNew: false,
        })),
      ]);
      if (kept.length > 0) await run();
    },

    /**
     * Queues a submission, to be sent after the seconds that the server `asked` for. Without browser storage it lasts
     * as long as the page.
     */
    keep: async (submission: Submission, asked = 0): Promise<void> => {
      const message: QueuedMessage = { ...submission, keptAt: Date.now() };
      const isStored = await store.put(message).then(
        () => true,
        () => false,
      );
      drafts.delete(message.kind);
      const others = views.filter((view) => view.message.key !== message.key);
      set([...others, { message, state: { name: "waiting" }, isStored, isNew: true }]);
      wait = firstBackoff;
      tryLater(asked);
    },

    /** Tries at once: on the visitor's request, or when the browser goes online. */
    sendNow: (): void => {
      wait = firstBackoff;
      void run();
    },

    /** Cancels an unsent submission and restores it into its form, or into the next one if it `isHeld`. */
    takeBack: async (view: QueueView, isHeld: boolean): Promise<void> => {
      drafts.set(view.message.kind, draftOf(view, isHeld));
      await end(view.message.key, { name: "gone" });
    },

    /** Drops the draft of this id: its form has sent it, or has cleared it. */
    forget: (kind: InquiryKind, id: string): void => {
      if (drafts.get(kind)?.id !== id) return;
      drafts.delete(kind);
      set(views);
    },

    /** Removes a finished submission from the page. */
    dismiss: (view: QueueView) => become(view.message.key, { name: "gone" }),

    /** Handles an outcome from another tab. */
    hear: ({ key, state }: Ended) => become(key, state),
  };
}

/** The delay before the first retry, in milliseconds. */
export const firstBackoff = 5000;

const longest = 300_000;

/** Each delay doubles, up to five minutes, minus random jitter: not all browsers should come back at once. */
export function nextBackoff(wait: number): number {
  return Math.min(2 * wait, longest) * (0.8 + 0.2 * Math.random());
}
