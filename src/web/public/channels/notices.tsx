import type { ActiveContact } from "#contract/contact.ts";
import { paths } from "#contract/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { isNobodyThere, primaryType } from "./live-channels.ts";
import type { Now } from "./use-now.ts";

/** The alarm while the team has hidden all channels. */
export function AllHidden() {
  return (
    <Notice tone="alarm" title="We have hidden all our channels for now">
      Something may be wrong with them, so please use none until they are back here.
    </Notice>
  );
}

/** The page's primary action while no live channel can have it. */
export function WriteInstead({ contacts, now }: { contacts: readonly ActiveContact[]; now: Now }) {
  if (primaryType(contacts, now.time) !== undefined) return null;
  if (isNobodyThere(contacts, now.time)) {
    return (
      <Notice tone="closed" title="Nobody is at the phone or on WhatsApp just now">
        Write to us: we answer when we are back.
      </Notice>
    );
  }
  return <Notice title="Write to our team">No app and no account needed.</Notice>;
}

function Notice(props: { tone?: "alarm" | "closed"; title: string; children: string }) {
  const { tone = "", title, children } = props;
  return (
    <div className={`card channel-notice ${tone}`} role={tone === "alarm" ? "status" : undefined}>
      <Icon name={tone === "alarm" ? "warning" : "chat"} />
      <div>
        <h2>{title}</h2>
        <p className="small-text">{children}</p>
      </div>
      <ButtonLink to={paths.message}>Send Message</ButtonLink>
    </div>
  );
}
