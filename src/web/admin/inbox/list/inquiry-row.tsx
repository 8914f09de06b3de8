import { teamCopy } from "#copy/current.ts";
import { type CSSProperties, Fragment, memo } from "react";
import { Link } from "#web/page/router.tsx";
import type { Tag } from "#contract/inbox/tag.ts";
import { RowTags } from "../tags/tag.tsx";
import type { FoundExcerpt, InquirySummary } from "#contract/inbox/inbox.ts";
import { unusualNames } from "#domain/inquiries/choices.ts";
import type { DateFormats } from "#web/admin/shell/dates.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { Avatar, personName } from "#web/admin/shell/person.tsx";
import type { GroupHeading } from "./waiting-groups.ts";
import type { RowPlace } from "./rows-shown.ts";
import { Excerpt, isSameExcerpt } from "./search-notes.tsx";
import { excerptText } from "../mail-remark.ts";
import { rowText } from "../choice-texts.ts";
import { languageNote } from "../reply-language.ts";
import { isSnoozed, snoozeState, untilText } from "../snooze/snooze-text.ts";
import { joined } from "#web/ui/joined.ts";
import { ChoiceIcon, SnoozeIcon } from "./status.tsx";

interface RowActions {
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
  /** Stands above the row. */
  heading: GroupHeading | undefined;
  /** When the visitor wrote last or, in the order of who waits, first; and how long ago that is, as text. */
  since: string;
  ago: string;
  /** Text about who is writing to the visitor, such as `Asha is replying`; undefined if nobody else is. */
  answering: string | undefined;
  /** The words that a search found in it, with what stands around them. */
  found: FoundExcerpt | undefined;
  /** Whether the visitor has waited long for a first reaction. */
  isLate: boolean;
  /** Whether the member has begun to write something in it. */
  hasDraft: boolean;
  tags: readonly Tag[];
  dates: DateFormats;
  actions: RowActions;
}

