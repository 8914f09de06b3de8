import { copy } from "#copy/current.ts";
import type { ActiveContact } from "#contract/channels/contact.ts";
import { paths } from "#contract/paths.ts";
import { ButtonLink } from "#web/ui/buttons/button.tsx";
import { ChannelRow, LeadChannel } from "../channels/channel-cards.tsx";
import { otherLiveTypes, primaryType } from "../channels/live-channels.ts";
import type { Now } from "../channels/use-now.ts";

/** The types with a card of their own. */
type HomeType = "whatsapp" | "telegram" | "phone";

interface Shown {
  contacts: readonly ActiveContact[];
  now: Now;
}

/** The large card, beside the page's heading. */
export function HomeLead({ type, contacts, now }: Shown & { type: HomeType }) {
  return <LeadChannel {...ofType(type, contacts, now)} />;
}

/** Shows the other channels of the home page; nothing if there are none. */
export function MoreWays({ contacts, now }: Shown) {
  const types = (["telegram", ...otherLiveTypes(contacts, now.time)] as const).filter((type) =>
    contacts.some((contact) => contact.type === type),
  );
  if (types.length === 0) return null;
  return (
    <section className="section">
      <h2>{copy.home.more}</h2>
      <ul className="card rows">
        {types.map((type) => (
          <ChannelRow key={type} heading="h3" {...ofType(type, contacts, now)} />
        ))}
      </ul>
      <ButtonLink variant="secondary" to={paths.contact}>
        {copy.home.all}
      </ButtonLink>
    </section>
  );
}

function ofType(type: HomeType, contacts: readonly ActiveContact[], now: Now) {
  return {
    ...copy.home.cards[type],
    contacts: contacts.filter((contact) => contact.type === type),
    now,
    isPrimary: primaryType(contacts, now.time) === type,
  };
}
