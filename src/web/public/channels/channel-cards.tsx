import { copy } from "#copy/current.ts";
import { type ComponentProps, type ReactNode, useId, useRef } from "react";
import type { ActiveChannel } from "#contract/channels/channel.ts";
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

/** Props of a channel type's card or row; the first of `channels` is its action, the others are listed below it. */
interface ChannelProps {
  /** Channels of one type, the first one first; if there are none, nothing is rendered. */
  channels: readonly ActiveChannel[];
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
export function LeadChannel({ channels, now, title, action, isPrimary, tag, note, words }: ChannelProps) {
  const titleId = useId();
  const value = useRef<HTMLParagraphElement>(null);
  const [first, ...others] = channels;
  if (first === undefined) return null;
  const isOpen = openAt(first.availability, now.time);
  return (
    <article className="card lead-channel" data-channel={first.type}>
      <header>
        <ChannelDisc type={first.type} />
        <h2 id={titleId}>{title}</h2>
        <div className="channel-title">
          <StateChip channel={first} now={now} {...words} />
          {tag !== undefined && <span className="badge">{tag}</span>}
        </div>
      </header>
      <ChannelAction channel={first} isPrimary={isPrimary} isClosed={!isOpen} size="large" describedBy={titleId}>
        {action}
      </ChannelAction>
      <div className="channel-value">
        <p className="number" ref={value}>
          <Handle channel={first} />
        </p>
        <ChannelButtons channel={first} shown={value} />
      </div>
      <Description channel={first} />
      {note ? <p className="soft small-text">{note}</p> : null}
      <OpeningHours channel={first} now={now} />
      <OtherChannels channels={others} now={now} words={isOpen ? words : undefined} />
    </article>
  );
}

/** One row of a list of channels. */
export function ChannelRow(props: ChannelProps) {
  const { channels, now, title, action, isPrimary, tag, note, figure, words, heading: Heading = "h2" } = props;
  const titleId = useId();
  const value = useRef<HTMLParagraphElement>(null);
  const [first, ...others] = channels;
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
            <Handle channel={first} />
          </p>
          {note ? <p className="soft small-text">{note}</p> : null}
          <Description channel={first} figure={figure} />
        </div>
        <ChannelState channel={first} now={now} {...words} />
        <div className="channel-actions">
          <ChannelAction
            channel={first}
            isPrimary={isPrimary}
            isClosed={!openAt(first.availability, now.time)}
            describedBy={titleId}
          >
            {action}
          </ChannelAction>
          <ChannelButtons channel={first} shown={value} />
        </div>
        <OtherChannels channels={others} now={now} />
      </article>
    </li>
  );
}

/** `words` for an open channel are those of the first while that is open: one card says one thing in one way. */
function OtherChannels(props: { channels: readonly ActiveChannel[] } & Pick<ChannelProps, "now" | "words">) {
  const { channels, ...others } = props;
  if (channels.length === 0) return null;
  const list = (shown: readonly ActiveChannel[]) => (
    <ul>
      {shown.map((channel) => (
        <OtherChannel key={channel._id} channel={channel} {...others} />
      ))}
    </ul>
  );
  const folded = channels.slice(maxShown);
  return (
    <div className="other-channels">
      {list(channels.slice(0, maxShown))}
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
function OtherChannel({ channel, now, words }: { channel: ActiveChannel } & Pick<ChannelProps, "now" | "words">) {
  const value = useRef<HTMLParagraphElement>(null);
  const { action } = brandCopy(channel.type);
  const isOpen = openAt(channel.availability, now.time);
  return (
    <li>
      <div className="channel-value">
        <p className="number" ref={value}>
          <Handle channel={channel} />
        </p>
        <ChannelLink
          channel={channel}
          className={buttonClass(isOpen ? "tonal" : "secondary", "small")}
          label={`${action} ${channel.value}`}
        >
          {action}
        </ChannelLink>
      </div>
      <div className="channel-value">
        <div className="channel-state">
          <Description channel={channel} />
          <ChannelState channel={channel} now={now} {...words} />
        </div>
        <ChannelButtons channel={channel} shown={value} />
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
