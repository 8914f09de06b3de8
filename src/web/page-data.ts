import { createContext, use, useEffect, useSyncExternalStore } from "react";
import type { ActiveContact, ActiveContactList } from "#contract/contact.ts";
import type { PageData } from "#contract/page.ts";
import type { Answered } from "#contract/receipt.ts";
import type { PageSite } from "#contract/site.ts";
import type { Unsent } from "./unsent/use-unsent.ts";

/** The active contacts as far as they are known: undefined until the first answer, even an empty or a failed one. */
export interface ContactSource {
  subscribe: (changed: () => void) => () => void;
  current: () => ActiveContact[] | undefined;
  /** Whether there are none since the team has hidden them all. */
  isHidden: () => boolean;
  /** Asks the server quietly; what is known stays until the answer. */
  refresh: () => void;
}

/** What the pages of one document tell each other of their visitor: kept nowhere else, and gone with it. */
export interface Visit {
  /** The inquiries that were sent, the newest first. */
  sent: readonly Answered[];
  addSent: (answered: Answered) => void;
  /** What the verify page was asked and is to be reported. */
  asked: string | undefined;
  ask: (text: string) => void;
  unsent: Unsent;
}

export const VisitContext = createContext<Visit | null>(null);
export const PageDataContext = createContext<PageData | null>(null);
export const ContactSourceContext = createContext<ContactSource | null>(null);

export function usePageData(): PageData {
  const data = use(PageDataContext);
  if (data === null) throw new Error("usePageData stands outside the app");
  return data;
}

export function useSite(): PageSite {
  return usePageData().site;
}

export function useVisit(): Visit {
  const value = use(VisitContext);
  if (value === null) throw new Error("useVisit stands outside the app");
  return value;
}

/** A page in front of somebody keeps a channel that is gone no longer than this. */
const refreshEvery = 60_000;

/**
 * The active contacts, refreshed whenever a page that shows them opens or is looked at again, and each minute while it is, so that
 * no tab keeps a channel that is gone; undefined while the first answer is awaited.
 */
export function useContacts(): ActiveContact[] | undefined {
  const source = useContactSource();
  useEffect(() => {
    const refresh = () => {
      if (!document.hidden) source.refresh();
    };
    source.refresh();
    const timer = setInterval(refresh, refreshEvery);
    document.addEventListener("visibilitychange", refresh);
    // From the back/forward cache.
    addEventListener("pageshow", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
      removeEventListener("pageshow", refresh);
    };
  }, [source]);
  return useSyncExternalStore(source.subscribe, source.current, source.current);
}

/** Whether the team has hidden all channels, as far as that is known. */
export function useIsHidden(): boolean {
  const source = useContactSource();
  return useSyncExternalStore(source.subscribe, source.isHidden, source.isHidden);
}

/** The active contacts, and the way to ask for them. */
function useContactSource(): ContactSource {
  const source = use(ContactSourceContext);
  if (source === null) throw new Error("contacts are used outside the app");
  return source;
}

/**
 * Keeps the active contacts for the pages that show them. `fetchActive` asks the server; a failure is logged, and shows as no
 * contacts where none were known.
 */
export function createContactSource(
  initial: { contacts?: ActiveContact[]; hidden?: boolean },
  fetchActive: () => Promise<ActiveContactList>,
): ContactSource {
  let { contacts, hidden = false } = initial;
  let asking = false;
  const listeners = new Set<() => void>();
  const set = (next: ActiveContactList) => {
    ({ contacts, hidden } = next);
    for (const changed of listeners) changed();
  };
  return {
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    current: () => contacts,
    isHidden: () => hidden,
    refresh() {
      // What is known stays while nobody can be asked.
      if (asking || (contacts !== undefined && !navigator.onLine)) return;
      asking = true;
      fetchActive()
        .then(set, (error: unknown) => {
          console.error("The contacts could not be loaded.", error);
          if (contacts === undefined) set({ contacts: [], hidden });
        })
        .finally(() => {
          asking = false;
        });
    },
  };
}
