import type { ActiveContact } from "#contract/contact.ts";
import { ChannelCard } from "../channels/channel-card.tsx";
import { isNobodyThere } from "../channels/live-channels.ts";
import { useNow } from "../channels/use-now.ts";
import { homeCards } from "./home-cards.ts";
import { paths } from "#contract/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";

export function HomeChannels({ contacts }: { contacts: ActiveContact[] }) {
  const now = useNow(contacts);
  const shown = { contacts, now };
  return (
    <>
      {isNobodyThere(contacts, now.time) && (
        <p className="first">
          Nobody is at the phone or on WhatsApp just now.
          <ButtonLink size="small" to={paths.message}>
            Send us a message
          </ButtonLink>
        </p>
      )}
      <div className="cards" aria-label="Support channels" role="group">
        <ChannelCard {...shown} type="whatsapp" {...homeCards.whatsapp} />
        <ChannelCard {...shown} type="telegram" {...homeCards.telegram} />
        <ChannelCard {...shown} type="phone" {...homeCards.phone} />
      </div>
    </>
  );
}
