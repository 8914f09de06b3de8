import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Person } from "#contract/inbox.ts";
import { inboxApi, listenToInbox } from "../../../inbox-api.ts";
import { useAway } from "./use-away.ts";
import { forgetInquiries, isLoadingList, reloadInquiries } from "./use-inquiries.ts";

/** What comes in this many milliseconds is shown together, so that a burst of events is one call. */
const gatheredFor = 200;
const notMoreOftenThan = 2000;
const triesAgainAfter = 5000;
/** Whoever steps through the list quickly does not look at each. */
const looksAfter = 300;

export interface InboxFeed {
  state: "connecting" | "live" | "lost";
  /** Who looks at which inquiry, by its id. */
  viewers: Readonly<Record<string, readonly Person[]>>;
}

/** Keeps what is shown as the server tells it, and tells colleagues that `openId` is looked at. */
export function useInboxFeed(openId: string | undefined): InboxFeed {
  const client = useQueryClient();
  const [state, setState] = useState<InboxFeed["state"]>("connecting");
  const [viewers, setViewers] = useState<InboxFeed["viewers"]>({});
  const [connection, setConnection] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const changed = useRef(new Set<string>());
  // A browser has few connections for one site (six, without HTTP/2): inquiries opened in tabs behind this one take none.
  const isListening = !useAway() || openId === undefined;

  useEffect(() => {
    if (!isListening) return undefined;
    let flushTimer: ReturnType<typeof setTimeout> | undefined;
    let retryTimer: ReturnType<typeof setTimeout> | undefined;
    let flushedAt = 0;
    let wasOpen = false;
    let isFirst = true;
    let missed = false;

    function flush() {
      // An answer on its way may have been written before this; what is asked for now would be taken for the same.
      if (isLoadingList(client)) {
        flushTimer = setTimeout(flush, gatheredFor);
        return;
      }
      flushTimer = undefined;
      flushedAt = Date.now();
      const ids = new Set(changed.current);
      changed.current.clear();
      reloadInquiries(client, missed ? undefined : ids);
      missed = false;
    }

    function flushSoon() {
      flushTimer ??= setTimeout(flush, Math.max(gatheredFor, flushedAt + notMoreOftenThan - Date.now()));
    }

    const close = listenToInbox({
      onOpen() {
        wasOpen = true;
        setState("live");
      },
      onLost(final) {
        setState("lost");
        setConnection(undefined);
        setViewers({});
        if (!final) return;
        // Where the session is over, the list's answer says so and asks to sign in again: once, not at every try.
        if (wasOpen || attempt === 0) reloadInquiries(client);
        retryTimer = setTimeout(() => setAttempt((count) => count + 1), triesAgainAfter);
      },
      onEvent(event) {
        if ("viewers" in event) {
          setViewers(event.viewers);
        } else if ("connection" in event) {
          setConnection(event.connection);
          // What happened between the list's answer and the first word of this listener was told to nobody.
          if (event.reload || isFirst) {
            missed = true;
            flushSoon();
          }
          isFirst = false;
        } else {
          if (event.kind === "erased") forgetInquiries(client, new Set([event.id]));
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
  }, [client, attempt, isListening]);

  useEffect(() => {
    if (connection === undefined) return undefined;
    const timer = setTimeout(() => {
      // Nobody needs to know where this fails: the next connection tells it again.
      inboxApi.lookAt(connection, openId ?? null).catch(() => undefined);
    }, looksAfter);
    return () => clearTimeout(timer);
  }, [connection, openId]);

  return { state, viewers };
}
