import { type FormEvent, useEffect, useRef, useState } from "react";
import type { RefusedInquiry } from "#contract/page.ts";
import type { Answered } from "#contract/receipt.ts";
import { type Inquiry, type InquiryField, inquiryFields, inquiryLimits } from "#domain/inquiry.ts";
import { api, ApiError } from "../../api-client.ts";
import { ContinueInWhatsApp } from "../../components/continue-in-whatsapp.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useToast } from "../../components/toast.tsx";
import { inquiryWords } from "../../content/inquiry.ts";
import { paths } from "../../routes.tsx";
import { InquiryReceipt } from "./inquiry-receipt.tsx";

type State =
  | { name: "open" | "submitting" }
  | { name: "sent"; accepted: Answered }
  | { name: "refused"; message: string; errors: RefusedInquiry["errors"] };

/**
 * The inquiry form: sent by the browser itself without scripts, by a call with them. `refused` is what the server gave back to the
 * former. After a success the form is gone, and so is what was typed.
 */
export function InquiryForm(props: { refused?: RefusedInquiry | undefined; onSent?: (accepted: Answered) => void }) {
  const { refused, onSent } = props;
  const [state, setState] = useState<State>(refused === undefined ? { name: "open" } : { name: "refused", ...refused });
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const errors = state.name === "refused" ? state.errors : {};

  useEffect(() => {
    if (state.name === "refused") form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [state]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (field: InquiryField) => {
      const value = typed.get(field);
      return typeof value === "string" ? value : "";
    };
    const inquiry: Inquiry = {
      name: text("name"),
      phone: text("phone"),
      email: text("email"),
      city: text("city"),
      query: text("query"),
    };
    setState({ name: "submitting" });
    try {
      const accepted = await api.sendInquiry(inquiry);
      toast("success", accepted.message);
      setState({ name: "sent", accepted });
      onSent?.(accepted);
    } catch (error) {
      const failure = error instanceof ApiError ? error : undefined;
      const message = failure?.serverMessage ?? "Failed to submit inquiry";
      toast("error", message);
      setState({ name: "refused", message, errors: failure?.errors ?? {} });
    }
  }

  if (state.name === "sent") return <InquirySent accepted={state.accepted} />;

  const submitting = state.name === "submitting";
  const firstRefused = inquiryFields.find((field) => refused?.errors[field] !== undefined);
  return (
    <form ref={form} className="form" method="post" action={paths.message} onSubmit={(event) => void send(event)}>
      {state.name === "refused" && (
        <>
          <p className="refusal">{state.message}</p>
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
            error={errors[field]}
            {...(rows === undefined ? {} : { rows })}
            input={{
              ...attributes,
              name: field,
              required: true,
              maxLength: inquiryLimits[field],
              defaultValue: refused?.values[field],
              // Without scripts, the browser itself puts the focus there.
              autoFocus: field === firstRefused,
            }}
          />
        );
      })}
      <button className="button" disabled={submitting}>
        {submitting ? "Sending Message..." : "Send Message"}
      </button>
    </form>
  );
}

export function InquirySent({
  accepted,
  title = "Message Sent Successfully!",
}: {
  accepted: Answered;
  title?: string;
}) {
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
