import { copy } from "#copy/current.ts";
import { type ComponentProps, type ReactNode, useId, useRef } from "react";
import type { ActiveContact } from "#contract/channels/contact.ts";
import { openAt } from "#domain/time/hours.ts";
import { buttonClass } from "#web/ui/buttons/button.tsx";
import { brandCopy } from "./brand-copy.ts";
import {
  ChannelAction,
  ChannelButtons,
  ChannelDisc,
  ChannelLink,
  Description,
  Handle,
  MessageLink,
  OpeningHours,
  StateChip,
} from "./channel-parts.tsx";
import type { Now } from "./use-now.ts";

/** Further channels of a type beyond this many are folded. */
const maxShown = 3;

/** Props of a channel type's card or row; the first of `contacts` is its action, the others are listed below it. */
interface ChannelProps {
  /** Channels of one type, the first one first; if there are none, nothing is rendered. */
  contacts: readonly ActiveContact[];
  now: Now;
  title: string;
  action: string;
  /** Whether its action is the page's one primary action. */
  isPrimary: boolean;
  tag?: string | undefined;
  /** `h3` in a section that has a heading itself. */
  heading?: "h2" | "h3";
  /** A line of the page's own. */
  note?: ReactNode;
  /** Number of its followers. */
  figure?: string | undefined;
  /** Words for its state: while it is open, and while that has no end. */
  words?: { open?: string; always?: string } | undefined;
}

/** The card of the page's main channel. */
export function LeadChannel({ contacts, now, title, action, isPrimary, tag, note, words }: ChannelProps) {
  const titleId = useId();
  const value = useRef<HTMLParagraphElement>(null);
  const [first, ...others] = contacts;
  if (first === undefined) return null;
  const isOpen = openAt(first.availability, now.time);
  return (
    <article className="card lead-channel" data-channel={first.type}>
      <header>
        <ChannelDisc type={first.type} />
        <h2 id={titleId}>{title}</h2>
        <div className="channel-title">
          <StateChip contact={first} now={now} {...words} />
          {tag !== undefined && <span className="badge">{tag}</span>}
        </div>
      </header>
      <ChannelAction contact={first} isPrimary={isPrimary} isClosed={!isOpen} size="large" describedBy={titleId}>
        {action}
      </ChannelAction>
      <div className="channel-value">
        <p className="number" ref={value}>
          <Handle contact={first} />
        </p>
        <ChannelButtons contact={first} shown={value} />
      </div>
      <Description contact={first} />
      {note ? <p className="soft small-text">{note}</p> : null}
      <OpeningHours contact={first} now={now} />
      <OtherChannels contacts={others} now={now} words={isOpen ? words : undefined} />
    </article>
  );
}

/** One row of a list of channels. */
export function ChannelRow(props: ChannelProps) {
  const { contacts, now, title, action, isPrimary, tag, note, figure, words, heading: Heading = "h2" } = props;
  const titleId = useId();
  const value = useRef<HTMLParagraphElement>(null);
  const [first, ...others] = contacts;
  if (first === undefined) return null;
  return (
    <li>
      <article className="channel-row" data-channel={first.type}>
        <ChannelDisc type={first.type} />
        <div>
          <div className="channel-title">
            <Heading id={titleId}>{title}</Heading>
            {tag !== undefined && <span className="badge">{tag}</span>}
          </div>
          <p className="number small-text" ref={value}>
            <Handle contact={first} />
          </p>
          {note ? <p className="soft small-text">{note}</p> : null}
          <Description contact={first} figure={figure} />
        </div>
        <ChannelState contact={first} now={now} {...words} />
        <div className="channel-actions">
          <ChannelAction
            contact={first}
            isPrimary={isPrimary}
            isClosed={!openAt(first.availability, now.time)}
            describedBy={titleId}
          >
            {action}
          </ChannelAction>
          <ChannelButtons contact={first} shown={value} />
        </div>
        <OtherChannels contacts={others} now={now} />
      </article>
    </li>
  );
}

/** `words` for an open channel are those of the first while that is open: one card says one thing in one way. */
function OtherChannels(props: { contacts: readonly ActiveContact[] } & Pick<ChannelProps, "now" | "words">) {
  const { contacts, ...others } = props;
  if (contacts.length === 0) return null;
  const list = (shown: readonly ActiveContact[]) => (
    <ul>
      {shown.map((contact) => (
        <OtherChannel key={contact._id} contact={contact} {...others} />
      ))}
    </ul>
  );
  const folded = contacts.slice(maxShown);
  return (
    <div className="other-channels">
      {list(contacts.slice(0, maxShown))}
      {folded.length > 0 && (
        <details>
          <summary>{copy.channels.more(folded.length)}</summary>
          {list(folded)}
        </details>
      )}
    </div>
  );
}

/** Shows a channel's number with an action, then what it is for and its state. */
function OtherChannel({ contact, now, words }: { contact: ActiveContact } & Pick<ChannelProps, "now" | "words">) {
  const value = useRef<HTMLParagraphElement>(null);
  const { action } = brandCopy(contact.type);
  const isOpen = openAt(contact.availability, now.time);
  return (
    <li>
      <div className="channel-value">
        <p className="number" ref={value}>
          <Handle contact={contact} />
        </p>
        <ChannelLink
          contact={contact}
          className={buttonClass(isOpen ? "tonal" : "secondary", "small")}
          label={`${action} ${contact.value}`}
        >
          {action}
        </ChannelLink>
      </div>
      <div className="channel-value">
        <div className="channel-state">
          <Description contact={contact} />
          <ChannelState contact={contact} now={now} {...words} />
        </div>
        <ChannelButtons contact={contact} shown={value} />
      </div>
    </li>
  );
}

function ChannelState(props: ComponentProps<typeof StateChip>) {
  return (
    <div className="channel-state">
      <StateChip {...props} />
      <OpeningHours {...props} />
      <MessageLink {...props} />
    </div>
  );
}
