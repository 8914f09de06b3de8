import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { InquirySummary } from "#contract/inbox.ts";

/** The link of an inquiry's row, where the focus is sent. */
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

/** Gives the focus to a row, or to the list where that is not there, unless something else has it. */
export function takeLostFocus(id: string | undefined, list: HTMLElement | null): void {
  if (document.activeElement === document.body) (rowLink(id ?? "") ?? list)?.focus();
}

export interface RowFocus {
  /** The one row that the Tab key stops at. */
  currentId: string | undefined;
  setCurrent: (id: string) => void;
  /**
   * Gives the focus to the row so many further down than the one that has it, otherwise than the open one, and answers it.
   */
  move: (by: 1 | -1, openId: string | undefined) => InquirySummary | undefined;
}

/**
 * Of many rows one is a stop for the Tab key; it moves with the focus and with what is opened, and on to the next row when
 * its own goes. Another `view` begins at its first row.
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
  // Where a row has gone, the next one has come.
  const currentId = rows[at === -1 ? Math.min(place, rows.length - 1) : at]?.id;

  useEffect(() => {
    // The row that had the focus is gone. If it is the open one, the keys still act on that.
    if (hadFocus.current && document.activeElement === document.body) {
      const isOpenGone = openId !== undefined && openId === chosenId && at === -1;
      const next = isOpenGone ? openPanel() : rowLink(currentId ?? "");
      (next ?? list.current)?.focus();
    }
    hadFocus.current = list.current?.contains(document.activeElement) ?? false;
  });

  const move = useCallback(
    (by: 1 | -1, fromId: string | undefined) => {
      const indexOf = (wanted: string | undefined) => rows.findIndex(({ id }) => id === wanted);
      const focused = indexOf(focusedId());
      const from = focused === -1 ? indexOf(fromId) : focused;
      // Where the open one has gone, the next one has come; with none open, the first press goes where the Tab key would.
      const gone = fromId === undefined ? indexOf(currentId) : by === 1 ? place : place - 1;
      const next = rows[from === -1 ? gone : from + by];
      if (next === undefined) return undefined;
      setCurrent(next.id);
      rowLink(next.id)?.focus();
      return next;
    },
    [rows, currentId, place],
  );
  return { currentId, setCurrent, move };
}
