import { useState } from "react";
import type { ActiveContact, Contact } from "#contract/contact.ts";
import { channelLink } from "#domain/channels/channel-link.ts";
import { brandOf, type ChannelType } from "#domain/brands/brands.ts";
import { ChannelRow, LeadChannel } from "#web/public/channels/channel-cards.tsx";
import { useNow } from "#web/public/channels/use-now.ts";
import { homeCards } from "#web/public/home/home-cards.ts";
import { Button } from "#web/ui/button.tsx";
import { availabilityOf } from "#domain/time/availability.ts";
import { openingChannels, withAvailability } from "#domain/channels/visible-channels.ts";

/** Types without a card on the home page use the contact page's. */
const cards: Partial<Record<ChannelType, { title: string; action: string; tag?: string }>> = homeCards;

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
  const shown = { contacts, now, isPrimary: false, ...(cards[type] ?? { title: label, action }) };
  return (
    <>
      {!isActive && <p className="hint">It is switched off: visitors will see this only once you switch it on.</p>}
      {!isKnownZone(draft.hours) && (
        <p className="hint">There is no time zone of this name, so nobody can tell when it is open.</p>
      )}
      {type === "whatsapp" ? (
        <LeadChannel {...shown} isPrimary />
      ) : (
        <ul className="card rows">
          <ChannelRow {...shown} />
        </ul>
      )}
    </>
  );
}

/** A channel as visitors see it at `now` (milliseconds since 1970). */
export function asVisitorsSee({ hours, ...contact }: Contact, now: number): ActiveContact {
  return { ...contact, availability: safeAvailability(hours, now) };
}

/** The channels that visitors see, in the team's order. */
export function allThatVisitorsSee(contacts: readonly Contact[], now: number): ActiveContact[] {
  const active = contacts.filter(({ isActive }) => isActive);
  return withAvailability(openingChannels(active), now, safeAvailability);
}

/** Whether this browser can tell when a channel of these hours is open. */
export function isKnownZone(hours: Contact["hours"]): boolean {
  return hours === null || availabilityIn(hours, 0) !== undefined;
}

/** If unknown, never: better than to promise a reply. */
function safeAvailability(hours: Contact["hours"], now: number): ActiveContact["availability"] {
  if (hours === null) return null;
  return availabilityIn(hours, now) ?? { timeZone: hours.timeZone, isOpen: false, flips: [] };
}

/** Undefined if the time zone does not exist: hours being typed may name anything. */
function availabilityIn(hours: Contact["hours"], now: number): ActiveContact["availability"] | undefined {
  try {
    return availabilityOf(hours, now);
  } catch {
    return undefined;
  }
}
