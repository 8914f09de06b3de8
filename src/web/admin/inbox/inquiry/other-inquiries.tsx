import { useId } from "react";
import type { InquiryDetail } from "#contract/inbox.ts";
import { Ago } from "#web/admin/shell/ago.tsx";
import type { DateWords } from "#web/admin/shell/dates.ts";
import { Link } from "#web/page/router.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { othersText, statusLabels } from "../inbox-copy.ts";
import { StatusIcon } from "../list/status.tsx";
import type { InboxView } from "../use-inbox-view.ts";

/** Other inquiries from the same number or address; renders nothing without any. */
export function OtherInquiries(props: { inquiry: InquiryDetail; view: InboxView; dates: DateWords; now: number }) {
  const { inquiry, view, dates, now } = props;
  const { others, othersCount } = inquiry;
  const id = useId();
  if (others.length === 0) return null;
  return (
    <section className="details-others" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>From the same person ({othersText(othersCount)})</h3>
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <Link to={view.addressWith({ inquiry: other.id })}>
              <StatusIcon status={other.status} />
              <span>
                <span className="inquiry-reference">{other.reference}</span>{" "}
                <span className="other-status">{statusLabels[other.status]}</span>
              </span>{" "}
              <Ago at={other.receivedAt} now={now} dates={dates} />
              <span className="row-excerpt" dir="auto" lang={langOf(other.excerpt)}>
                {other.excerpt || other.reported}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {othersCount > others.length && <p className="hint">The newest {others.length} are shown.</p>}
    </section>
  );
}
