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
import { asksToStop, erasePath, stopMailPath } from "#contract/conversation-paths.ts";
import { paths, receiptLink } from "#contract/paths.ts";
import { AnswerForm } from "./answer-form.tsx";
import { Conversation } from "./conversation.tsx";
import { useLiveReceipt } from "./use-live-receipt.ts";
import "./receipt.css";
import "../forms.css";

/**
 * A visitor's private page: the conversation, its status, and buttons to end emails and to erase it. Works without
 * scripts.
 */
export function ReceiptPage() {
  const { receipt, refusedAnswer } = usePageData();
  const { search } = useLocation();
  if (search === "?erased") return <Erased />;
  const key = new URLSearchParams(search).get("key") ?? "";
  if (receipt === undefined) return refusedAnswer === undefined ? <FetchDocument /> : <AnswerAgain keyed={key} />;
  return receipt === null ? <NothingHere /> : <LiveReceipt given={receipt} keyed={key} />;
}

function LiveReceipt({ given, keyed }: { given: Receipt; keyed: string }) {
  const { receipt, update } = useLiveReceipt(given, keyed);
  return receipt === null ? <NothingHere /> : <Message receipt={receipt} keyed={keyed} onAnswered={update} />;
}

/** For an answer that could not be stored: nothing else can be shown for now. */
function AnswerAgain({ keyed }: { keyed: string }) {
  return (
    <section className="narrow">
      <h1>Your message</h1>
      {/* A reload would send the form again. */}
      <AnswerForm keyed={keyed} onAnswered={() => location.replace(receiptLink(keyed))} />
    </section>
  );
}

function Message(props: { receipt: Receipt; keyed: string; onAnswered: (receipt: Receipt) => void }) {
  const { receipt, keyed, onAnswered } = props;
  const { reference, receivedAt, fields, mayAnswer } = receipt;
  const { continuedUnder } = receipt;
  const { status, meaning } = continuedUnder === null ? receiptWords[receipt.status] : continued(continuedUnder);
  const isOver = (receipt.status === "closed" && continuedUnder === null) || receipt.status === "binned";
  const link = receiptLink(keyed);
  const asksToStopMail = new URLSearchParams(useLocation().search).has(asksToStop);
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
        {asksToStopMail && <Mails receipt={receipt} keyed={keyed} />}
        <p className="receipt-status">
          <strong className={isOver ? "chip" : "chip open"}>{status}</strong> {meaning}
        </p>
        <section className="card">
          <Conversation receipt={receipt} keyed={keyed} />
          {mayAnswer && <AnswerForm keyed={keyed} onAnswered={onAnswered} />}
        </section>
        {!mayAnswer && (
          <p>
            <ButtonLink to={paths.message}>Send a new message</ButtonLink>
          </p>
        )}
        <section className="card">
          <h2>What you sent</h2>
          <dl className="receipt-fields">
            <div>
              <dt>Sent</dt>
              <dd>{receivedAt}</dd>
            </div>
            {receipt.reported !== "" && (
              <div>
                <dt>Reported as an impostor</dt>
                <dd>{receipt.reported}</dd>
              </div>
            )}
            {inquiryFields
              .filter((field) => field !== "query" && fields[field] !== "")
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
            Anyone who has the address of this page can read it, answer in your name and erase it, so keep it to
            yourself.
          </p>
          <div className="receipt-link">
            <LinkActions link={link} />
          </div>
          <ContinueInWhatsApp reference={reference} />
        </section>
        {!asksToStopMail && <Mails receipt={receipt} keyed={keyed} />}
        <section className="card receipt-aside">
          <h2>Erase your message</h2>
          <p className="soft small-text">
            Everything you sent is erased at once, with our replies and every note on it, and we can no longer answer
            you. This cannot be undone.
          </p>
          <details className="receipt-erase">
            <summary>Erase my message</summary>
            <form method="post" action={erasePath}>
              <input type="hidden" name="key" value={keyed} />
              <Button type="submit">Erase it for good</Button>
            </form>
          </details>
        </section>
        <PrivacyHint />
      </aside>
    </div>
  );
}

/** Whether the visitor gets an email at a reply, and the button that changes it. */
function Mails({ receipt: { mail }, keyed }: { receipt: Receipt; keyed: string }) {
  if (mail === null) return null;
  return (
    <section className="card receipt-aside">
      <h2>Mails about this message</h2>
      <p className="soft small-text">
        {mail === "on" ? "You may get a mail when we reply." : "You get no mail when we reply."}
      </p>
      <form method="post" action={stopMailPath}>
        <input type="hidden" name="key" value={keyed} />
        <input type="hidden" name="mail" value={mail === "on" ? "stopped" : "on"} />
        <Button type="submit" variant="secondary">
          {mail === "on" ? "Stop these mails" : "Mail me again"}
        </Button>
      </form>
    </section>
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

/** For an inquiry that the team has merged into another one. */
const continued = (reference: string) => ({
  status: "Merged",
  meaning: `We go on under ${reference}. What you write here reaches us there, too.`,
});

/** The status of an inquiry, worded for visitors. */
const receiptWords: Record<Receipt["status"], { status: string; meaning: string }> = {
  new: { status: "Received", meaning: "Your message has reached us. Someone of our team will read it soon." },
  "in progress": { status: "In progress", meaning: "Someone of our team is looking into it." },
  answered: { status: "Answered", meaning: "We have answered you: here, by phone, WhatsApp or e-mail." },
  binned: {
    status: "Deleted",
    meaning: "Our team has deleted it. It is kept a while in case that was a mistake, and then erased for good.",
  },
  closed: { status: "Closed", meaning: "Nothing more is to be done. Write to us again if we are mistaken." },
};
