import { copy } from "#copy/current.ts";
import { here } from "#web/page/router.tsx";
import { type InquiryField, inquiryFields, inquiryLimits } from "#domain/inquiries/inquiry.ts";
import { ContinueInWhatsApp } from "../contact/continue-in-whatsapp.tsx";
import { InquirySent } from "./inquiry-sent.tsx";
import { MessageForm } from "./message-form.tsx";
import { type Given, useMessageForm } from "./use-message-form.ts";
import { inquiryInputs, inquiryLabel } from "./inquiry-inputs.ts";
import { paths } from "#contract/paths.ts";

/** The inquiry form. `given` are its initial fields. After a success the form and its text are gone. */
export function InquiryForm(props: {
  given?: Given<InquiryField> | undefined;
  isOpen: boolean;
  onSent?: () => void;
  onLater?: () => void;
}) {
  const { isOpen } = props;
  const state = useMessageForm({
    ...props,
    kind: "message",
    fields: inquiryFields,
    failure: copy.message.failed,
  });
  if (state.accepted !== undefined)
    return <InquirySent kind="message" accepted={state.accepted} title={copy.message.sent} />;
  return (
    <MessageForm
      state={state}
      action={here(paths.message)}
      isInUse={isOpen}
      id="inquiry"
      fields={inquiryFields}
      fieldOf={(field) => {
        const { rows, ...attributes } = inquiryInputs[field];
        const label = inquiryLabel(field);
        const limit = inquiryLimits[field];
        const input = { ...attributes, required: true };
        return rows === undefined ? { label, input: { ...input, maxLength: limit } } : { label, rows, limit, input };
      }}
      send={copy.message.title}
      sending={copy.message.sending}
    >
      <ContinueInWhatsApp />
    </MessageForm>
  );
}
