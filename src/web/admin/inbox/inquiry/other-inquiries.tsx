import { teamCopy } from "#copy/current.ts";
import { useId } from "react";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { Ago } from "#web/admin/shell/ago.tsx";
import type { DateFormats } from "#web/admin/shell/dates.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { Link } from "#web/page/router.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { ChoiceIcon } from "../list/status.tsx";
import { excerptText } from "../mail-remark.ts";
import { obstacleTo } from "../merge/merge-dialog.tsx";
import type { InquiryActions } from "../use-changes.ts";
import type { InboxView } from "../use-inbox-view.ts";

interface OthersProps {
  inquiry: InquiryDetail;
  view: InboxView;
  actions: InquiryActions;
  dates: DateFormats;
  now: number;
}

/** Other inquiries from the same number or address, to be merged into this one; renders nothing without any. */
export function OtherInquiries(props: OthersProps) {
  const { inquiry, view, actions, dates, now } = props;
  const { others, othersCount } = inquiry;
  const id = useId();
  if (others.length === 0) return null;
  const mayMerge = obstacleTo(inquiry) === undefined;
  return (
    <section className="details-others" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{teamCopy.inquiry.details.samePerson(teamCopy.inbox.limited(othersCount))}</h3>
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <Link to={view.addressWith({ inquiry: other.id })}>
              <ChoiceIcon name="status" value={other.status} />
              <span>
                <span className="inquiry-reference">{other.reference}</span>{" "}
                {other.mergedInto === null ? (
                  <span className="visually-hidden">{teamCopy.inbox.statuses[other.status]}</span>
                ) : (
                  <span className="other-status">{teamCopy.inboxList.merge.merged}</span>
                )}
              </span>{" "}
              <Ago at={other.receivedAt} now={now} dates={dates} />
              <span className="row-excerpt" dir="auto" lang={langOf(other.excerpt)}>
                {excerptText(other.excerpt) || other.reported}
              </span>
            </Link>
            {mayMerge && <MergeButton other={other} inquiry={inquiry} actions={actions} />}
          </li>
        ))}
      </ul>
      {othersCount > others.length && <p className="hint">{teamCopy.inquiry.details.newestShown(others.length)}</p>}
    </section>
  );
}

/** Merges another inquiry into the open one, or undoes that; one that is merged elsewhere has none. */
function MergeButton(props: Pick<OthersProps, "inquiry" | "actions"> & { other: InquiryDetail["others"][number] }) {
  const { other, inquiry, actions } = props;
  const isUndo = other.mergedInto !== null;
  if (isUndo && other.mergedInto?.id !== inquiry.id) return null;
  const label = isUndo
    ? teamCopy.inboxList.merge.undoOne(other.reference)
    : teamCopy.inboxList.merge.mergeOne(other.reference);
  return (
    <IconButton label={label} title={label} onClick={() => actions.merge({ from: other, into: inquiry, isUndo })}>
      <AdminIcon name={isUndo ? "undo" : "merge"} />
    </IconButton>
  );
}
