import { useId } from "react";
import type { ActiveContact } from "#contract/contact.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { ChannelIcon } from "./channel-icon.tsx";
import { ChannelLink } from "./channel-link.tsx";
import { ChannelValue } from "./channel-value.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import type { Now } from "./use-now.ts";
import { ValueText } from "#web/ui/value-text.tsx";

/**
 * The card of one channel type: the first contact is its action, the others are listed below. Renders nothing without
 * an active contact of the type.
 */
export function ChannelCard(props: {
  type: ChannelType;
  contacts: readonly ActiveContact[];
  now: Now;
  title: string;
  action: string;
  badge?: string | undefined;
  /** The description of the channel type, above the contact's own. */
  note?: string | false;
}) {
  const { type, contacts, now, title, action, badge, note } = props;
  const [first, ...others] = contacts.filter((contact) => contact.type === type);
  const titleId = useId();
  if (first === undefined) return null;
  return (
    <Card
      data-channel={type}
      icon={<ChannelIcon type={type} />}
      title={title}
      titleId={titleId}
      badge={badge}
      about={
        <>
          {note && <p className="note">{note}</p>}
          <ChannelValue contact={first} now={now}>
            <ValueText value={first.value} />
          </ChannelValue>
        </>
      }
    >
      <ChannelLink contact={first} className={buttonClass()} describedBy={titleId}>
        {action}
      </ChannelLink>
      {others.length > 0 && (
        <ul className="more">
          {others.map((contact) => (
            <li key={contact._id} className="about">
              <ChannelValue contact={contact} now={now}>
                <ChannelLink contact={contact}>
                  <ValueText value={contact.value} />
                </ChannelLink>
              </ChannelValue>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
