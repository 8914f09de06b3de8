import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { InquirySummary } from "#contract/inbox.ts";

/** The link of an inquiry's row, where the focus is sent. */
export function rowLink(id: string): HTMLElement | null {
  return document.getElementById(`inquiry-${id}`);
}

/** Gives the focus to a row, or to the list where that is not there, unless something else has it. */
export function takeLostFocus(id: string | undefined, list: HTMLElement | null): void {
  if (document.activeElement === document.body) (rowLink(id ?? "") ?? list)?.focus();
}

export interface RowFocus {
  /** The one row that the Tab key stops at. */
  currentId: string | undefined;
  setCurrent: (id: string) => void;
  /** Gives the focus to the row so many further down, and answers it. */
  move: (by: 1 | -1) => InquirySummary | undefined;
}

/** Of many rows one is a stop for the Tab key; it moves with the focus, and on to the next row when its own goes. */
export function useRowFocus(rows: readonly InquirySummary[], list: RefObject<HTMLElement | null>): RowFocus {
  const [chosenId, setCurrent] = useState<string>();
  const [place, setPlace] = useState(0);
  const hadFocus = useRef(false);
  const at = rows.findIndex(({ id }) => id === chosenId);
  if (at !== -1 && at !== place) setPlace(at);
  // Where a row has gone, the next one has come.
  const currentId = rows[at === -1 ? Math.min(place, rows.length - 1) : at]?.id;

  useEffect(() => {
    // The row that had the focus is gone.
    if (hadFocus.current && document.activeElement === document.body && currentId !== undefined) {
      rowLink(currentId)?.focus();
    }
    hadFocus.current = list.current?.contains(document.activeElement) ?? false;
  });

  const move = useCallback(
    (by: 1 | -1) => {
      const from = rows.findIndex(({ id }) => id === currentId);
      const isAt =
        rowLink(currentId ?? "")
          ?.closest("li")
          ?.contains(document.activeElement) === true;
      // The first press goes to the row that the Tab key would.
      const next = isAt || from === -1 ? rows[from + by] : rows[from];
      if (next === undefined) return undefined;
      setCurrent(next.id);
      rowLink(next.id)?.focus();
      return next;
    },
    [rows, currentId],
  );
  return { currentId, setCurrent, move };
}
