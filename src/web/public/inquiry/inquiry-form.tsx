import type { Answered } from "#contract/receipt.ts";
import { type InquiryField, inquiryFields, inquiryLimits } from "#domain/inquiries/inquiry.ts";
import { ContinueInWhatsApp } from "../contact/continue-in-whatsapp.tsx";
import { ClearDraft } from "./clear-draft.tsx";
import { HiddenFields } from "./hidden-fields.tsx";
import { InquirySent } from "./inquiry-sent.tsx";
import { Refusal } from "./refusal.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { type Given, useMessageForm } from "./use-message-form.ts";
import { inquirySent, inquiryWords } from "./inquiry-copy.ts";
import { paths } from "#contract/paths.ts";

/** The inquiry form. `given` are its initial fields. After a success the form and its text are gone. */
export function InquiryForm(props: {
  given?: Given<InquiryField> | undefined;
  isOpen: boolean;
  onSent?: (accepted: Answered) => void;
  onLater?: () => void;
}) {
  const { isOpen } = props;
  const { accepted, refusal, retryAfter, sendLater, isSubmitting, clear, form, errorOf, inputOf } = useMessageForm({
    ...props,
    kind: "message",
    fields: inquiryFields,
    failure: "Failed to submit inquiry",
  });
  if (accepted !== undefined) return <InquirySent kind="message" accepted={accepted} title={inquirySent} />;
  return (
    <form {...form} action={paths.message}>
      <HiddenFields isInUse={isOpen} />
      <Refusal refusal={refusal} retryAfter={retryAfter} onLater={sendLater}>
        <ContinueInWhatsApp />
      </Refusal>
      {inquiryFields.map((field) => {
        const { label, rows, ...attributes } = inquiryWords[field];
        return (
          <TextField
            key={field}
            id={`inquiry-${field}`}
            label={label}
            error={errorOf(field)}
            {...(rows === undefined ? {} : { rows })}
            input={{ ...attributes, required: true, maxLength: inquiryLimits[field], ...inputOf(field) }}
          />
        );
      })}
      <button className="button" disabled={isSubmitting}>
        {isSubmitting ? "Sending Message..." : "Send Message"}
      </button>
      <ClearDraft onClear={clear} />
    </form>
  );
}
