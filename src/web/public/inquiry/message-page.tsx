import { useState } from "react";
import type { InquiryField } from "#domain/inquiries/inquiry.ts";
import { FetchDocument } from "#web/ui/fetch-document.tsx";
import { InquirySent } from "./inquiry-sent.tsx";
import { PrivacyHint } from "./privacy-hint.tsx";
import { useDraft } from "./draft-in-tab.ts";
import { inquirySent } from "./inquiry-copy.ts";
import { usePageData } from "#web/page/page-data.ts";
import { Link, useLocation } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { InquiryForm } from "./inquiry-form.tsx";
import "../forms.css";

/**
 * The inquiry form on its own page, for visitors without scripts; after a success the server redirects to `?sent=` and
 * a key.
 */
export function MessagePage() {
  const { refused, accepted } = usePageData();
  const draft = useDraft<InquiryField>("message");
  const [isKept, setKept] = useState(false);
  const isSent = new URLSearchParams(useLocation().search).has("sent");
  if (isSent && accepted === undefined) return <FetchDocument />;
  return (
    <section className="narrow">
      <h1>Send Message</h1>
      {isSent && accepted && <InquirySent kind="message" accepted={accepted} title={inquirySent} />}
      {!(isSent && accepted) && !(isKept && draft === undefined) && (
        <InquiryForm key={draft?.id} given={draft ?? refused} isOpen onLater={() => setKept(true)} />
      )}
      <p>
        <PrivacyHint /> <Link to={paths.contact}>Back to all channels</Link>
      </p>
    </section>
  );
}
