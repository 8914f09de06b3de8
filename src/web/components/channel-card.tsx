import type { ReactNode } from "react";
import type { ActiveContact } from "#contract/contact.ts";
import type { ChannelType } from "#domain/channel.ts";
import { ChannelLink } from "./channel-link.tsx";
import { Icon } from "./icon.tsx";

/**
 * The card of one type of channel: the first contact is its action, the others stand with it.
 * Nothing where there is no active contact of the type.
 */
export function ChannelCard(props: {
  type: ChannelType;
  contacts: ActiveContact[];
  title: string;
  action: string;
  badge?: string;
  /** What is said of the channel, above the contact's own description. */
  note?: ReactNode;
}) {
  const { type, contacts, title, action, badge, note } = props;
  const [first, ...others] = contacts.filter((contact) => contact.type === type);
  if (first === undefined) return null;
  const titleId = `${type}-title`;
  return (
    <article className="card" data-channel={type}>
      <Icon name={type} />
      <h2 id={titleId}>{title}</h2>
      {badge !== undefined && <span className="badge">{badge}</span>}
      <div className="about">
        {note !== undefined && <p className="note">{note}</p>}
        <p className="value">{first.value}</p>
        {first.proof !== "" && <p>{first.proof}</p>}
      </div>
      <ChannelLink contact={first} className="button" describedBy={titleId}>
        {action}
      </ChannelLink>
      {others.length > 0 && <MoreChannels contacts={others} />}
    </article>
  );
}

/** Further channels of one type, each by its value and description. */
export function MoreChannels({ contacts }: { contacts: ActiveContact[] }) {
  return (
    <ul className="more">
      {contacts.map((contact) => (
        <li key={contact._id}>
          <ChannelLink contact={contact}>{contact.value}</ChannelLink>
          {contact.proof !== "" && <span>{contact.proof}</span>}
        </li>
      ))}
    </ul>
  );
}
