import { teamCopy } from "#copy/current.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Viewer } from "#contract/inbox/inbox-events.ts";
import { inboxApi, listenToInbox } from "#web/api/inbox-api.ts";
import { useToast } from "#web/ui/messages/toast.tsx";
import { useAlerts } from "../alerts/use-alerts.ts";
import type { Drafts } from "../inquiry/drafts/drafts.ts";
import { purgeErased } from "../inquiry/drafts/purge-erased.ts";
import { bellKey } from "../../bell/use-bell.ts";
import { tagsKey } from "../tags/use-tags.ts";
import { viewsKey } from "../views/use-saved-views.ts";
import { isLoadingList, reloadInquiries, removeInquiries, showSeen } from "./use-inquiries.ts";

/** The window, in milliseconds, in which a burst of events becomes one call. */
const gatheredFor = 200;
const notMoreOftenThan = 2000;
const triesAgainAfter = 5000;
/** More tabs than the server serves take turns, slowly. */
const replacedFor = 60_000;
/** Delays the presence, so that stepping quickly through the list sets none. */
const presenceDelay = 300;
/** After the presence, which says that an inquiry that has just been opened is seen. */
const seenDelay = 1500;

export interface InboxFeed {
  state: "connecting" | "live" | "lost";
  /** Time at which the connection was lost. */
  lostAt: string | undefined;
  /** Members who have an inquiry open, by inquiry id. */
  viewers: Readonly<Record<string, readonly Viewer[]>>;
}

/**
 * Keeps the shown data up to date with the server, and sets the member's presence on `openId`. `isAnswering`: they are
 * writing to its visitor; `isUnread`: no member has seen it as it is.
 */
