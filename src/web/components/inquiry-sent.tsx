import { useEffect, useRef } from "react";
import type { Answered } from "#contract/receipt.ts";
import { InquiryReceipt } from "./inquiry-receipt.tsx";

/** What stands in a form's place once its message is with the team; its heading takes the focus. */
export function InquirySent({ accepted, title }: { accepted: Answered; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="sent">
      <span className="ball" />
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{accepted.message}</p>
      <InquiryReceipt accepted={accepted} />
    </div>
  );
}
