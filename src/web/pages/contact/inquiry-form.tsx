import type { RefusedInquiry } from "#contract/page.ts";
import type { Answered } from "#contract/receipt.ts";
import { inquiryFields, inquiryLimits } from "#domain/inquiry.ts";
import { api } from "../../api-client.ts";
import { ContinueInWhatsApp } from "../../components/continue-in-whatsapp.tsx";
import { HiddenFields } from "../../components/hidden-fields.tsx";
import { InquirySent } from "../../components/inquiry-sent.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useMessageForm } from "../../components/use-message-form.ts";
import { inquirySent, inquiryWords } from "../../content/inquiry.ts";
import { paths } from "../../routes.tsx";

/** The inquiry form. `refused` is what the server gave back without scripts. After a success the form is gone, and so is what was typed. */
export function InquiryForm(props: { refused?: RefusedInquiry | undefined; onSent?: (accepted: Answered) => void }) {
  const { accepted, refusal, isSubmitting, form, errorOf, inputOf } = useMessageForm({
    fields: inquiryFields,
    given: props.refused,
    send: api.sendInquiry,
    failure: "Failed to submit inquiry",
    onSent: props.onSent,
  });
  if (accepted !== undefined) return <InquirySent accepted={accepted} title={inquirySent} />;
  return (
    <form {...form} action={paths.message}>
      <HiddenFields />
      {refusal !== undefined && (
        <>
          <p className="refusal">{refusal}</p>
          <p className="onward">
            <ContinueInWhatsApp />
          </p>
        </>
      )}
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
    </form>
  );
}
