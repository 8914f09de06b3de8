import { useRef, useState } from "react";
import type { Answered } from "#contract/receipt.ts";
import { Modal } from "../../components/modal.tsx";
import { PrivacyHint } from "../../components/privacy-hint.tsx";
import { InquiryForm } from "./inquiry-form.tsx";

const closesAfter = 2500;

/** The inquiry form over the page; it closes by itself after a success. A message that was not sent keeps what was typed. */
export function InquiryModal(props: { open: boolean; onClose: () => void; onSent: (accepted: Answered) => void }) {
  const { open, onClose, onSent } = props;
  const closing = useRef<number>(undefined);
  // Each inquiry has a new form.
  const [round, setRound] = useState(0);

  function close() {
    onClose();
    if (closing.current === undefined) return;
    clearTimeout(closing.current);
    closing.current = undefined;
    setRound((last) => last + 1);
  }

  return (
    <Modal open={open} onClose={close} title="Write to our team" id="inquiry-title">
      <InquiryForm
        key={round}
        onSent={(accepted) => {
          onSent(accepted);
          closing.current = window.setTimeout(close, closesAfter);
        }}
      />
      <p className="hint">
        <PrivacyHint />
      </p>
    </Modal>
  );
}
