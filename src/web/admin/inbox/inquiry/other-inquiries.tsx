import { useId } from "react";
import type { InquiryDetail } from "#contract/inbox.ts";
import { Link } from "#web/page/router.tsx";
import { statusLabels } from "#web/public/receipt/status-copy.ts";
import { useDateWords } from "#web/admin/shell/dates.ts";
import type { InboxView } from "../use-inbox-view.ts";

/** Other inquiries from the same number or address; renders nothing without any. */
export function OtherInquiries({ others, view }: { others: InquiryDetail["others"]; view: InboxView }) {
  const id = useId();
  const dates = useDateWords();
  if (others.length === 0) return null;
  return (
    <section className="other-inquiries" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>From the same person ({others.length})</h3>
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <Link to={view.addressWith({ inquiry: other.id })}>
              <span className="inquiry-reference">{other.reference}</span>{" "}
              <span className="status" data-status={other.status}>
                {statusLabels[other.status]}
              </span>{" "}
              <time dateTime={other.receivedAt}>{dates.short(other.receivedAt)}</time>{" "}
              <span className="row-excerpt" dir="auto">
                {other.excerpt}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
