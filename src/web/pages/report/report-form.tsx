import type { PageData } from "#contract/page.ts";
import { reportFields, reportLimits } from "#domain/impostor-report.ts";
import { HiddenFields } from "../../components/hidden-fields.tsx";
import { InquirySent } from "../../components/inquiry-sent.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useMessageForm } from "../../components/use-message-form.ts";
import { reportReceived, reportWords } from "../../content/report.ts";
import { paths } from "../../routes.tsx";
import { verifyApi } from "../../verify-api.ts";

/** The form of an impostor report. `given` is what stands in it already: what was refused, or what was asked before. */
export function ReportForm({ given }: { given: PageData["report"] }) {
  const { accepted, refusal, isSubmitting, form, errorOf, inputOf } = useMessageForm({
    fields: reportFields,
    given,
    send: verifyApi.report,
    failure: "Failed to send the report",
  });
  if (accepted !== undefined) return <InquirySent accepted={accepted} title={reportReceived} />;
  return (
    <form {...form} action={paths.report}>
      <HiddenFields />
      {refusal !== undefined && <p className="refusal">{refusal}</p>}
      {reportFields.map((field) => {
        const { label, hint, rows, input } = reportWords[field];
        return (
          <TextField
            key={field}
            id={`report-${field}`}
            label={label}
            hint={hint}
            error={errorOf(field)}
            {...(rows === undefined ? {} : { rows })}
            input={{ ...input, maxLength: reportLimits[field], ...inputOf(field) }}
          />
        );
      })}
      <button className="button" disabled={isSubmitting}>
        {isSubmitting ? "Sending..." : "Send report"}
      </button>
    </form>
  );
}
