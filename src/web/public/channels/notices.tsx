import type { ActiveContact } from "#contract/contact.ts";
import { paths } from "#contract/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { joined } from "#web/ui/joined.ts";
import { isNobodyThere, primaryType } from "./live-channels.ts";
import type { Now } from "./use-now.ts";

/** The alarm while the team has hidden all channels. */
export function AllHidden() {
  return (
    <Notice tone="alarm" icon="warning" title="We have hidden all our channels for now">
      Something may be wrong with them, so please use none until they are back here.
    </Notice>
  );
}

/** The page's primary action while no live channel can have it. */
export function WriteInstead({ contacts, now }: { contacts: readonly ActiveContact[]; now: Now }) {
  if (primaryType(contacts, now.time) !== undefined) return null;
  if (isNobodyThere(contacts, now.time)) {
    return (
      <Notice tone="closed" icon="clock" title="Nobody is at the phone or on WhatsApp just now">
        Write to us: we answer when we are back.
      </Notice>
    );
  }
  return (
    <Notice icon="chat" title="Write to our team">
      No app and no account needed.
    </Notice>
  );
}

function Notice(props: { tone?: "alarm" | "closed"; icon: IconName; title: string; children: string }) {
  const { tone, icon, title, children } = props;
  return (
    <div className={joined("card channel-notice", tone)} role={tone === "alarm" ? "status" : undefined}>
      <Icon name={icon} />
      <div>
        <h2>{title}</h2>
        <p className="small-text">{children}</p>
      </div>
      <ButtonLink to={paths.message}>Send Message</ButtonLink>
    </div>
  );
}
