import type { ActiveContact } from "#contract/contact.ts";
import { ChannelCard } from "../channels/channel-card.tsx";
import { isNobodyThere } from "../channels/live-channels.ts";
import { useNow } from "../channels/use-now.ts";
import { homeCards } from "./home-cards.ts";
import { Link } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";

export function HomeChannels({ contacts }: { contacts: ActiveContact[] }) {
  const now = useNow(contacts);
  const shown = { contacts, now };
  return (
    <>
      {isNobodyThere(contacts, now.time) && (
        <p className="first">
          Nobody is at the phone or on WhatsApp just now.
          <Link className="button small" to={paths.message}>
            Send us a message
          </Link>
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
