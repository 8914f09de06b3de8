import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { InquirySummary } from "#contract/inbox/inbox.ts";

/** The link of an inquiry's row, which takes the focus. */
export function rowLink(id: string): HTMLElement | null {
  return document.getElementById(`inquiry-${id}`);
}

export const openPanelId = "open-inquiry";

function openPanel(): HTMLElement | null {
  return document.getElementById(openPanelId);
}

export function isInPanel(): boolean {
  return openPanel()?.contains(document.activeElement) === true;
}

/** The inquiry whose row has the focus. */
export function focusedId(): string | undefined {
  return document.activeElement?.closest<HTMLElement>(".inquiry-row")?.dataset["id"];
}

/** Focuses a row, or the list if there is no such row, unless something else has the focus. */
export function takeLostFocus(id: string | undefined, list: HTMLElement | null): void {
  if (document.activeElement === document.body) (rowLink(id ?? "") ?? list)?.focus();
}

export interface RowFocus {
  /** The row with `tabIndex` 0. */
  currentId: string | undefined;
  setCurrent: (id: string) => void;
  /** Focuses the row this many steps after the focused one, otherwise after the open one, and returns it. */
  move: (step: 1 | -1, openId: string | undefined) => InquirySummary | undefined;
}

/**
 * A roving tab index: one row is a Tab stop. It follows the focus and the open inquiry, and moves to the next row when
 * its own disappears. A new `view` starts at its first row.
 */
export function useRowFocus(
  rows: readonly InquirySummary[],
  list: RefObject<HTMLElement | null>,
  openId: string | undefined,
  view: string,
): RowFocus {
  const [chosenId, setCurrent] = useState<string>();
  const [place, setPlace] = useState(0);
  const [shownView, setShownView] = useState(view);
  const [followedId, setFollowed] = useState<string>();
  const hadFocus = useRef(false);
  const at = rows.findIndex(({ id }) => id === chosenId);
  if (shownView !== view) {
    setShownView(view);
    setCurrent(undefined);
    setPlace(0);
  } else if (at !== -1 && at !== place) setPlace(at);
  if (openId !== followedId && (openId === undefined || rows.some(({ id }) => id === openId))) {
    setFollowed(openId);
    if (openId !== undefined) setCurrent(openId);
  }
  // The next row has taken the place of the removed one.
  const currentId = rows[at === -1 ? Math.min(place, rows.length - 1) : at]?.id;

  useEffect(() => {
    // The focused row is gone. If it is the open one, the keys still act on it.
    if (hadFocus.current && document.activeElement === document.body) {
      const isOpenGone = openId !== undefined && openId === chosenId && at === -1;
      const next = isOpenGone ? openPanel() : rowLink(currentId ?? "");
      (next ?? list.current)?.focus();
    }
    hadFocus.current = list.current?.contains(document.activeElement) ?? false;
  });

  const move = useCallback(
    (step: 1 | -1, fromId: string | undefined) => {
      const indexOf = (wanted: string | undefined) => rows.findIndex(({ id }) => id === wanted);
      const focused = indexOf(focusedId());
      const from = focused === -1 ? indexOf(fromId) : focused;
      // The next row has taken the place of the open one; without an open one, the first press goes to the Tab stop.
      const gone = fromId === undefined ? indexOf(currentId) : step === 1 ? place : place - 1;
      const next = rows[from === -1 ? gone : from + step];
      if (next === undefined) return undefined;
      setCurrent(next.id);
      rowLink(next.id)?.focus();
      return next;
    },
    [rows, currentId, place],
  );
  return { currentId, setCurrent, move };
}
