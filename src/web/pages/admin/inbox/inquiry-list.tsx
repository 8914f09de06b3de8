import { type RefObject, useEffect, useMemo, useRef } from "react";
import type { InquirySummary } from "#contract/inbox.ts";
import { useDateWords } from "./dates.ts";
import { InquiryRow } from "./inquiry-row.tsx";
import type { InboxView } from "./use-inbox-view.ts";
import type { RowFocus } from "./use-row-focus.ts";
import type { Selection } from "./use-selection.ts";

/** Further rows are asked for this far before the last one is seen. */
const ahead = "1200px";

/** The inquiries of a view, the newest first, with a way to more of them. */
export function InquiryList(props: {
  rows: readonly InquirySummary[];
  view: InboxView;
  selection: Selection;
  focus: RowFocus;
  list: RefObject<HTMLOListElement | null>;
  busy: boolean;
  /** A row was pressed. */
  onOpen: () => void;
  more: { isThere: boolean; isLoading: boolean; failed: boolean; load: () => void };
}) {
  const { rows, view, selection, focus, list, busy, onOpen, more } = props;
  const { addressWith, openId } = view;
  const { toggle } = selection;
  const dates = useDateWords();
  const actions = useMemo(
    () => ({ addressOf: (id: string) => addressWith({ inquiry: id }), toggle, open: onOpen }),
    [addressWith, toggle, onOpen],
  );
  return (
    <>
      <ol
        ref={list}
        className="inquiry-list"
        aria-label="Inquiries"
        aria-busy={busy}
        onFocus={({ target }) => {
          const id = target.closest("li")?.dataset["id"];
          if (id !== undefined) focus.setCurrent(id);
        }}
      >
        {rows.map((inquiry) => (
          <InquiryRow
            key={inquiry.id}
            inquiry={inquiry}
            isCurrent={inquiry.id === focus.currentId}
            isOpen={inquiry.id === openId}
            isChosen={selection.ids.has(inquiry.id)}
            replace={openId !== undefined}
            dates={dates}
            actions={actions}
          />
        ))}
      </ol>
      {more.isThere && <MoreButton {...more} />}
    </>
  );
}

/** Loads more when it comes near, and when it is pressed. */
function MoreButton({ isLoading, failed, load }: { isLoading: boolean; failed: boolean; load: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef({ load, waits: isLoading || failed });
  latest.current = { load, waits: isLoading || failed };

  useEffect(() => {
    if (button.current === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true && !latest.current.waits) latest.current.load();
      },
      { rootMargin: ahead },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
    // It is told once that the button is near; what comes next must ask again.
  }, [isLoading]);

  return (
    <div className="load-more">
      {failed && <p className="refusal">More could not be loaded.</p>}
      <button ref={button} type="button" className="button quiet" aria-disabled={isLoading} onClick={() => !isLoading && load()}>
        {isLoading ? "Loading..." : "Load more"}
      </button>
    </div>
  );
}
