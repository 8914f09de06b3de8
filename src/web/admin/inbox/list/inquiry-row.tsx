import { type CSSProperties, memo } from "react";
import { Link } from "#web/page/router.tsx";
import type { InquirySummary } from "#contract/inbox.ts";
import { reportLabel, statusLabels } from "#web/public/receipt/status-copy.ts";
import type { DateWords } from "#web/admin/shell/dates.ts";
import type { RowPlace } from "./rows-shown.ts";

export interface RowActions {
  addressOf: (id: string) => string;
  toggle: (id: string, range: boolean) => void;
  open: (id: string) => void;
  focus: (id: string) => void;
}

interface RowProps {
  inquiry: InquirySummary;
  /** The row with `tabIndex` 0. */
  isCurrent: boolean;
  isOpen: boolean;
  isChosen: boolean;
  place: RowPlace;
  /** The number of rows in the list; -1 if unknown, as WAI-ARIA defines. */
  setSize: number;
  dates: DateWords;
  actions: RowActions;
}

/** One inquiry in the list. Memoized, since there are many. */
export const InquiryRow = memo(function InquiryRow(props: RowProps) {
  const { inquiry, isCurrent, isOpen, isChosen, place, setSize, dates, actions } = props;
  const { id, reference, kind, reported, status, assignee, receivedAt, name, city, excerpt, others, binned } = inquiry;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li
      className="inquiry-row"
      data-status={status}
      data-id={id}
      aria-posinset={place.number}
      aria-setsize={setSize}
      style={{ "--left-out": place.leftOut } as CSSProperties}
    >
      <input
        type="checkbox"
        className="pick"
        aria-label={`Choose ${name || reportLabel}, ${reference}`}
        tabIndex={tabIndex}
        checked={isChosen}
        // A change event has no modifier keys.
        onClick={(event) => actions.toggle(id, event.shiftKey)}
        onChange={() => undefined}
        onFocus={() => actions.focus(id)}
      />
      <Link
        id={`inquiry-${id}`}
        to={actions.addressOf(id)}
        onFocus={() => actions.focus(id)}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          actions.open(id);
        }}
        tabIndex={tabIndex}
        aria-current={isOpen ? "true" : undefined}
      >
        <span className="row-head">
          <span className="row-name" dir="auto">
            {name || reported}
          </span>{" "}
          <time dateTime={receivedAt}>{dates.short(receivedAt)}</time>
        </span>{" "}
        <span className="row-excerpt" dir="auto">
          {excerpt}
        </span>{" "}
        <span className="row-facts">
          {kind === "impostor" && <span className="kind">{reportLabel}</span>}{" "}
          {binned !== null && <span className="status">In the bin</span>}{" "}
          <span className="status" data-status={status}>
            {statusLabels[status]}
          </span>{" "}
          <span className="inquiry-reference">{reference}</span>{" "}
          <span className="row-more">{moreOf({ city, assignee, others })}</span>
        </span>
      </Link>
    </li>
  );
}, isSameRow);

function moreOf({ city, assignee, others }: Pick<InquirySummary, "city" | "assignee" | "others">): string {
  const facts = [
    city || undefined,
    assignee?.email,
    others === 0 ? undefined : others === 1 ? "1 other" : `${others} others`,
  ];
  return facts.filter((fact) => fact !== undefined).join(" · ");
}

/** A reload gives new objects even without changes. */
function isSameRow(before: RowProps, after: RowProps): boolean {
  const [a, b] = [before.inquiry, after.inquiry];
  return (
    a.id === b.id &&
    a.version === b.version &&
    a.others === b.others &&
    a.assignee?.email === b.assignee?.email &&
    before.isCurrent === after.isCurrent &&
    before.isOpen === after.isOpen &&
    before.isChosen === after.isChosen &&
    before.place.number === after.place.number &&
    before.place.leftOut === after.place.leftOut &&
    before.setSize === after.setSize &&
    before.dates === after.dates &&
    before.actions === after.actions
  );
}
