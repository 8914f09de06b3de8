import { copy } from "#copy/current.ts";
import type { ActiveContact } from "#contract/channels/contact.ts";
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

/** The other channels of the home page. */
export function HomeRows({ contacts, now }: Shown) {
  const types = (["telegram", ...otherLiveTypes(contacts, now.time)] as const).filter((type) =>
    contacts.some((contact) => contact.type === type),
  );
  return (
    types.length > 0 && (
      <ul className="card rows">
        {types.map((type) => (
          <ChannelRow key={type} heading="h3" {...ofType(type, contacts, now)} />
        ))}
      </ul>
    )
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
