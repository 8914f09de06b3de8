import type { InquiryDetail } from "#contract/inbox.ts";

/** What the visitor wrote. */
export function InquiryFields({ inquiry }: { inquiry: InquiryDetail }) {
  const { phone, internationalPhone, email, city, query } = inquiry;
  return (
    <>
      <p className="inquiry-message" dir="auto">
        {query}
      </p>
      <dl className="inquiry-fields">
        <div>
          <dt>Phone</dt>
          <dd>
            {internationalPhone ?? phone}
            {internationalPhone === null && <span className="hint"> (not a number that can be called)</span>}
          </dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{email}</dd>
        </div>
        <div>
          <dt>City</dt>
          <dd dir="auto">{city}</dd>
        </div>
      </dl>
    </>
  );
}
