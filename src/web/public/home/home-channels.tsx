import type { ActiveContact } from "#contract/contact.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { ChannelRow, LeadChannel } from "../channels/channel-cards.tsx";
import { firstOpen, isNobodyThere } from "../channels/live-channels.ts";
import { NobodyThere } from "../channels/notices.tsx";
import type { Now } from "../channels/use-now.ts";
import { homeCards } from "./home-cards.ts";

interface Shown {
  contacts: readonly ActiveContact[];
  now: Now;
}

/** The main channel, beside the page's heading. */
export function HomeLead({ contacts, now }: Shown) {
  return (
    <>
      {isNobodyThere(contacts, now.time) && <NobodyThere />}
      <LeadChannel {...homeCards.whatsapp} {...ofType("whatsapp", contacts, now)} />
    </>
  );
}

/** The other channels of the home page. */
export function HomeRows({ contacts, now }: Shown) {
  if (!contacts.some(({ type }) => type === "telegram" || type === "phone")) return null;
  return (
    <ul className="card rows">
      <ChannelRow heading="h3" {...homeCards.telegram} {...ofType("telegram", contacts, now)} />
      <ChannelRow heading="h3" {...homeCards.phone} {...ofType("phone", contacts, now)} />
    </ul>
  );
}

function ofType(type: ChannelType, contacts: readonly ActiveContact[], now: Now) {
  const isPrimary = firstOpen(contacts, now.time)?.type === type;
  return { contacts: contacts.filter((contact) => contact.type === type), now, isPrimary };
}
