import type { ReactNode } from "react";
import type { ActiveContact } from "#contract/contact.ts";
import { channelLink } from "#domain/channels/channel-link.ts";

/** A link that opens a channel in a new tab. Renders nothing if the value has no safe URL. */
export function ChannelLink(props: {
  contact: Pick<ActiveContact, "type" | "value">;
  className?: string;
  describedBy?: string;
  children: ReactNode;
}) {
  const { contact, className, describedBy, children } = props;
  const link = channelLink(contact.type, contact.value);
  if (!link.ok) return null;
  return (
    <a className={className} href={link.href} target="_blank" rel="noopener noreferrer" aria-describedby={describedBy}>
      {children}
    </a>
  );
}
