import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import type { InquiryChange, InquirySummary } from "#contract/inbox.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { useMember } from "../shell/member.ts";
import { assignedWords, markedWords } from "./change-copy.ts";
import type { Changeable, InquiryActions } from "./use-changes.ts";
import { type InboxView, openNow } from "./use-inbox-view.ts";
import { knownInquiry } from "./list/use-inquiries.ts";
import { focusedId, isInPanel, type RowFocus, rowLink, takeLostFocus } from "./list/use-row-focus.ts";
import type { Selection } from "./list/use-selection.ts";

/** Navigation in the inbox: opening an inquiry, going to the next one and back to the list, by keyboard and mouse. */
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
  const { currentId } = focus;
  const me = useMember();
  const client = useQueryClient();
  const ready = useHydrated();
  const [isStepping, setIsStepping] = useState(false);

  const wasOpen = useRef(openId);
  useEffect(() => {
    // The panel's focus is gone with it; on a phone the list could not take it before.
    if (openId === undefined && wasOpen.current !== undefined) takeLostFocus(currentId, list.current);
    wasOpen.current = openId;
  }, [openId, currentId, list]);

  const openRow = useCallback(
    (id: string) => {
      setIsStepping(false);
      open(id);
    },
    [open],
  );

  function back() {
    if (openId === undefined) return;
    (rowLink(openId) ?? rowLink(currentId ?? ""))?.focus();
    show({ inquiry: undefined });
  }

  function step(by: 1 | -1) {
    const opened = openNow();
    const next = focus.move(by, opened);
    if (next === undefined || opened === undefined || next.id === opened) return;
    setIsStepping(list.current?.contains(document.activeElement) === true);
    open(next.id);
  }

  /**
   * The selected inquiries, unless the focus is in the panel; otherwise the open one or, without one, the focused one.
   */
  function targets(): readonly Changeable[] {
    if (selection.inquiries.length > 0 && !isInPanel()) return selection.inquiries;
    const id = openNow() ?? currentId;
    const target = knownInquiry(client, id ?? "") ?? rows.find((row) => row.id === id);
    return target === undefined ? [] : [target];
  }

  function choose() {
    const id = focusedId() ?? openNow() ?? currentId;
    if (rows.some((row) => row.id === id)) selection.toggle(id ?? "", false);
  }

  function change(to: InquiryChange, words: string, isDone: (inquiry: Changeable) => boolean) {
    const inquiries = targets().filter((inquiry) => !isDone(inquiry));
    actions.change(inquiries, to, words);
  }

  useShortcuts(isOn && ready, {
    j: () => step(1),
    k: () => step(-1),
    x: choose,
    e: () => change({ status: "closed" }, markedWords("closed"), ({ status }) => status === "closed"),
    a: () => change({ assigneeId: me.id }, assignedWords(me), ({ assignee }) => assignee?.id === me.id),
    "/": () => search.current?.focus(),
    "?": onHelp,
    Enter: () => currentId !== undefined && openRow(currentId),
    Escape: back,
  });
  /** Stepping through the list keeps the focus there, where it is visible. */
  return { isStepping, openRow, back };
}

/** The inbox's shortcuts and their descriptions. */
export const shortcuts = [
  { key: "j", does: "Next inquiry" },
  { key: "k", does: "Previous inquiry" },
  { key: "Enter", does: "Open the inquiry" },
  { key: "x", does: "Choose the inquiry, or leave it out" },
  { key: "e", does: "Mark closed" },
  { key: "a", does: "Assign to me" },
  { key: "/", does: "Search" },
  { key: "Escape", does: "Back to the list" },
  { key: "?", does: "This list" },
] as const;

type ShortcutKey = (typeof shortcuts)[number]["key"];

const storageKey = "inbox-shortcuts";

/** Whether shortcuts are on; they can be switched off (WCAG 2.1.4), for speech input. */
export function useShortcutSwitch(): [isOn: boolean, set: (isOn: boolean) => void] {
  return [useSyncExternalStore(onStorage, readSwitch, () => true), writeSwitch];
}

function onStorage(changed: () => void): () => void {
  addEventListener("storage", changed);
  return () => removeEventListener("storage", changed);
}

function readSwitch(): boolean {
  return localStorage.getItem(storageKey) !== "off";
}

function writeSwitch(isOn: boolean): void {
  localStorage.setItem(storageKey, isOn ? "on" : "off");
  // The browser notifies only the other tabs.
  dispatchEvent(new StorageEvent("storage", { key: storageKey }));
}

/** Runs a key's shortcut, unless the member types, holds a modifier or has a dialog open. */
function useShortcuts(isOn: boolean, actions: Record<ShortcutKey, () => unknown>): void {
  const onShortcut = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcuts.find(({ key }) => key === event.key);
    if (shortcut === undefined || isMeantElsewhere(event)) return;
    event.preventDefault();
    actions[shortcut.key]();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => onShortcut(event);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
}

const fields = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
const pressable = "a, button, input, summary";

function isMeantElsewhere(event: KeyboardEvent): boolean {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return true;
  // Only steps through the list repeat while a key is held.
  if (event.repeat && key !== "j" && key !== "k") return true;
  if (document.querySelector("dialog[open]") !== null) return true;
  const at = target instanceof Element ? target : document.body;
  // Enter activates the focused element.
  return at.closest(fields) !== null || (key === "Enter" && at.closest(pressable) !== null);
}
