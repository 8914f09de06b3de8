import { useState } from "react";
import type { ActiveContact } from "#contract/contact.ts";
import { AllHidden } from "../channels/notices.tsx";
import { Community } from "./community.tsx";
import { QuickContact } from "./quick-contact.tsx";
import { BigBall } from "#web/ui/ball.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useNow } from "../channels/use-now.ts";
import { useContacts, useIsHidden, useSite, useVisit } from "#web/page/page-data.ts";
import { useLocation } from "#web/page/router.tsx";
import { communityTab } from "#contract/paths.ts";
import { type ContactTab, ContactTabs, panelProps } from "./contact-tabs.tsx";
import { InquiryModal } from "../inquiry/inquiry-modal.tsx";
import "../forms.css";

export function ContactPage() {
  const { brands, figures, words } = useSite();
  const contacts = useContacts();
  const isHidden = useIsHidden();
  const tab = useLocation().search === communityTab ? "community" : "quick";
  const [writing, setWriting] = useState(false);
  const { addSent } = useVisit();
  return (
    <>
      <section className="hero contact-hero full">
        {!isHidden && <BigBall />}
        <div className="wrap">
          <p className="eyebrow">
            <Icon name="vouched" />
            {brands.contact.tagline}
          </p>
          <h1>{words.contactTitle}</h1>
          {!isHidden && (
            <>
              <p className="lead">{words.contactLead}</p>
              <dl className="figures">
                <Figure value={figures.winners} label="Winners" />
                <Figure value={figures.secure} label="Secure" />
                <Figure value={figures.payouts} label="Payouts" />
              </dl>
            </>
          )}
        </div>
      </section>
      <ContactTabs selected={tab} />
      {isHidden && <AllHidden />}
      <div className="panel" {...panelProps(tab)}>
        {contacts === undefined ? (
          <Spinner text="Loading contacts..." />
        ) : (
          <Channels tab={tab} contacts={contacts} onWrite={() => setWriting(true)} />
        )}
      </div>
      <InquiryModal open={writing} onClose={() => setWriting(false)} onSent={addSent} />
    </>
  );
}

function Channels(props: { tab: ContactTab; contacts: ActiveContact[]; onWrite: () => void }) {
  const { tab, contacts, onWrite } = props;
  const now = useNow(contacts);
  const { sent } = useVisit();
  if (tab === "community") return <Community contacts={contacts} now={now} />;
  return <QuickContact contacts={contacts} now={now} sent={sent} onWrite={onWrite} />;
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
