import { useState } from "react";
import type { PageData } from "#contract/page.ts";
import { type ReportField, reportFields, reportLimits } from "#domain/inquiries/inquiry.ts";
import { FetchDocument } from "#web/ui/fetch-document.tsx";
import { InquirySent } from "../inquiry/inquiry-sent.tsx";
import { PrivacyHint } from "../inquiry/privacy-hint.tsx";
import { useDraft } from "../inquiry/draft-in-tab.ts";
import { Helplines } from "../legal/helplines.tsx";
import { reportReceived, reportWords } from "./report-copy.ts";
import { usePageData, useVisit } from "#web/page/page-data.ts";
import { Link, useLocation } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { MessageForm } from "../inquiry/message-form.tsx";
import { type Given, useMessageForm } from "../inquiry/use-message-form.ts";
import "../forms.css";
import "../texts.css";

/** Reports an impostor; after a success without scripts the server redirects to `?sent=` and a key. */
export function ReportPage() {
  const { site, report, accepted } = usePageData();
  const { asked } = useVisit();
  const draft = useDraft<ReportField>("impostor");
  const [isKept, setKept] = useState(false);
  const isSent = new URLSearchParams(useLocation().search).has("sent");
  if (isSent && accepted === undefined) return <FetchDocument />;
  return (
    <div className="with-aside">
      <section className="stack">
        <div>
          <h1>Report an impostor</h1>
          <div className="seam" />
          <p className="lead">
            Is someone pretending to be us? Tell us, so that we can have it taken down and warn others.
          </p>
        </div>
        {isSent && accepted ? (
          <div className="card">
            <InquirySent kind="impostor" accepted={accepted} title={reportReceived} />
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
        <h2>Tell the authorities, too</h2>
        <p>Have you lost money or given away a password? Report it at once:</p>
        <Helplines helplines={site.reporting} />
        <p className="onward">
          <PrivacyHint />
          <Link className="quiet-link" to={paths.contact}>
            Back to all channels
          </Link>
        </p>
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
        const limit = reportLimits[field];
        return texts.rows === undefined
          ? { ...texts, input: { ...input, maxLength: limit } }
          : { ...texts, limit, input };
      }}
      send="Send report"
      sending="Sending..."
    />
  );
}
