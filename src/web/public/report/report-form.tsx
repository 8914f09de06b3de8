import { type ReportField, reportFields, reportLimits } from "#domain/inquiries/impostor-report.ts";
import { ClearDraft } from "../inquiry/clear-draft.tsx";
import { HiddenFields } from "../inquiry/hidden-fields.tsx";
import { InquirySent } from "../inquiry/inquiry-sent.tsx";
import { Refusal } from "../inquiry/refusal.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { type Given, useMessageForm } from "../inquiry/use-message-form.ts";
import { reportReceived, reportWords } from "./report-copy.ts";
import { paths } from "#contract/paths.ts";

/** The impostor report form. `given` are its initial fields: those of a rejected report, or the verify page's input. */
export function ReportForm({ given, onLater }: { given: Given<ReportField> | undefined; onLater: () => void }) {
  const { accepted, refusal, retryAfter, sendLater, isSubmitting, clear, form, errorOf, inputOf } = useMessageForm({
    kind: "impostor",
    fields: reportFields,
    given,
    isOpen: true,
    failure: "Failed to send the report",
    onLater,
  });
  if (accepted !== undefined) return <InquirySent kind="impostor" accepted={accepted} title={reportReceived} />;
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
      <ClearDraft onClear={clear} />
    </form>
  );
}
