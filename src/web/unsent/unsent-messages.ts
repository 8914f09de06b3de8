import type { Answered } from "#contract/receipt.ts";
import type { InquiryKind } from "#domain/inquiry.ts";
import { resendDays } from "#domain/submission.ts";
import { ApiError } from "../api-client.ts";
import { isForNow, isKeyTaken, sendSubmission } from "../sending/send-submission.ts";
import type { Submission } from "../sending/submission-api.ts";
import { locked } from "./locked.ts";
import type { UnsentMessage, UnsentStore } from "./unsent-store.ts";
import { firstWait, nextWait } from "./waits.ts";

/** How it stands with a message that was to be sent later. */
export type UnsentState =
  | { name: "waiting" | "sending" | "expired" | "gone" }
  | { name: "refused"; message: string; errors: Record<string, string>; keyIsTaken: boolean }
  | { name: "sent"; accepted: Answered };

/** How it ended with one of them, as the tabs tell each other. */
export interface Ended {
  key: string;
  state: UnsentState;
}

export interface UnsentView {
  message: UnsentMessage;
  state: UnsentState;
  /** Whether it outlives this page. */
  isStored: boolean;
  /** Whether it was chosen in this page, by whom it is in front of. */
  isNew: boolean;
}

/** What stands in a form again: what was typed and, where it was refused, why. */
export interface Draft {
  /** Tells one draft from another. */
  id: string;
  /** Whatever fields a form of its kind has. */
  values: Record<string, string>;
  errors: Record<string, string>;
  message: string | undefined;
  /** Undefined where its key was used for other fields. */
  key: string | undefined;
  /** Whether it leaves a form alone that is there already, since something else was typed in it. */
  isHeld: boolean;
}

export type UnsentMessages = ReturnType<typeof createUnsentMessages>;

const day = 86_400_000;

/**
 * The messages that their visitor chose to have sent later. They are tried at once, when the browser says that it is online, and
 * again and again with growing waits; whichever tab sends one, it is sent once. `store` is the browser's, `tell` reaches its
 * other tabs.
 */
export function createUnsentMessages(store: UnsentStore, tell: (ended: Ended) => void) {
  let views: readonly UnsentView[] = [];
  const drafts = new Map<InquiryKind, Draft>();
  const listeners = new Set<() => void>();
  let wait = firstWait;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let trying: Promise<void> | undefined;

  function set(next: readonly UnsentView[]): void {
    views = next;
    for (const changed of listeners) changed();
  }

  function become(key: string, state: UnsentState): void {
    set(
      state.name === "gone"
        ? views.filter(({ message }) => message.key !== key)
        : views.map((view) => (view.message.key === key ? { ...view, state } : view)),
    );
  }

  /** Says how it ended, here and in the other tabs. */
  async function end(key: string, state: UnsentState): Promise<void> {
    become(key, state);
    tell({ key, state });
    await store.remove(key).catch(() => undefined);
  }

  /** Tries one; gives the seconds that the server asks to be left alone. */
  async function send(view: UnsentView): Promise<number> {
    const { message, isStored } = view;
    // Another tab may have sent it, or its visitor has thought better of it there.
    // Where the browser cannot tell, its key keeps it one message.
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
      const { kind, key, fields } = message;
      await end(key, { name: "sent", accepted: await sendSubmission({ kind, key, fields }) });
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

  /** Tries again after a wait, which is never shorter than the seconds that the server asks for. */
  function tryLater(asked: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), Math.max(wait, asked * 1000));
    wait = nextWait(wait);
  }

  /** Tries all that wait, unless that is under way. */
  function run(): Promise<void> {
    trying ??= tryAll()
      .catch((error: unknown) => console.error("What waits could not be sent.", error))
      .finally(() => (trying = undefined));
    return trying;
  }

  function draftOf({ message: { key, fields }, state }: UnsentView, isHeld: boolean): Draft {
    const draft = { id: key, values: fields, errors: {}, message: undefined, key, isHeld };
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
    /** What a form of this kind starts with. */
    draft: (kind: InquiryKind) => drafts.get(kind),

    /** Takes up what was kept at an earlier visit. */
    start: async (): Promise<void> => {
      const all = await store.all();
      // One may have been chosen meanwhile.
      const kept = all.filter(({ key }) => views.every(({ message }) => message.key !== key));
      set([
        ...views,
        ...kept.map((message): UnsentView => ({
          message,
          state: { name: "waiting" },
          isStored: true,
          isNew: false,
        })),
      ]);
      if (kept.length > 0) await run();
    },

    /**
     * Keeps a message and sends it later, not before the seconds are over that the server has `asked` for; where the browser keeps
     * nothing, for as long as the page is open.
     */
    keep: async (submission: Submission, asked = 0): Promise<void> => {
      const message: UnsentMessage = { ...submission, keptAt: Date.now() };
      const isStored = await store.put(message).then(
        () => true,
        () => false,
      );
      drafts.delete(message.kind);
      const others = views.filter((view) => view.message.key !== message.key);
      set([...others, { message, state: { name: "waiting" }, isStored, isNew: true }]);
      wait = firstWait;
      tryLater(asked);
    },

    /** Tries at once: the visitor asks for it, or the browser says that it is online. */
    sendNow: (): void => {
      wait = firstWait;
      void run();
    },

    /** Takes a message back that was not sent: it is in its form again, in the next one where it `isHeld`, and nowhere else. */
    takeBack: async (view: UnsentView, isHeld: boolean): Promise<void> => {
      drafts.set(view.message.kind, draftOf(view, isHeld));
      await end(view.message.key, { name: "gone" });
    },

    /** Takes off this page what is over. */
    dismiss: (view: UnsentView) => become(view.message.key, { name: "gone" }),

    /** Another tab says how one of them ended. */
    hear: ({ key, state }: Ended) => become(key, state),
  };
}
