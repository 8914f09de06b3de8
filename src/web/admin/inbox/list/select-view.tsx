import { teamCopy } from "#copy/current.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { InboxFilter } from "#contract/inbox/inbox.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { ProgressLine } from "../change-progress.tsx";
import type { InboxList } from "./use-inbox-list.ts";
import { loadView, maxOfView } from "./load-view.ts";
import type { Selection } from "./use-selection.ts";

/** Selects all that the filter shows, also what is not loaded as rows. A new filter stops it. */
export function useSelectView(filter: InboxFilter, view: string, setView: Selection["setView"]) {
  const [count, setCount] = useState(0);
  const running = useRef<{ view: string; control: AbortController }>(undefined);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn(control: AbortController) {
      running.current = { view, control };
      setCount(0);
      return loadView(filter, setCount, control.signal);
    },
    onSuccess({ inquiries, isWhole }, { signal }) {
      if (!signal.aborted) setView(inquiries, isWhole);
    },
  });
  function stop() {
    running.current?.control.abort();
    reset();
  }
  useEffect(() => {
    return () => {
      if (running.current?.view !== view) return;
      running.current.control.abort();
      reset();
    };
  }, [view, reset]);
  return { start: () => mutate(new AbortController()), stop, isLoading: isPending, count, error };
}

export type SelectView = ReturnType<typeof useSelectView>;

/** Says what of the view is selected, and offers to select all of it. */
export function SelectionLine(props: { inbox: InboxList; selection: Selection; selectView: SelectView }) {
  const { inbox, selection, selectView } = props;
  const { rows, query, total } = inbox;
  const known = total?.isAll === true ? total.count : undefined;
  const chosen = selection.ids.size;
  if (selectView.isLoading) {
    const all = known === undefined ? undefined : Math.min(known, maxOfView);
    return (
      <div className="selection-line">
        <ProgressLine
          label={teamCopy.inboxList.list.bulk.selecting}
          done={selectView.count}
          all={all}
          onStop={selectView.stop}
        />
      </div>
    );
  }
  if (selectView.error !== null) {
    return (
      <div className="selection-line">
        <Alert>
          <p>{teamCopy.inboxList.list.bulk.notSelected(actionFailureText(selectView.error))}</p>
          <Button variant="secondary" size="small" onClick={selectView.start}>
            {teamCopy.forms.tryAgain}
          </Button>
        </Alert>
      </div>
    );
  }
  const isOfRows = selection.ofView === undefined;
  if (chosen === 0 || (isOfRows && (!query.hasNextPage || chosen < rows.length))) return null;
  return (
    <div className="selection-line">
      <p role="status">
        {isOfRows
          ? teamCopy.inboxList.list.bulk.allLoaded(chosen)
          : selection.ofView === "first"
            ? teamCopy.inboxList.list.bulk.first(maxOfView)
            : selection.ofView === "all" && teamCopy.inboxList.list.bulk.allOfView(chosen)}
      </p>
      {isOfRows && (
        <Button variant="quiet" size="small" onClick={selectView.start}>
          {selectAllText(known)}
        </Button>
      )}
    </div>
  );
}

/** Returns a text such as `Select all 1,234`, or one without a number if it is not known. */
export function selectAllText(count: number | undefined): string {
  return count === undefined
    ? teamCopy.inboxList.list.bulk.selectAllOfView
    : teamCopy.inboxList.list.bulk.selectAll(count);
}
