import { useCallback, useMemo, useRef, useState } from "react";
import type { InquirySummary } from "#contract/inbox/inbox.ts";
import { useLatest } from "../use-latest.ts";

export interface Selection {
  ids: ReadonlySet<string>;
  inquiries: InquirySummary[];
  /** With `range`, everything from the previous selection to this one. */
  toggle: (id: string, range: boolean) => void;
  /** All loaded rows, or none. */
  setAll: (chosen: boolean) => void;
}

/** The selected rows, as far as they are in the list; a new `view` starts with none. */
export function useSelection(rows: readonly InquirySummary[], view: string): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string>(undefined);
  const shown = useLatest(rows);
  const [shownView, setShownView] = useState(view);
  if (shownView !== view) {
    setShownView(view);
    setChosen(new Set());
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
    (all: boolean) => setChosen(new Set(all ? shown.current.map(({ id }) => id) : [])),
    [shown],
  );

  return useMemo(() => {
    const inquiries = rows.filter(({ id }) => chosen.has(id));
    return { ids: new Set(inquiries.map(({ id }) => id)), inquiries, toggle, setAll };
  }, [rows, chosen, toggle, setAll]);
}
