import { copy } from "#copy/current.ts";
import type { Receipt } from "#contract/inquiries/submission.ts";
import { inquiryFields } from "#domain/inquiries/inquiry.ts";
import { ContinueInWhatsApp } from "../contact/continue-in-whatsapp.tsx";
import { Button, ButtonLink } from "#web/ui/buttons/button.tsx";
import { FetchDocument } from "#web/ui/files/fetch-document.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { LinkActions, Reference } from "./receipt-parts.tsx";
import { inquiryLabel } from "../inquiry/inquiry-inputs.ts";
import { PrivacyHint } from "../inquiry/privacy-hint.tsx";
import { usePageData } from "#web/page/page-data.ts";
import { here, useLocation } from "#web/page/router.tsx";
import { asksToStop, erasePath, stopMailPath } from "#contract/conversation-paths.ts";
import { lostLink, type LostStep, paths, receiptLink } from "#contract/paths.ts";
import { AddressConfirmation, useConfirmationStep } from "./address-confirmation.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { Conversation } from "./conversation.tsx";
import { LostLink } from "./lost-link.tsx";
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
  const query = new URLSearchParams(search);
  const lostStep = lostSteps.find((step) => step === query.get("lost"));
  if (lostStep !== undefined) return <LostLink step={lostStep} />;
  const key = query.get("key") ?? "";
  if (receipt === undefined) return refusedAnswer === undefined ? <FetchDocument /> : <AnswerAgain keyed={key} />;
  return receipt === null ? <NothingHere /> : <LiveReceipt given={receipt} keyed={key} />;
}

const lostSteps = ["ask", "sent", "wrong", "many"] as const satisfies readonly LostStep[];

function LiveReceipt({ given, keyed }: { given: Receipt; keyed: string }) {
  const { receipt, update } = useLiveReceipt(given, keyed);
  return receipt === null ? <NothingHere /> : <Message receipt={receipt} keyed={keyed} onAnswered={update} />;
}

/** Page after an answer that could not be stored: nothing else can be shown for now. */
function AnswerAgain({ keyed }: { keyed: string }) {
  return (
    <section className="narrow">
      <h1>{copy.receipt.title}</h1>
      {/* A reload would send the form again. */}
      <AnswerForm keyed={keyed} onAnswered={() => location.replace(here(receiptLink(keyed)))} />
    </section>
  );
}

function Message(props: { receipt: Receipt; keyed: string; onAnswered: (receipt: Receipt) => void }) {
  const { receipt, keyed, onAnswered } = props;
  const { reference, receivedAt, fields, mayAnswer } = receipt;
  const { continuedUnder } = receipt;
  const { status, meaning } = continuedUnder === null ? copy.receipt.states[receipt.status] : continued(continuedUnder);
  const isOver = (receipt.status === "closed" && continuedUnder === null) || receipt.status === "binned";
  const link = receiptLink(keyed);
  const asksToStopMail = new URLSearchParams(useLocation().search).has(asksToStop);
  const isProving = useConfirmationStep() !== undefined && receipt.address === "open";
  const proof = <AddressConfirmation receipt={receipt} keyed={keyed} />;
  // Shown beside the words that it is about.
  const hasNotice = receipt.address === "open" && receipt.entries.some(({ isNotice }) => isNotice);
  return (
    <div className="with-aside">
      <section className="stack">
        <div>
          <h1>{copy.receipt.title}</h1>
          <div className="seam" />
          <p className="lead">
            {copy.receipt.reference} <Reference reference={reference} />
          </p>
        </div>
        {asksToStopMail && <Mails receipt={receipt} keyed={keyed} />}
        {isProving && proof}
        {continuedUnder === null && isStep(receipt.status) ? (
          <>
            <Steps receipt={receipt} />
            <p>{meaning}</p>
          </>
        ) : (
          <p className="receipt-status">
            <strong className={isOver ? "chip" : "chip open"}>{status}</strong> {meaning}
          </p>
        )}
        <section className="card">
          <Conversation receipt={receipt} keyed={keyed} />
          {mayAnswer && <AnswerForm keyed={keyed} onAnswered={onAnswered} />}
        </section>
        {!isProving && hasNotice && proof}
        {!mayAnswer && (
          <p>
            <ButtonLink to={paths.message}>{copy.receipt.new}</ButtonLink>
          </p>
        )}
        <details className="card receipt-sent" open={receipt.reported !== ""}>
          <summary>
            <h2>{copy.receipt.whatYouSent}</h2>
            <Icon name="chevron" />
          </summary>
          <dl className="receipt-fields">
            <div>
              <dt>{copy.receipt.sentAt}</dt>
              <dd>{receivedAt}</dd>
            </div>
            {receipt.reported !== "" && (
              <div>
                <dt>{copy.receipt.reported}</dt>
                <dd>{receipt.reported}</dd>
              </div>
            )}
            {inquiryFields
              .filter((field) => field !== "query" && fields[field] !== "")
              .map((field) => (
                <div key={field}>
                  <dt>{inquiryLabel(field)}</dt>
                  <dd>{fields[field]}</dd>
                </div>
              ))}
          </dl>
        </details>
      </section>
      <aside className="stack">
        <section className="card receipt-aside">
          <h2>{copy.receipt.keepLink.title}</h2>
          <p className="soft small-text">{copy.receipt.keepLink.text}</p>
          <div className="receipt-link">
            <LinkActions link={link} />
          </div>
          <ContinueInWhatsApp reference={reference} />
        </section>
        {!isProving && !hasNotice && proof}
        {!asksToStopMail && <Mails receipt={receipt} keyed={keyed} />}
        <section className="card receipt-aside">
          <h2>{copy.receipt.erase.title}</h2>
          <p className="soft small-text">{copy.receipt.erase.text}</p>
          <details className="receipt-erase">
            <summary>{copy.receipt.erase.open}</summary>
            <form method="post" action={here(erasePath)}>
              <input type="hidden" name="key" value={keyed} />
              <Button type="submit">{copy.receipt.erase.do}</Button>
            </form>
          </details>
        </section>
        <PrivacyHint />
      </aside>
    </div>
  );
}

