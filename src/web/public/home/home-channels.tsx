import { copy } from "#copy/current.ts";
import type { ActiveChannel } from "#contract/channels/channel.ts";
import { paths } from "#contract/paths.ts";
import { ButtonLink } from "#web/ui/buttons/button.tsx";
import { ChannelRow, LeadChannel } from "../channels/channel-cards.tsx";
import { otherLiveTypes, primaryType } from "../channels/live-channels.ts";
import type { Now } from "../channels/use-now.ts";

/** The types with a card of their own. */
type HomeType = "whatsapp" | "telegram" | "phone";

interface Shown {
  channels: readonly ActiveChannel[];
  now: Now;
}

/** The large card, beside the page's heading. */
export function HomeLead({ type, channels, now }: Shown & { type: HomeType }) {
  return <LeadChannel {...ofType(type, channels, now)} />;
}

/** Shows the other channels of the home page; nothing if there are none. */
export function MoreWays({ channels, now }: Shown) {
  const types = (["telegram", ...otherLiveTypes(channels, now.time)] as const).filter((type) =>
    channels.some((channel) => channel.type === type),
  );
  if (types.length === 0) return null;
  return (
    <section className="section">
      <h2>{copy.home.more}</h2>
      <ul className="card rows">
        {types.map((type) => (
          <ChannelRow key={type} heading="h3" {...ofType(type, channels, now)} />
        ))}
      </ul>
      <ButtonLink variant="secondary" to={paths.contact}>
        {copy.home.all}
      </ButtonLink>
    </section>
  );
}

function ofType(type: HomeType, channels: readonly ActiveChannel[], now: Now) {
  return {
    ...copy.home.cards[type],
    channels: channels.filter((channel) => channel.type === type),
    now,
    isPrimary: primaryType(channels, now.time) === type,
  };
}