export function useInboxFeed(
  { openId, isAnswering, isUnread }: { openId: string | undefined; isAnswering: boolean; isUnread: boolean },
  drafts: Drafts,
): InboxFeed {
  const client = useQueryClient();
  const toast = useToast();
  const [state, setState] = useState<InboxFeed["state"]>("connecting");
  const [lostAt, setLostAt] = useState<string>();
  const [viewers, setViewers] = useState<InboxFeed["viewers"]>({});
  const [connection, setConnection] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const changed = useRef(new Set<string>());
  const { isAlerting, hear } = useAlerts();
  // Browsers limit connections per site (six, without HTTP/2), so background tabs use none, except for the one that
  // alerts. The server keeps their presence for a while.
  const isListening = !useAway() || openId === undefined || isAlerting;
  const lose = useCallback(() => {
    setState("lost");
    setLostAt((before) => before ?? new Date().toISOString());
  }, []);

  useEffect(() => {
    if (!isListening) return undefined;
    let flushTimer: ReturnType<typeof setTimeout> | undefined;
    let retryTimer: ReturnType<typeof setTimeout> | undefined;
    let flushedAt = 0;
    let wasOpen = false;
    let isFirst = true;
    let missed = false;

    function flush() {
      // A pending response may predate this event, and a new request would be merged into it.
      if (isLoadingList(client)) {
        flushTimer = setTimeout(flush, gatheredFor);
        return;
      }
      flushTimer = undefined;
      flushedAt = Date.now();
      const ids = new Set(changed.current);
      changed.current.clear();
      reloadInquiries(client, missed ? undefined : ids);
      if (missed) for (const key of [tagsKey, viewsKey]) void client.invalidateQueries({ queryKey: key });
      missed = false;
    }

    function flushSoon() {
      flushTimer ??= setTimeout(flush, Math.max(gatheredFor, flushedAt + notMoreOftenThan - Date.now()));
    }

    const close = listenToInbox({
      onOpen() {
        wasOpen = true;
        setState("live");
        setLostAt(undefined);
      },
      onLost(final) {
        lose();
        setConnection(undefined);
        setViewers({});
        if (final === false) return;
        // If the session is over, the list's response says so and asks to sign in: once, not at every reconnect.
        if (wasOpen || attempt === 0) reloadInquiries(client);
        const wait = final === "replaced" ? replacedFor : triesAgainAfter;
        retryTimer = setTimeout(() => setAttempt((count) => count + 1), wait);
      },
      onEvent(event) {
        if ("viewers" in event) {
          setViewers(event.viewers);
        } else if ("connection" in event) {
          setConnection(event.connection);
          // Events between the list's response and the start of this stream were missed.
          if (event.reload || isFirst) {
            missed = true;
            flushSoon();
          }
          isFirst = false;
        } else if (event.kind === "seen") {
          showSeen(client, event.id);
        } else if (event.kind === "tags" || event.kind === "views") {
          // A merged or deleted tag changes inquiries, too.
          missed = true;
          flushSoon();
        } else if (event.kind === "bell") {
          void client.invalidateQueries({ queryKey: bellKey });
        } else {
          // The bell does not name an erased inquiry any more, either.
          if (event.kind === "mentioned" || event.kind === "erased")
            void client.invalidateQueries({ queryKey: bellKey });
          if (event.kind === "erased") {
            removeInquiries(client, new Set([event.id]));
            void purgeErased(drafts, event.id);
          }
          const { kind, id } = event;
          if (kind === "mentioned" && document.hasFocus()) toast("success", teamCopy.inquiry.alerts.titles.mentioned);
          if (kind === "added" || kind === "answered" || kind === "mentioned") hear({ kind, id });
          changed.current.add(event.id);
          flushSoon();
        }
      },
    });
    return () => {
      clearTimeout(flushTimer);
      clearTimeout(retryTimer);
      close();
      setConnection(undefined);
      setViewers({});
    };
  }, [client, attempt, isListening, drafts, hear, lose, toast]);

  // The connection of the last presence: the server keeps it for a while after it ends.
  const reported = useRef<string>(undefined);
  useEffect(() => {
    if (connection === undefined) return undefined;
    const timer = setTimeout(() => {
      const before = reported.current;
      reported.current = openId === undefined ? undefined : connection;
      // A failure does not matter: the next connection sets the presence again.
      inboxApi
        .setPresence(connection, openId ?? null, isAnswering)
        .then(() => before !== undefined && before !== connection && inboxApi.leave(before))
        .catch(() => undefined);
    }, presenceDelay);
    return () => clearTimeout(timer);
  }, [connection, openId, isAnswering]);

  useEffect(() => {
    if (!isUnread || connection === undefined || openId === undefined) return undefined;
    // News in the open inquiry is seen once the page is.
    const see = () => {
      if (!document.hidden) inboxApi.setPresence(connection, openId, isAnswering).catch(() => undefined);
    };
    const timer = setTimeout(see, seenDelay);
    document.addEventListener("visibilitychange", see);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", see);
    };
  }, [isUnread, connection, openId, isAnswering]);

  useEffect(() => {
    const leave = () => {
      if (reported.current !== undefined) inboxApi.leave(reported.current);
      reported.current = undefined;
    };
    const connectAgain = () => setAttempt((count) => count + 1);
    // A page from the back/forward cache has no connection.
    const comeBack = (event: PageTransitionEvent) => event.persisted && connectAgain();
    addEventListener("pagehide", leave);
    addEventListener("pageshow", comeBack);
    // A stream on a lost network may stay silent for minutes before it fails.
    addEventListener("offline", lose);
    addEventListener("online", connectAgain);
    return () => {
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", comeBack);
      removeEventListener("offline", lose);
      removeEventListener("online", connectAgain);
      leave();
    };
  }, [lose]);

  return { state, lostAt, viewers };
}

/** Long enough to reply in another tab. */
const awayAfter = 120_000;

/**
 * Returns whether nobody can be looking at this page: it opened in the background and was not shown yet, or it has been
 * hidden for a long time.
 */
function useAway(): boolean {
  const [away] = useState(() => createAway(() => document));
  return useSyncExternalStore(away.subscribe, away.current, () => false);
}

/** Exported for its test, which passes a fake page. */
export function createAway(page: () => Pick<Document, "hidden" | "addEventListener" | "removeEventListener">) {
  let isAway: boolean | undefined;
  return {
    current: () => (isAway ??= page().hidden),
    subscribe: (changed: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const set = (next: boolean) => {
        isAway = next;
        changed();
      };
      const onChange = () => {
        clearTimeout(timer);
        if (page().hidden) timer = setTimeout(() => set(true), awayAfter);
        else set(false);
      };
      page().addEventListener("visibilitychange", onChange);
      return () => {
        clearTimeout(timer);
        page().removeEventListener("visibilitychange", onChange);
      };
    },
  };
}
