import { useEffect, useRef } from "react";
import type { Answered } from "#contract/inquiries/submission.ts";
import type { InquiryKind } from "#domain/inquiries/inquiry.ts";
import { Icon } from "#web/ui/icon.tsx";
import { keepInTab } from "./draft-in-tab.ts";
import { InquiryReceipt } from "../receipt/receipt-parts.tsx";

/** Replaces the form once its inquiry is accepted; the heading takes the focus. */
export function InquirySent({ kind, accepted, title }: { kind: InquiryKind; accepted: Answered; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    keepInTab(kind, undefined);
    // The button that had the focus is gone.
    heading.current?.focus({ preventScroll: true });
    // Back to the top after a long form: the mark above it is whole, and a toast covers nothing.
    heading.current?.scrollIntoView({ block: "end" });
  }, [kind]);
  return (
    <div className="sent">
      <span className="big-check">
        <Icon name="check" />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{accepted.message}</p>
      <InquiryReceipt accepted={accepted} isPrimary />
    </div>
  );
}
