import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { InquiryChange, InquirySummary } from "#contract/inbox.ts";
import { useTakenOver } from "../../../components/use-taken-over.ts";
import { useMember } from "../signed-in-area.tsx";
import { assignedWords, markedWords } from "./change-words.ts";
import type { Changeable, InquiryActions } from "./use-changes.ts";
import type { InboxView } from "./use-inbox-view.ts";
import { knownInquiry } from "./use-inquiries.ts";
import { type RowFocus, rowLink, takeLostFocus } from "./use-row-focus.ts";
import type { Selection } from "./use-selection.ts";
import { useShortcuts } from "./use-shortcuts.ts";

/** Going through the inbox: opening an inquiry, stepping from one to the next and back to the list, with the keys and without. */
export function useInboxKeys(props: {
  view: InboxView;
  rows: readonly InquirySummary[];
  focus: RowFocus;
  selection: Selection;
  actions: InquiryActions;
  list: RefObject<HTMLElement | null>;
  search: RefObject<HTMLInputElement | null>;
  isOn: boolean;
  onHelp: () => void;
}) {
  const { view, rows, focus, selection, actions, list, search, isOn, onHelp } = props;
  const { openId, open, show } = view;
  const me = useMember();
  const client = useQueryClient();
  const ready = useTakenOver();
  const [isStepping, setIsStepping] = useState(false);

  const wasOpen = useRef(openId);
  useEffect(() => {
    // With the panel its focus is gone; on a phone the list could not take it before.
    if (openId === undefined && wasOpen.current !== undefined) takeLostFocus(wasOpen.current, list.current);
    wasOpen.current = openId;
  }, [openId, list]);

  const openRow = useCallback(
    (id: string) => {
      setIsStepping(false);
      open(id);
    },
    [open],
  );

  function back() {
    if (openId === undefined) return;
    rowLink(openId)?.focus();
    show({ inquiry: undefined });
  }

  function step(by: 1 | -1) {
    const next = focus.move(by);
    if (next === undefined || openId === undefined || next.id === openId) return;
    setIsStepping(list.current?.contains(document.activeElement) === true);
    open(next.id);
  }

  /** Those that are chosen; otherwise the one that is open or, with the focus in the list, the one that has it. */
  function targets(): readonly Changeable[] {
    if (selection.inquiries.length > 0) return selection.inquiries;
    const isInList = list.current?.contains(document.activeElement) === true;
    const opened = openId === undefined || isInList ? undefined : knownInquiry(client, openId);
    const target = opened ?? rows.find(({ id }) => id === focus.currentId);
    return target === undefined ? [] : [target];
  }

  function change(to: InquiryChange, words: string, isDone: (inquiry: Changeable) => boolean) {
    const inquiries = targets().filter((inquiry) => !isDone(inquiry));
    actions.change(inquiries, to, words);
  }

  useShortcuts(isOn && ready, {
    j: () => step(1),
    k: () => step(-1),
    x: () => focus.currentId !== undefined && selection.toggle(focus.currentId, false),
    e: () => change({ status: "closed" }, markedWords("closed"), ({ status }) => status === "closed"),
    a: () => change({ assigneeId: me.id }, assignedWords(me), ({ assignee }) => assignee?.id === me.id),
    "/": () => search.current?.focus(),
    "?": onHelp,
    Enter: () => focus.currentId !== undefined && openRow(focus.currentId),
    Escape: back,
  });
  /** Whoever steps through the list keeps the focus there, where it can be seen. */
  return { isStepping, openRow, back };
}
