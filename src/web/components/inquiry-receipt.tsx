import type { Answered } from "#contract/receipt.ts";
import { ContinueInWhatsApp } from "./continue-in-whatsapp.tsx";
import { Reference } from "./reference.tsx";

/** What a visitor has of an accepted inquiry: its reference, its private page, and the way on. */
export function InquiryReceipt({ accepted }: { accepted: Answered }) {
  const { reference, receipt } = accepted;
  if (reference === undefined) return null;
  return (
    <>
      <p>
        Your reference <Reference reference={reference} />
      </p>
      <p className="onward">
        {/* A document of its own: the key is no state of this page. */}
        <a href={receipt}>See your message</a>
        <ContinueInWhatsApp reference={reference} />
      </p>
    </>
  );
}
