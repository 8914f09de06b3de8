import { type Context, createContext, use, useCallback, useEffect, useSyncExternalStore } from "react";
import type { ActiveChannel, ActiveChannelList } from "#contract/channels/channel.ts";
import type { Session } from "#contract/auth/session.ts";
import type { PageData } from "#contract/page.ts";
import type { Answered } from "#contract/inquiries/submission.ts";
import type { PageSite } from "#contract/site/site.ts";
import { useWhileVisible } from "./use-while-visible.ts";
import type { QueuedSubmissions } from "../public/offline-queue/use-offline-queue.ts";

/** The active channels: undefined until the first response, even an empty or failed one. */
export interface ChannelSource {
  subscribe: (changed: () => void) => () => void;
  current: () => ActiveChannel[] | undefined;
  /** Returns whether there are none because the team has hidden them all. */
  isHidden: () => boolean;
  /** Refreshes in the background; known data stays until the response. */
  refresh: () => void;
}

/** State that the pages of one document share about their visitor or member; stored nowhere else. */
interface Visit {
  /** The inquiries sent, the newest first. */
  sent: readonly Answered[];
  addSent: (answered: Answered) => void;
  /** The verify page's input that is to be reported. */
  asked: string | undefined;
  ask: (text: string) => void;
  queue: QueuedSubmissions;
  /** Shows the document as that of a member who has just signed in. */
  enter: (session: Session) => void;
}

export const VisitContext = createContext<Visit | null>(null);
export const PageDataContext = createContext<PageData | null>(null);
export const ChannelSourceContext = createContext<ChannelSource | null>(null);

/** Returns a value that the app provides to all pages. */
function useProvided<Value>(context: Context<Value | null>): Value {
  const value = use(context);
  if (value === null) throw new Error("outside the app");
  return value;
}

export const usePageData = (): PageData => useProvided(PageDataContext);

export function useSite(): PageSite {
  return usePageData().site;
}

export const useVisit = (): Visit => useProvided(VisitContext);

/** The longest time that a visible page shows a removed channel. */
const refreshEvery = 60_000;

/**
 * The active channels, refreshed when a page that shows them opens or becomes visible and every minute while visible,
 * so that no tab keeps a removed channel; undefined until the first response.
 */
export function useActiveChannels(): ActiveChannel[] | undefined {
  const source = useChannelSource();
  const refresh = useCallback(() => source.refresh(), [source]);
  useEffect(refresh, [refresh]);
  useWhileVisible(refresh, refreshEvery);
  return useSyncExternalStore(source.subscribe, source.current, source.current);
}

/** Returns whether the team has hidden all channels, as far as known. */
export function useIsHidden(): boolean {
  const source = useChannelSource();
  return useSyncExternalStore(source.subscribe, source.isHidden, source.isHidden);
}

/** The owner's figures; none while the team has hidden all channels. */
export function useFigures(): PageSite["figures"] {
  const { figures } = useSite();
  return useIsHidden() ? {} : figures;
}

/** The active channels, and a function to refresh them. */
const useChannelSource = (): ChannelSource => useProvided(ChannelSourceContext);

/**
 * Stores the active channels for the pages that show them. `fetchActive` requests them; a failure is logged, and shows
 * as no channels if none were known.
 */
export function createChannelSource(
  initial: Pick<PageData, "contacts" | "hidden">,
  fetchActive: () => Promise<ActiveChannelList>,
): ChannelSource {
  let { contacts: channels, hidden = false } = initial;
  let asking = false;
  const listeners = new Set<() => void>();
  const set = (next: ActiveChannelList) => {
    hidden = next.hidden;
    // The first data, which is in the page, has the usual form as its value.
    channels = next.contacts.map((one) => ({ ...one, value: one.usual ?? one.value }));
    for (const changed of listeners) changed();
  };
  return {
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    current: () => channels,
    isHidden: () => hidden,
    refresh() {
      // Known data stays while offline.
      if (asking || (channels !== undefined && !navigator.onLine)) return;
      asking = true;
      fetchActive()
        .then(set, (error: unknown) => {
          console.error("The contacts could not be loaded.", error);
          if (channels === undefined) set({ contacts: [], hidden });
        })
        .finally(() => {
          asking = false;
        });
    },
  };
}
