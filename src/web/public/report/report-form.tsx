import { type ReportField, reportFields, reportLimits } from "#domain/inquiries/impostor-report.ts";
import { InquirySent } from "../inquiry/inquiry-sent.tsx";
import { MessageForm } from "../inquiry/message-form.tsx";
import { type Given, useMessageForm } from "../inquiry/use-message-form.ts";
import { reportReceived, reportWords } from "./report-copy.ts";
import { paths } from "#contract/paths.ts";

/** The impostor report form. `given` are its initial fields: those of a rejected report, or the verify page's input. */
export function ReportForm({ given, onLater }: { given: Given<ReportField> | undefined; onLater: () => void }) {
  const state = useMessageForm({
    kind: "impostor",
    fields: reportFields,
    given,
    isOpen: true,
    failure: "Failed to send the report",
    onLater,
  });
  if (state.accepted !== undefined)
    return <InquirySent kind="impostor" accepted={state.accepted} title={reportReceived} />;
  return (
    <MessageForm
      state={state}
      action={paths.report}
      isInUse
      id="report"
      fields={reportFields}
      fieldOf={(field) => {
        const { input, ...texts } = reportWords[field];
        return { ...texts, input: { ...input, maxLength: reportLimits[field] } };
      }}
      send="Send report"
      sending="Sending..."
    />
  );
}
