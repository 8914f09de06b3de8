import { useCallback, useMemo, useRef, useState } from "react";
import type { InquirySummary } from "#contract/inbox/inbox.ts";
import { useLatest } from "../use-latest.ts";

export interface Selection {
  ids: ReadonlySet<string>;
  inquiries: InquirySummary[];
  /** Selects or deselects an inquiry; with `range`, all from the previous selection to this one. */
  toggle: (id: string, range: boolean) => void;
  /** All loaded rows, or none. */
  setAll: (chosen: boolean) => void;
  /** The inquiries of the view, also those that are not loaded as rows; `isWhole`: there are no others. */
  setView: (inquiries: readonly InquirySummary[], isWhole: boolean) => void;
  /**
   * Part of a view that is selected beyond its loaded rows: all of it, or the first ones; undefined if only rows are.
   */
  ofView: "all" | "first" | "some" | undefined;
}

interface ChosenOfView {
  inquiries: readonly InquirySummary[];
  isWhole: boolean;
}

/**
 * The selected rows, as far as they are in the list, and those that `setView` has added, as they were then: none
 * are left once a change was made, whose number is `made`. A new `view` starts with none.
 */
export function useSelection(rows: readonly InquirySummary[], view: string, made?: number): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [beyond, setBeyond] = useState<ChosenOfView>();
  const anchor = useRef<string>(undefined);
  const shown = useLatest(rows);
  const [shownView, setShownView] = useState(view);
  if (shownView !== view) {
    setShownView(view);
    setChosen(new Set());
    setBeyond(undefined);
  }

  const [lastMade, setLastMade] = useState(made);
  if (made !== undefined && made !== lastMade) {
    setLastMade(made);
    if (beyond !== undefined) setChosen(new Set());
    setBeyond(undefined);
  }

  const toggle = useCallback(
    (id: string, range: boolean) => {
      const ids = shown.current.map((row) => row.id);
      const [at, start] = [ids.indexOf(id), range ? ids.indexOf(anchor.current ?? "") : -1];
      const touched = start === -1 ? [id] : ids.slice(Math.min(at, start), Math.max(at, start) + 1);
      anchor.current = id;
      setChosen((before) => {
        const after = new Set(before);
        const isOn = !before.has(id);
        for (const one of touched) {
          if (isOn) after.add(one);
          else after.delete(one);
        }
        return after;
      });
    },
    [shown],
  );
  const setAll = useCallback(
    (all: boolean) => {
      setBeyond(undefined);
      setChosen(new Set(all ? shown.current.map(({ id }) => id) : []));
    },
    [shown],
  );
  const setView = useCallback((inquiries: readonly InquirySummary[], isWhole: boolean) => {
    setBeyond({ inquiries, isWhole });
    setChosen(new Set(inquiries.map(({ id }) => id)));
  }, []);

  return useMemo(() => {
    const inquiries = chosenOf(rows, chosen, beyond?.inquiries);
    const isEach = beyond?.inquiries.every(({ id }) => chosen.has(id)) === true;
    const ofView = beyond === undefined ? undefined : !isEach ? "some" : beyond.isWhole ? "all" : "first";
    return { ids: new Set(inquiries.map(({ id }) => id)), inquiries, toggle, setAll, setView, ofView };
  }, [rows, chosen, beyond, toggle, setAll, setView]);
}

/** A row is taken as it is shown now; what is not among the rows, as it was when the view was selected. */
export function chosenOf(
  rows: readonly InquirySummary[],
  chosen: ReadonlySet<string>,
  ofView: readonly InquirySummary[] = [],
): InquirySummary[] {
  const inRows = rows.filter(({ id }) => chosen.has(id));
  const ids = new Set(inRows.map(({ id }) => id));
  return [...inRows, ...ofView.filter(({ id }) => chosen.has(id) && !ids.has(id))];
}
