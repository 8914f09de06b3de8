import { copy } from "#copy/current.ts";
import { type KeyboardEvent, useState } from "react";
import type { ActiveChannel } from "#contract/channels/channel.ts";
import { AllHidden } from "../channels/notices.tsx";
import { Community } from "./community.tsx";
import { QuickContact } from "./quick-contact.tsx";
import { BigBall } from "#web/ui/ball.tsx";
import { Official } from "#web/ui/icon.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { useNow } from "../channels/use-now.ts";
import { useActiveChannels, useFigures, useIsHidden, useSite, useVisit } from "#web/page/page-data.ts";
import { Link, navigate, useLocation } from "#web/page/router.tsx";
import { communityTab, paths } from "#contract/paths.ts";
import { InquiryModal } from "../inquiry/inquiry-modal.tsx";
import "../forms.css";
import { useHydrated } from "#web/page/use-hydrated.ts";

export function ContactPage() {
  const { words } = useSite();
  const figures = useFigures();
  const channels = useActiveChannels();
  const isHidden = useIsHidden();
  const tab = useLocation().search === communityTab ? "community" : "quick";
  const [writing, setWriting] = useState(false);
  return (
    <>
      <section className="hero contact-hero full">
        {!isHidden && <BigBall />}
        <div className="wrap">
          <Official />
          <h1 lang={langOf(words.contactTitle)}>{words.contactTitle}</h1>
          {!isHidden && (
            <>
              <p className="lead" lang={langOf(words.contactLead)}>
                {words.contactLead}
              </p>
              <dl className="figures">
                <Figure value={figures.winners} label={copy.contact.winners} />
                <Figure value={figures.secure} label={copy.contact.secure} />
                <Figure value={figures.payouts} label={copy.contact.payouts} />
              </dl>
            </>
          )}
        </div>
      </section>
      <ContactTabs selected={tab} />
      {isHidden && <AllHidden />}
      <div className="panel" {...panelProps(tab)}>
        {channels === undefined ? (
          <Spinner text={copy.channels.loading} />
        ) : (
          <Channels tab={tab} channels={channels} onWrite={() => setWriting(true)} />
        )}
      </div>
      <InquiryModal channels={channels ?? []} open={writing} onClose={() => setWriting(false)} />
    </>
  );
}

function Channels(props: { tab: ContactTab; channels: ActiveChannel[]; onWrite: () => void }) {
  const { tab, channels, onWrite } = props;
  const now = useNow(channels);
  const { sent } = useVisit();
  if (tab === "community") return <Community channels={channels} now={now} />;
  return <QuickContact channels={channels} now={now} sent={sent} onWrite={onWrite} />;
}

/** Shows a figure; nothing if it is empty. */
function Figure({ value, label }: { value: string | undefined; label: string }) {
  if (!value) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

type ContactTab = "quick" | "community";

const tabs: Array<{ name: ContactTab; label: () => string; to: string }> = [
  { name: "quick", label: () => copy.contact.quick, to: paths.contact },
  { name: "community", label: () => copy.contact.community, to: paths.contact + communityTab },
];

/**
 * The tab list (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). Each tab is a link, so that it works without scripts.
 */
function ContactTabs({ selected }: { selected: ContactTab }) {
  // Each tab is a Tab stop until the arrow keys work.
  const roving = useHydrated();

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const at = tabs.findIndex(({ name }) => name === selected);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) {
      // A link reacts to Enter only; a tab to Space as well.
      if (event.key === " " && event.target instanceof HTMLElement) {
        event.preventDefault();
        event.target.click();
      }
      return;
    }
    event.preventDefault();
    const tab = tabs[(next + tabs.length) % tabs.length];
    if (tab === undefined) return;
    document.getElementById(`tab-${tab.name}`)?.focus();
    // Switching tabs adds no history entry.
    navigate(tab.to, { replace: true });
  }

  return (
    <div className="tabs full" id="channels">
      <div className="wrap" role="tablist" aria-label={copy.contact.ways} onKeyDown={onKeyDown}>
        {tabs.map(({ name, label, to }) => (
          <Link
            key={name}
            id={`tab-${name}`}
            role="tab"
            to={to}
            aria-selected={name === selected}
            aria-controls={name === selected ? `panel-${name}` : undefined}
            tabIndex={roving && name !== selected ? -1 : 0}
          >
            {label()}
          </Link>
        ))}
      </div>
    </div>
  );
}

/** The ids that connect a panel and its tab. */
function panelProps(tab: ContactTab) {
  return { role: "tabpanel", id: `panel-${tab}`, "aria-labelledby": `tab-${tab}`, tabIndex: 0 } as const;
}
