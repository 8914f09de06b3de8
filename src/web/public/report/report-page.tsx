import { copy } from "#copy/current.ts";
import { useState, type ComponentProps } from "react";
import type { PageData } from "#contract/page.ts";
import { type ReportField, reportFields, reportLimits } from "#domain/inquiries/inquiry.ts";
import { FetchDocument } from "#web/ui/files/fetch-document.tsx";
import { InquirySent } from "../inquiry/inquiry-sent.tsx";
import { useQueuedDraft } from "../inquiry/queued-draft.ts";
import { useLegalFacts } from "../legal/use-legal-facts.ts";
import { Helplines } from "../legal/helplines.tsx";
import { usePageData, useVisit } from "#web/page/page-data.ts";
import { here, Link, useLocation } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { MessageForm } from "../inquiry/message-form.tsx";
import { type Given, useMessageForm } from "../inquiry/use-message-form.ts";
import "../forms.css";
import "../texts.css";

/** Reports an impostor; after a success without scripts the server redirects to `?sent=` and a key. */
export function ReportPage() {
  const { particulars, report, accepted } = usePageData();
  const { facts } = useLegalFacts(particulars);
  const { asked } = useVisit();
  const draft = useQueuedDraft<ReportField>("impostor");
  const [isKept, setKept] = useState(false);
  const isSent = new URLSearchParams(useLocation().search).has("sent");
  if (isSent && accepted === undefined) return <FetchDocument />;
  return (
    <div className="with-aside">
      <section className="stack">
        <div>
          <h1>{copy.report.title}</h1>
          <div className="seam" />
          <p className="lead">{copy.report.lead}</p>
        </div>
        {isSent && accepted ? (
          <div className="card">
            <InquirySent kind="impostor" accepted={accepted} title={copy.report.received} />
          </div>
        ) : (
          !(isKept && draft === undefined) && (
            <div className="card">
              <ReportForm
                key={draft?.id}
                given={draft ?? (asked === undefined ? report : reportOn(asked))}
                onLater={() => setKept(true)}
              />
            </div>
          )
        )}
      </section>
      <aside>
        <h2>{copy.report.authorities}</h2>
        <p>{copy.report.lost}</p>
        <Helplines helplines={facts?.reporting ?? []} />
        <Link className="quiet-link" to={paths.contact}>
          {copy.message.back}
        </Link>
      </aside>
    </div>
  );
}

/** A form prefilled with the verify page's input. */
function reportOn(reported: string): PageData["report"] {
  return { values: { reported, happened: "", reach: "" }, errors: {} };
}

/** The impostor report form. `given` are its initial fields: those of a rejected report, or the verify page's input. */
function ReportForm({ given, onLater }: { given: Given<ReportField> | undefined; onLater: () => void }) {
  const state = useMessageForm({
    kind: "impostor",
    fields: reportFields,
    given,
    isOpen: true,
    failure: copy.report.failed,
    onLater,
  });
  if (state.accepted !== undefined)
    return <InquirySent kind="impostor" accepted={state.accepted} title={copy.report.received} />;
  return (
    <MessageForm
      state={state}
      action={here(paths.report)}
      isInUse
      id="report"
      fields={reportFields}
      fieldOf={(field) => {
        const texts = copy.report.fields[field];
        const input = reportInputs[field];
        const limit = reportLimits[field];
        return field === "happened"
          ? { ...texts, rows: 4, limit, input }
          : { ...texts, input: { ...input, maxLength: limit } };
      }}
      send={copy.report.send}
      sending={copy.report.sending}
    />
  );
}

type Input = ComponentProps<"input">;

/** Browser attributes of the fields of an impostor report. */
const reportInputs: Record<ReportField, Pick<Input, "required" | "autoComplete" | "autoCapitalize" | "spellCheck">> = {
  reported: { required: true, autoComplete: "off", autoCapitalize: "none", spellCheck: false },
  happened: {},
  reach: { autoComplete: "email", autoCapitalize: "none", spellCheck: false },
};
