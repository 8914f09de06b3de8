import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { InquirySummary } from "#contract/inbox.ts";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { InquiryRow } from "./inquiry-row.tsx";
import { rowsShown } from "./rows-shown.ts";
import type { InboxView } from "../use-inbox-view.ts";
import type { RowFocus } from "./use-row-focus.ts";
import { useRowsNear } from "./use-rows-near.ts";
import type { Selection } from "./use-selection.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

/** The distance before the last row at which more rows are requested. */
const ahead = "1200px";

interface RowsProps {
  rows: readonly InquirySummary[];
  view: InboxView;
  selection: Selection;
  focus: RowFocus;
  list: RefObject<HTMLElement | null>;
  /** The rows belong to the previous view. */
  busy: boolean;
  /** A row was pressed. */
  onOpen: (id: string) => void;
}

/** The inquiries of a view, the newest first, with a button for more. */
export function InquiryList({ more, ...props }: RowsProps & { more: { isThere: boolean } & MoreProps }) {
  const { rows, view, busy } = props;
  // Outgoing rows keep their links: rendering them again is wasted work.
  const [addressWith, setAddressWith] = useState(() => view.addressWith);
  if (!busy && addressWith !== view.addressWith) setAddressWith(() => view.addressWith);
  return (
    <>
      {/* A new view is a new list: React removes a whole list faster than its rows. */}
      <Rows key={addressWith({})} {...props} addressWith={addressWith} setSize={more.isThere ? -1 : rows.length} />
      {more.isThere && <MoreButton {...more} />}
    </>
  );
}

function Rows(props: RowsProps & { addressWith: InboxView["addressWith"]; setSize: number }) {
  const { rows, view, selection, focus, list, busy, onOpen, addressWith, setSize } = props;
  const { openId } = view;
  const { toggle } = selection;
  const { currentId, setCurrent } = focus;
  const dates = useDateWords();
  const near = useRowsNear(list, rows.length);
  const kept = [currentId, openId].map((id) => rows.findIndex((row) => row.id === id));
  const { shown, leftOut } = rowsShown(rows, near, kept);
  const actions = useMemo(
    () => ({ addressOf: (id: string) => addressWith({ inquiry: id }), toggle, open: onOpen, focus: setCurrent }),
    [addressWith, toggle, onOpen, setCurrent],
  );
  return (
    <ol
      ref={list as RefObject<HTMLOListElement | null>}
      className="inquiry-list"
      aria-label="Inquiries"
      aria-busy={busy}
      style={{ "--left-out": leftOut } as CSSProperties}
    >
      {shown.map(({ row, place }) => (
        <InquiryRow
          key={row.id}
          inquiry={row}
          isCurrent={row.id === currentId}
          isOpen={row.id === openId}
          isChosen={selection.ids.has(row.id)}
          place={place}
          setSize={setSize}
          dates={dates}
          actions={actions}
        />
      ))}
    </ol>
  );
}

interface MoreProps {
  isLoading: boolean;
  /** More rows, or the present ones, are loading. */
  isBusy: boolean;
  failed: boolean;
  load: () => void;
}

/** Loads more when it comes near the window, and on a press. */
function MoreButton({ isLoading, isBusy, failed, load }: MoreProps) {
  const button = useRef<HTMLButtonElement>(null);
  const near = useEffectEvent(() => {
    if (!failed) load();
  });

  useEffect(() => {
    // If the button is still near after loading, a new observer fires again.
    if (button.current === null || isBusy) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && near(), {
      rootMargin: ahead,
    });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [isBusy]);

  return (
    <div className="load-more">
      {failed && <Alert>More could not be loaded.</Alert>}
      <Button ref={button} variant="secondary" busy={isLoading} onClick={() => load()}>
        {isLoading ? "Loading..." : "Load more"}
      </Button>
    </div>
  );
}
