import { copy, teamCopy } from "#copy/current.ts";
import { type MouseEvent, useMemo, useState } from "react";
import type { ActiveChannel, TeamChannel } from "#contract/channels/channel.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { inLanguageOf } from "#domain/channels/descriptions.ts";
import { language } from "#copy/locale/language.ts";
import { channelLink } from "#domain/channels/channel-link.ts";
import { usualValue } from "#domain/channels/usual-value.ts";
import { openingChannels } from "#domain/channels/visible-channels.ts";
import { availabilityOf } from "#domain/time/availability.ts";
import { brandCopy } from "#web/public/channels/brand-copy.ts";
import { ChannelRow, LeadChannel } from "#web/public/channels/channel-cards.tsx";
import { leadType } from "#web/public/channels/live-channels.ts";
import { useNow } from "#web/public/channels/use-now.ts";
import { Community } from "#web/public/contact/community.tsx";
import { QuickContact } from "#web/public/contact/quick-contact.tsx";
import { HomeLead, MoreWays } from "#web/public/home/home-channels.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { Select } from "#web/ui/fields/field.tsx";
import { useChannelState } from "./use-team-channels.ts";

/** Types without a card on the home page use the contact page's. */
const cardOf = (type: ChannelType): { title: string; action: string; tag?: string | undefined } | undefined =>
  new Map(Object.entries(copy.home.cards)).get(type);

/** Shows and hides the preview of this id, among the buttons of its form. */
export function PreviewButton({ id, open, onSwitch }: { id: string; open: boolean; onSwitch: () => void }) {
  return (
    <Button variant="quiet" aria-expanded={open} aria-controls={open ? id : undefined} onClick={onSwitch}>
      {open ? teamCopy.channels.list.visitors.hidePreview : teamCopy.channels.list.visitors.preview}
    </Button>
  );
}

/** The card of a channel that is being edited. */
export function CardPreview({ id, draft }: { id: string; draft: TeamChannel }) {
  return (
    <div id={id} className="card-preview" role="group" aria-label={teamCopy.channels.list.visitors.draftTitle}>
      <VisitorsCard draft={draft} />
    </div>
  );
}

function VisitorsCard({ draft }: { draft: TeamChannel }) {
  const { type, value, isActive } = draft;
  const [at] = useState(() => Date.now());
  const channels = [asVisitorsSee(draft, at)];
  const now = useNow(channels);
  if (!channelLink(type, usualValue(type, value)).ok) {
    return <p className="hint">{teamCopy.channels.list.visitors.opensNothing}</p>;
  }
  const { label, action } = brandCopy(type);
  const shown = { channels, now, isPrimary: false, ...(cardOf(type) ?? { title: label, action }) };
  return (
    <>
      {!isActive && <p className="hint">{teamCopy.channels.list.visitors.hidden}</p>}
      {!isKnownZone(draft.hours) && <p className="hint">{teamCopy.channels.list.visitors.unknownZone}</p>}
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
export function asVisitorsSee(given: TeamChannel, now: number): ActiveChannel {
  const { hours, ...channel } = inLanguageOf(language, given);
  const value = usualValue(channel.type, channel.value);
  return { ...channel, value, availability: safeAvailability(hours, now) };
}

/** The channels that visitors see, in the team's order. */
export function allThatVisitorsSee(channels: readonly TeamChannel[], now: number): ActiveChannel[] {
  const active = channels.filter(({ isActive }) => isActive);
  return openingChannels(active).map((channel) => asVisitorsSee(channel, now));
}

/** Returns whether this browser can tell when a channel of these hours is open. */
export function isKnownZone(hours: TeamChannel["hours"]): boolean {
  return hours === null || availabilityIn(hours, 0) !== undefined;
}

/** If unknown, never: better than to promise a reply. */
function safeAvailability(hours: TeamChannel["hours"], now: number): ActiveChannel["availability"] {
  if (hours === null) return null;
  return availabilityIn(hours, now) ?? { timeZone: hours.timeZone, isOpen: false, flips: [] };
}

/** Returns a channel's availability; undefined if the time zone does not exist: hours being typed may name anything. */
function availabilityIn(hours: TeamChannel["hours"], now: number): ActiveChannel["availability"] | undefined {
  try {
    return availabilityOf(hours, now);
  } catch {
    return undefined;
  }
}

type Place = "home" | "quick" | "community";

/** The cards as visitors see them now, rendered by the same components. */
export function PreviewDialog(props: { open: boolean; channels: readonly TeamChannel[]; onClose: () => void }) {
  const { open, channels, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title={teamCopy.channels.list.visitors.title} id="preview-title">
      {open && <Preview channels={channels} />}
    </Dialog>
  );
}

function Preview({ channels }: { channels: readonly TeamChannel[] }) {
  const [place, setPlace] = useState<Place>("home");
  const [now] = useState(() => Date.now());
  const { data } = useChannelState();
  const isHidden = data !== undefined && data.hidden !== null;
  const shown = useMemo(() => (isHidden ? [] : allThatVisitorsSee(channels, now)), [channels, isHidden, now]);
  const clock = useNow(shown);
  const lead = leadType(shown, clock.time);
  return (
    <div className="form">
      <Select
        id="preview-place"
        label={teamCopy.channels.list.visitors.page}
        value={place}
        // The options are the places.
        onChange={({ target }) => setPlace(target.value as Place)}
      >
        {Object.entries(teamCopy.channels.list.visitors.pages).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      {isHidden && (
        <Alert>
          <p>{teamCopy.channels.list.visitors.allHidden}</p>
        </Alert>
      )}
      {/* Prevents the default of links, for mouse and keyboard, and nothing else. */}
      <div className="list-preview" onClickCapture={keepHere}>
        {place === "home" && (
          <>
            {lead && <HomeLead type={lead} channels={shown} now={clock} />}
            <MoreWays channels={shown} now={clock} />
          </>
        )}
        {place === "quick" && <QuickContact channels={shown} now={clock} sent={[]} onWrite={() => undefined} />}
        {place === "community" && <Community channels={shown} now={clock} />}
      </div>
      {place === "home" && shown.length === 0 && <p className="hint">{teamCopy.channels.list.visitors.none}</p>}
    </div>
  );
}

/** Channels open as for visitors; links to other pages of the site do not navigate. */
function keepHere(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target === "_blank") return;
  event.preventDefault();
  event.stopPropagation();
}
