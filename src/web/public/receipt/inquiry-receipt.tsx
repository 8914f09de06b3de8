import type { Answered } from "#contract/receipt.ts";
import { ContinueInWhatsApp } from "../contact/continue-in-whatsapp.tsx";

/** The result of an accepted inquiry: its reference, its private page, and the next steps. */
export function InquiryReceipt({ accepted }: { accepted: Answered }) {
  const { reference, receipt } = accepted;
  if (reference === undefined) return null;
  return (
    <>
      <p>
        Your reference <Reference reference={reference} />
      </p>
      <p className="onward">
        {/* Loads a new document: the key must not enter this page's state. */}
        <a href={receipt}>See your message</a>
        <ContinueInWhatsApp reference={reference} />
      </p>
    </>
  );
}

/** An inquiry's reference, readable by eye and by screen reader. */
export function Reference({ reference }: { reference: string }) {
  return (
    <strong
      className="reference"
      role="img"
      aria-label={`Reference: ${reference.replace("-", "").split("").join(" ")}`}
    >
      {reference}
    </strong>
  );
}
