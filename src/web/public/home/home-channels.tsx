import type { ActiveContact } from "#contract/contact.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { ChannelRow, LeadChannel } from "../channels/channel-cards.tsx";
import { WriteInstead } from "../channels/notices.tsx";
import { leadType, otherLiveTypes, primaryType } from "../channels/live-channels.ts";
import type { Now } from "../channels/use-now.ts";
import { homeCards } from "./home-cards.ts";

interface Shown {
  contacts: readonly ActiveContact[];
  now: Now;
}

/** The main channel, beside the page's heading. */
export function HomeLead({ contacts, now }: Shown) {
  const type = leadType(contacts, now.time);
  if (type === undefined) return <WriteInstead contacts={contacts} now={now} />;
  return <LeadChannel {...homeCards[type]} {...ofType(type, contacts, now)} />;
}

/** The other channels of the home page. */
export function HomeRows({ contacts, now }: Shown) {
  const types = (["telegram", ...otherLiveTypes(contacts, now.time)] as const).filter((type) =>
    contacts.some((contact) => contact.type === type),
  );
  if (types.length === 0) return null;
  return (
    <ul className="card rows">
      {types.map((type) => (
        <ChannelRow key={type} heading="h3" {...homeCards[type]} {...ofType(type, contacts, now)} />
      ))}
    </ul>
  );
}

function ofType(type: ChannelType, contacts: readonly ActiveContact[], now: Now) {
  const isPrimary = primaryType(contacts, now.time) === type;
  return { contacts: contacts.filter((contact) => contact.type === type), now, isPrimary };
}