const steps = ["new", "in progress", "answered"] as const satisfies ReadonlyArray<Receipt["status"]>;

const isStep = (status: Receipt["status"]): status is (typeof steps)[number] => steps.some((step) => step === status);

/** Shows the steps of an inquiry: received, in progress, answered; with the times that are known. */
function Steps({ receipt: { status, receivedTime, entries } }: { receipt: Receipt }) {
  const times = { new: receivedTime, answered: entries.findLast(({ kind }) => kind === "reply")?.time };
  const current = steps.findIndex((step) => step === status);
  return (
    <ol className="steps">
      {steps.map((step, at) => (
        <li key={step} className={at > current ? "soft" : "done"} aria-current={at === current ? "step" : undefined}>
          <strong>{copy.receipt.states[step].status}</strong>
          {at <= current && step !== "in progress" && <span className="soft small-text">{times[step]}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Shows whether the visitor gets an email at a reply, with the button that changes it. */
function Mails({ receipt: { mail }, keyed }: { receipt: Receipt; keyed: string }) {
  if (mail === null) return null;
  return (
    <section className="card receipt-aside">
      <h2>{copy.receipt.mails.title}</h2>
      <p className="soft small-text">{mail === "on" ? copy.receipt.mails.on : copy.receipt.mails.stopped}</p>
      <form method="post" action={here(stopMailPath)}>
        <input type="hidden" name="key" value={keyed} />
        <input type="hidden" name="mail" value={mail === "on" ? "stopped" : "on"} />
        <Button type="submit" variant="secondary">
          {mail === "on" ? copy.receipt.mails.stop : copy.receipt.mails.again}
        </Button>
      </form>
    </section>
  );
}

function Erased() {
  return (
    <section className="narrow">
      <h1>{copy.receipt.erased.title}</h1>
      <p>{copy.receipt.erased.text}</p>
      <p>
        <ButtonLink to={paths.contact}>{copy.message.back}</ButtonLink>
      </p>
    </section>
  );
}

function NothingHere() {
  return (
    <section className="narrow">
      <h1>{copy.receipt.nothing.title}</h1>
      <p>{copy.receipt.nothing.text}</p>
      <p>
        <a href={here(lostLink("ask"))}>{copy.receipt.lost.title}</a>
      </p>
      <p>
        <ButtonLink to={paths.contact}>{copy.message.back}</ButtonLink>
      </p>
    </section>
  );
}

/** Returns the texts for an inquiry that the team has merged into another one. */
const continued = (reference: string) => ({
  status: copy.receipt.merged.status,
  meaning: copy.receipt.merged.meaning(reference),
});
