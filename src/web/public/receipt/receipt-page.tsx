import type { Receipt } from "#contract/submission.ts";
import { inquiryFields } from "#domain/inquiries/inquiry.ts";
import { ContinueInWhatsApp } from "../contact/continue-in-whatsapp.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { FetchDocument } from "#web/ui/fetch-document.tsx";
import { LinkActions, Reference } from "./receipt-parts.tsx";
import { inquiryWords } from "../inquiry/inquiry-copy.ts";
import { PrivacyHint } from "../inquiry/privacy-hint.tsx";
import { usePageData } from "#web/page/page-data.ts";
import { useLocation } from "#web/page/router.tsx";
import { erasePath, paths } from "#contract/paths.ts";
import "./receipt.css";
import "../forms.css";

/** A visitor's private page: the inquiry, its status, and a button to erase it. Works without scripts. */
export function ReceiptPage() {
  const { receipt } = usePageData();
  const { search } = useLocation();
  if (search === "?erased") return <Erased />;
  if (receipt === undefined) return <FetchDocument />;
  return receipt === null ? <NothingHere /> : <Message receipt={receipt} keyed={search} />;
}

/** `keyed` is the query string with the key. */
function Message({ receipt, keyed }: { receipt: Receipt; keyed: string }) {
  const { reference, receivedAt, fields } = receipt;
  const { status, meaning } = receiptWords[receipt.status];
  const isOver = receipt.status === "closed" || receipt.status === "binned";
  return (
    <div className="with-aside">
      <section className="stack">
        <div>
          <h1>Your message</h1>
          <div className="seam" />
          <p className="lead">
            Reference <Reference reference={reference} />
          </p>
        </div>
        <p className="receipt-status">
          <strong className={isOver ? "chip" : "chip open"}>{status}</strong> {meaning}
        </p>
        <section className="card">
          <h2>What you sent</h2>
          <dl className="receipt-fields">
            <div>
              <dt>Sent</dt>
              <dd>{receivedAt}</dd>
            </div>
            {receipt.kind === "impostor" && (
              <div>
                <dt>Reported as an impostor</dt>
                <dd>{receipt.reported}</dd>
              </div>
            )}
            {inquiryFields
              .filter((field) => fields[field] !== "")
              .map((field) => (
                <div key={field}>
                  <dt>{inquiryWords[field].label}</dt>
                  <dd>{fields[field]}</dd>
                </div>
              ))}
          </dl>
        </section>
      </section>
      <aside className="stack">
        <section className="card receipt-aside">
          <h2>Keep this link</h2>
          <p className="soft small-text">
            Anyone who has the address of this page can see your message and erase it, so keep it to yourself.
          </p>
          <div className="receipt-link">
            <LinkActions link={paths.receipt + keyed} />
          </div>
          <ContinueInWhatsApp reference={reference} />
        </section>
        <section className="card receipt-aside">
          <h2>Erase your message</h2>
          <p className="soft small-text">
            Everything you sent is erased at once, with every note on it, and we can no longer answer you. This cannot
            be undone.
          </p>
          <details className="receipt-erase">
            <summary>Erase my message</summary>
            <form method="post" action={erasePath}>
              <input type="hidden" name="key" value={new URLSearchParams(keyed).get("key") ?? ""} />
              <Button type="submit">Erase it for good</Button>
            </form>
          </details>
        </section>
        <PrivacyHint />
      </aside>
    </div>
  );
}

function Erased() {
  return (
    <section className="narrow">
      <h1>Your message is erased</h1>
      <p>Nothing of what you sent is left with us. If you still need us, our channels are open.</p>
      <p>
        <ButtonLink to={paths.contact}>Back to all channels</ButtonLink>
      </p>
    </section>
  );
}

function NothingHere() {
  return (
    <section className="narrow">
      <h1>There is no message here</h1>
      <p>
        The address may not be complete: please open the whole link, just as you got it. A message that was erased shows
        nothing, either.
      </p>
      <p>
        <ButtonLink to={paths.contact}>Back to all channels</ButtonLink>
      </p>
    </section>
  );
}

/** The status of an inquiry, worded for visitors. */
const receiptWords: Record<Receipt["status"], { status: string; meaning: string }> = {
  new: { status: "Received", meaning: "Your message has reached us. Someone of our team will read it soon." },
  "in progress": { status: "In progress", meaning: "Someone of our team is looking into it." },
  answered: { status: "Answered", meaning: "We have answered you by phone, WhatsApp or e-mail." },
  binned: {
    status: "Deleted",
    meaning: "Our team has deleted it. It is kept a while in case that was a mistake, and then erased for good.",
  },
  closed: { status: "Closed", meaning: "Nothing more is to be done. Write to us again if we are mistaken." },
};
