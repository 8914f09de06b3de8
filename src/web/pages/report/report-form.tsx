import { type ReportField, reportFields, reportLimits } from "#domain/impostor-report.ts";
import { HiddenFields } from "../../components/hidden-fields.tsx";
import { InquirySent } from "../../components/inquiry-sent.tsx";
import { Refusal } from "../../components/refusal.tsx";
import { TextField } from "../../components/text-field.tsx";
import { type Given, useMessageForm } from "../../components/use-message-form.ts";
import { reportReceived, reportWords } from "../../content/report.ts";
import { paths } from "../../routes.tsx";

/** The form of an impostor report. `given` is what stands in it already: what was refused, or what was asked before. */
export function ReportForm({ given, onLater }: { given: Given<ReportField> | undefined; onLater: () => void }) {
  const { accepted, refusal, retryAfter, sendLater, isSubmitting, form, errorOf, inputOf } = useMessageForm({
    kind: "impostor",
    fields: reportFields,
    given,
    isOpen: true,
    failure: "Failed to send the report",
    onLater,
  });
  if (accepted !== undefined) return <InquirySent accepted={accepted} title={reportReceived} />;
  return (
    <form {...form} action={paths.report}>
      <HiddenFields isInUse />
      <Refusal refusal={refusal} retryAfter={retryAfter} onLater={sendLater} />
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
