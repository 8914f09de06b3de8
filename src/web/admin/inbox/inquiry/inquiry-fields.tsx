import type { InquiryDetail } from "#contract/inbox.ts";
import { reportLabel } from "#web/public/receipt/status-copy.ts";

/** The visitor's text. */
export function InquiryFields({ inquiry }: { inquiry: InquiryDetail }) {
  const { kind, reported, phone, internationalPhone, email, city, query } = inquiry;
  const isReport = kind === "impostor";
  return (
    <>
      {isReport && (
        <div className="inquiry-reported">
          <p>
            <span className="kind">{reportLabel}</span>
          </p>
          {/* As text: it is likely a thief's link. */}
          <p dir="auto">{reported}</p>
        </div>
      )}
      {(!isReport || query !== "") && (
        <p className="inquiry-message" dir="auto">
          {query}
        </p>
      )}
      <dl className="inquiry-fields">
        {(!isReport || phone !== "") && (
          <div>
            <dt>Phone</dt>
            <dd>
              {internationalPhone ?? phone}
              {internationalPhone === null && <span className="hint"> (not a number that can be called)</span>}
            </dd>
          </div>
        )}
        {(!isReport || email !== "") && (
          <div>
            <dt>Email</dt>
            <dd>{email}</dd>
          </div>
        )}
        {!isReport && (
          <div>
            <dt>City</dt>
            <dd dir="auto">{city}</dd>
          </div>
        )}
      </dl>
    </>
  );
}
