import { useState } from "react";
import type { Contact } from "#contract/contact.ts";
import { channelLink } from "#domain/channels/channel-link.ts";
import { brandOf, type ChannelType } from "#domain/brands/brands.ts";
import { ChannelCard } from "#web/public/channels/channel-card.tsx";
import { useNow } from "#web/public/channels/use-now.ts";
import { homeCards } from "#web/public/home/home-cards.ts";
import { asVisitorsSee, isKnownZone } from "./as-visitors-see.ts";
import { Button } from "#web/ui/button.tsx";

/** Types without a card on the home page use the contact page's. */
const cards: Partial<Record<ChannelType, { title: string; action: string; badge?: string }>> = homeCards;

/** Toggles a preview of the card of a channel that is being edited. */
export function CardPreview({ id, draft }: { id: string; draft: Contact }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="card-preview">
      <Button
        variant="secondary"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {open ? "Hide the preview" : "Preview"}
      </Button>
      {open && (
        <div id={id} role="group" aria-label="As visitors will see it">
          <VisitorsCard draft={draft} />
        </div>
      )}
    </div>
  );
}

function VisitorsCard({ draft }: { draft: Contact }) {
  const { type, value, isActive } = draft;
  const [at] = useState(() => Date.now());
  const contacts = [asVisitorsSee(draft, at)];
  const now = useNow(contacts);
  if (!channelLink(type, value).ok) {
    return <p className="hint">Visitors see no card: there is nothing yet that it could lead to.</p>;
  }
  const { label, action } = brandOf(type);
  return (
    <>
      {!isActive && <p className="hint">It is switched off: visitors will see this only once you switch it on.</p>}
      {!isKnownZone(draft.hours) && (
        <p className="hint">There is no time zone of this name, so nobody can tell when it is open.</p>
      )}
      <ChannelCard type={type} contacts={contacts} now={now} {...(cards[type] ?? { title: label, action })} />
    </>
  );
}
