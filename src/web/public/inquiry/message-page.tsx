import { copy } from "#copy/current.ts";
import { useState } from "react";
import type { InquiryField } from "#domain/inquiries/inquiry.ts";
import { FetchDocument } from "#web/ui/files/fetch-document.tsx";
import { InquirySent } from "./inquiry-sent.tsx";
import { useQueuedDraft } from "./queued-draft.ts";
import { useActiveChannels, usePageData } from "#web/page/page-data.ts";
import { Link, useLocation } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { InquiryForm } from "./inquiry-form.tsx";
import { ShortChannels } from "../channels/short-channels.tsx";
import { WhenAnswered } from "./when-answered.tsx";
import "../forms.css";
import "../texts.css";

/**
 * The inquiry form on its own page, for visitors without scripts; after a success the server redirects to `?sent=` and
 * a key.
 */
export function MessagePage() {
  const { refused, accepted } = usePageData();
  const channels = useActiveChannels() ?? [];
  const draft = useQueuedDraft<InquiryField>("message");
  const [isKept, setKept] = useState(false);
  const [isDone, setDone] = useState(false);
  const isSent = new URLSearchParams(useLocation().search).has("sent");
  if (isSent && accepted === undefined) return <FetchDocument />;
  return (
    <div className="with-aside">
      <section className="stack">
        <div>
          <h1>{copy.message.title}</h1>
          <div className="seam" />
        </div>
        {!isSent && !isDone && <WhenAnswered channels={channels} />}
        {isSent && accepted && (
          <div className="card">
            <InquirySent kind="message" accepted={accepted} title={copy.message.sent} />
          </div>
        )}
        {!(isSent && accepted) && !(isKept && draft === undefined) && (
          <div className="card">
            <InquiryForm
              key={draft?.id}
              given={draft ?? refused}
              isOpen
              onSent={() => setDone(true)}
              onLater={() => setKept(true)}
            />
          </div>
        )}
      </section>
      <aside className="card">
        <h2>{copy.message.rather.title}</h2>
        <p className="soft small-text">{copy.message.rather.text}</p>
        <ShortChannels channels={channels} />
        <Link className="quiet-link" to={paths.contact}>
          {copy.message.back}
        </Link>
      </aside>
    </div>
  );
}