/** One inquiry in the list. Memoized, since there are many. */
export const InquiryRow = memo(function InquiryRow(props: RowProps) {
  const {
    inquiry,
    isCurrent,
    isOpen,
    isChosen,
    place,
    setSize,
    heading,
    since,
    ago,
    answering,
    found,
    isLate,
    hasDraft,
    tags,
    dates,
    actions,
  } = props;
  const { id, reference, reported, status, assignee, name, city, excerpt, others, snooze } = inquiry;
  const { binned, mergedInto, language, undelivered, unproven, unread } = inquiry;
  const tabIndex = isCurrent ? 0 : -1;
  const wrote = dates.full(since);
  return (
    <li
      className="inquiry-row"
      data-status={status}
      data-id={id}
      data-unread={unread || undefined}
      aria-posinset={place.number}
      aria-setsize={setSize}
      style={{ "--left-out": place.leftOut } as CSSProperties}
    >
      {heading !== undefined && (
        <h2 className={joined("row-group", heading.isLate && "late")}>
          {heading.isLate && <AdminIcon name="clock" />}
          {heading.text} <span>{heading.count}</span>
        </h2>
      )}
      {/* The checkbox takes the place of the shape. */}
      {isSnoozed(inquiry) ? <SnoozeIcon /> : <ChoiceIcon name="status" value={status} />}
      <input
        type="checkbox"
        className="pick"
        aria-label={teamCopy.inboxList.list.row.select(name || teamCopy.inbox.report, reference)}
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
          {unproven && <span className="row-tag kind">{teamCopy.inboxList.list.row.unproven}</span>}{" "}
          {undelivered && <span className="row-tag kind">{teamCopy.inboxList.list.views.undelivered}</span>}{" "}
          {hasDraft && <span className="row-tag draft">{teamCopy.inquiry.composer.draft}</span>}{" "}
          {snooze !== null ? (
            <span className={joined("row-tag snooze", snooze.isOver && "woken")} title={snoozeState(snooze, dates)}>
              {snooze.isOver ? teamCopy.inbox.snooze.over : untilText(snooze.until, dates)}
            </span>
          ) : (
            city !== "" &&
            tags.length === 0 && (
              <span className="row-tag" dir="auto">
                {city}
              </span>
            )
          )}{" "}
          {tags.length > 0 && (
            <span className="row-tags" aria-hidden="true">
              <RowTags tags={tags} />
            </span>
          )}
          {languageNote(language) !== null && <span className="row-tag">{languageNote(language)}</span>}{" "}
          {binned !== null && <span className="row-tag">{teamCopy.inboxList.list.row.inBin}</span>}{" "}
          {mergedInto !== null && <span className="row-tag">{teamCopy.inboxList.merge.merged}</span>}{" "}
          {others > 0 && (
            <span className="row-tag" title={teamCopy.inboxList.list.row.others(others)}>
              <AdminIcon name="person" />+{others}
            </span>
          )}
        </span>{" "}
        <time className={isLate ? "late" : undefined} dateTime={since} title={wrote}>
          <span aria-hidden="true">{ago}</span>
          <span className="visually-hidden">{wrote}</span>
        </time>{" "}
        {answering === undefined ? (
          <span className="row-excerpt" dir="auto">
            {/* The line above has no room: it would cut the number or the link that was reported, or be cut. */}
            {unusualNames(inquiry).map((field) => (
              <Fragment key={field}>
                <span className="row-tag kind">{rowText(field, inquiry[field])}</span>{" "}
              </Fragment>
            ))}
            {found === undefined ? excerptText(excerpt) : <Excerpt parts={found} />}
          </span>
        ) : (
          <span className="row-excerpt answering">
            <AdminIcon name="edit" />
            {answering}
          </span>
        )}{" "}
        <span className="row-assignee" title={assignee?.email ?? teamCopy.inboxList.list.row.nobody}>
          <Avatar email={assignee?.email ?? null} size="small" />
        </span>
        <span className="visually-hidden">
          {unread && teamCopy.inboxList.list.row.unread} {teamCopy.inbox.statuses[status]}{" "}
          {isSnoozed(inquiry) && teamCopy.inbox.snooze.snoozed} {reference}{" "}
          {assignee !== null && teamCopy.inboxList.list.row.assignedTo(personName(assignee.email))}{" "}
          {others > 0 && teamCopy.inboxList.list.row.others(others)}{" "}
          {tags.length > 0 && teamCopy.inboxList.list.row.tagged(tags.map((tag) => tag.name).join(", "))}
        </span>
      </Link>
    </li>
  );
}, isSameRow);

/** A reload gives new objects even without changes. */
function isSameRow(before: RowProps, after: RowProps): boolean {
  const [a, b] = [before.inquiry, after.inquiry];
  return (
    a.id === b.id &&
    a.version === b.version &&
    a.others === b.others &&
    a.mergedInto?.id === b.mergedInto?.id &&
    a.snooze?.isOver === b.snooze?.isOver &&
    a.undelivered === b.undelivered &&
    a.unproven === b.unproven &&
    a.unread === b.unread &&
    before.since === after.since &&
    before.heading?.text === after.heading?.text &&
    before.heading?.count === after.heading?.count &&
    before.heading?.isLate === after.heading?.isLate &&
    a.assignee?.email === b.assignee?.email &&
    before.isCurrent === after.isCurrent &&
    before.isOpen === after.isOpen &&
    before.isChosen === after.isChosen &&
    before.place.number === after.place.number &&
    before.place.leftOut === after.place.leftOut &&
    before.setSize === after.setSize &&
    before.ago === after.ago &&
    before.answering === after.answering &&
    isSameExcerpt(before.found, after.found) &&
    before.isLate === after.isLate &&
    before.hasDraft === after.hasDraft &&
    before.tags.length === after.tags.length &&
    before.tags.every((tag, index) => tag === after.tags[index]) &&
    before.dates === after.dates &&
    before.actions === after.actions
  );
}
