import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { PageData } from "#contract/page.ts";
import type { Answered } from "#contract/receipt.ts";
import { type ReportField, reportFields, reportLimits } from "#domain/impostor-report.ts";
import { ApiError } from "../../api-client.ts";
import { TextField } from "../../components/text-field.tsx";
import { useToast } from "../../components/toast.tsx";
import { reportWords } from "../../content/report.ts";
import { paths } from "../../routes.tsx";
import { verifyApi } from "../../verify-api.ts";
import { InquirySent } from "../contact/inquiry-form.tsx";

export const reportReceived = "Report received";

type Errors = Partial<Record<ReportField, string>>;
type State =
  | { name: "open" | "submitting" }
  | { name: "sent"; accepted: Answered }
  | { name: "refused"; message: string; errors: Errors };

/** The form of an impostor report. `given` is what the server put into it: what was refused, or what was asked before. */
export function ReportForm({ given }: { given: PageData["report"] }) {
  const [state, setState] = useState<State>(
    given?.message === undefined ? { name: "open" } : { name: "refused", message: given.message, errors: given.errors },
  );
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const about = useAsked();

  useEffect(() => {
    if (state.name === "refused") form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [state]);

  useEffect(() => {
    const field = form.current?.querySelector("input");
    if (about !== undefined && field?.value === "") field.value = about;
  }, [about]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (field: ReportField) => {
      const value = typed.get(field);
      return typeof value === "string" ? value : "";
    };
    setState({ name: "submitting" });
    try {
      const report = { reported: text("reported"), happened: text("happened"), reach: text("reach") };
      const accepted = await verifyApi.report(report);
      toast("success", accepted.message);
      setState({ name: "sent", accepted });
    } catch (error) {
      const failure = error instanceof ApiError ? error : undefined;
      const message = failure?.serverMessage ?? "Failed to send the report";
      toast("error", message);
      setState({ name: "refused", message, errors: failure?.errors ?? {} });
    }
  }

  if (state.name === "sent") return <InquirySent accepted={state.accepted} title={reportReceived} />;

  const errors = state.name === "refused" ? state.errors : {};
  const submitting = state.name === "submitting";
  const firstRefused = reportFields.find((field) => given?.errors[field] !== undefined);
  return (
    <form ref={form} className="form" method="post" action={paths.report} onSubmit={(event) => void send(event)}>
      {state.name === "refused" && <p className="refusal">{state.message}</p>}
      {reportFields.map((field) => {
        const { label, hint, rows, input } = reportWords[field];
        return (
          <TextField
            key={field}
            id={`report-${field}`}
            label={label}
            hint={hint}
            error={errors[field]}
            {...(rows === undefined ? {} : { rows })}
            input={{
              ...input,
              name: field,
              maxLength: reportLimits[field],
              defaultValue: given?.values[field],
              // Without scripts, the browser itself puts the focus there.
              autoFocus: field === firstRefused,
            }}
          />
        );
      })}
      <button className="button" disabled={submitting}>
        {submitting ? "Sending..." : "Send report"}
      </button>
    </form>
  );
}

/** What the verify page was asked before; undefined where the visitor came another way. */
function useAsked(): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || state === null || !("about" in state)) return undefined;
  return typeof state.about === "string" ? state.about : undefined;
}
