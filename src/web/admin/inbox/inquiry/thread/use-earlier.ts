import { teamCopy } from "#copy/current.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { moreAtPress } from "#domain/inquiries/conversation.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import { showInquiry } from "../../list/use-inquiries.ts";

export const earlierClass = "thread-earlier";

/**
 * Loads the earlier entries of a conversation. What is in view stays there, and the entry below the button, which may
 * disappear, takes its focus.
 */
export function useEarlier(inquiry: InquiryDetail, thread: RefObject<HTMLElement | null>) {
  const { id, entries, earlier } = inquiry;
  const client = useQueryClient();
  const [said, setSaid] = useState("");
  const held = useRef<{ entry: HTMLElement; top: number; takesFocus: boolean; earlier: number }>(undefined);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => inboxApi.inquiry(id, AbortSignal.timeout(30_000), entries.length + moreAtPress),
    onSuccess(more) {
      const button = thread.current?.querySelector(`.${earlierClass}`);
      const entry = thread.current?.querySelector<HTMLElement>(`.${earlierClass} ~ .entry`);
      if (entry) {
        const takesFocus = button?.contains(document.activeElement) === true;
        const { top } = entry.getBoundingClientRect();
        held.current = { entry, top, takesFocus, earlier };
      }
      showInquiry(client, more);
      setSaid(teamCopy.inquiry.thread.earlierShown(more.entries.length - entries.length));
    },
  });

  useLayoutEffect(() => {
    // Waits until the earlier entries are rendered.
    if (held.current === undefined || held.current.earlier === earlier) return;
    const { entry, top, takesFocus } = held.current;
    held.current = undefined;
    thread.current?.scrollBy({ top: entry.getBoundingClientRect().top - top });
    if (!takesFocus) return;
    entry.tabIndex = -1;
    entry.focus({ preventScroll: true });
  }, [thread, earlier]);

  return {
    text: teamCopy.inquiry.thread.showEarlier(Math.min(earlier, moreAtPress)),
    show: () => mutate(),
    isPending,
    error,
    said,
  };
}
