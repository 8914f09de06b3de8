import { copy } from "#copy/current.ts";
import { useEffect, useRef, useState } from "react";
import type { ActiveChannel } from "#contract/channels/channel.ts";
import type { InquiryField } from "#domain/inquiries/inquiry.ts";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { useVisit } from "#web/page/page-data.ts";
import { useQueuedDraft } from "./queued-draft.ts";
import { InquiryForm } from "./inquiry-form.tsx";
import { WhenAnswered } from "./when-answered.tsx";

const closesAfter = 2500;

/** The inquiry form in a modal, which closes after a success. An unsent inquiry keeps its text. */
export function InquiryModal(props: { channels: readonly ActiveChannel[]; open: boolean; onClose: () => void }) {
  const { channels, open, onClose } = props;
  const closing = useRef<number>(undefined);
  const isSent = useRef(false);
  // Each inquiry has a new form.
  const [round, setRound] = useState(0);
  const draft = useQueuedDraft<InquiryField>("message");
  const { loaded } = useVisit().queue;

  // Visitors who use what the dialog shows close it themselves.
  useEffect(() => {
    const stay = () => clearTimeout(closing.current);
    const uses = ["pointerdown", "keydown", "wheel", "touchmove"] as const;
    for (const use of uses) addEventListener(use, stay, { passive: true });
    return () => {
      for (const use of uses) removeEventListener(use, stay);
    };
  }, []);

  // The dialog has given the focus back to its button, which may be far below what stays of the inquiry.
  useEffect(() => {
    if (open || !isSent.current) return;
    isSent.current = false;
    const received = document.getElementById("received");
    received?.focus({ preventScroll: true });
    received?.parentElement?.scrollIntoView({ block: "nearest" });
  }, [open]);

  function close() {
    onClose();
    clearTimeout(closing.current);
    if (!isSent.current) return;
    // Before the next form, which would begin with it.
    if (draft?.id !== undefined) loaded?.messages.forget("message", draft.id);
    setRound((last) => last + 1);
  }

  return (
    <Dialog open={open} onClose={close} title={copy.message.title} id="inquiry-title">
      <div className="stack">
        {open && <WhenAnswered channels={channels} />}
        <InquiryForm
          key={`${round} ${draft?.id ?? ""}`}
          given={draft}
          isOpen={open}
          onSent={() => {
            isSent.current = true;
            closing.current = window.setTimeout(close, closesAfter);
          }}
          onLater={() => {
            onClose();
            setRound((last) => last + 1);
          }}
        />
      </div>
    </Dialog>
  );
}
