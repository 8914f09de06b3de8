import type { ActiveContact } from "#contract/contact.ts";
import { brandOf, type ChannelType, channelTypes } from "#domain/brands/brands.ts";
import { ChannelCard } from "../channels/channel-card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Now } from "../channels/use-now.ts";
import { useSite } from "#web/page/page-data.ts";

/** Types that have a card here or in the first tab. */
const shownElsewhere: ReadonlySet<ChannelType> = new Set<ChannelType>([
  "whatsapp",
  "phone",
  "telegram",
  "instagram",
  "facebook",
]);

/** The second tab: the community's channels, the rating, and every other active channel. */
export function Community({ contacts, now }: { contacts: ActiveContact[]; now: Now }) {
  const { figures } = useSite();
  const shown = { contacts, now };
  const others = channelTypes.filter((type) => !shownElsewhere.has(type));
  return (
    <div className="cards">
      <ChannelCard
        {...shown}
        type="telegram"
        title="Telegram Channel"
        note={`${figures.telegramMembers} members`}
        action="Join Channel"
      />
      <ChannelCard
        {...shown}
        type="instagram"
        title="Instagram"
        note={`${figures.instagramFollowers} followers`}
        action="Follow Us"
      />
      <ChannelCard
        {...shown}
        type="facebook"
        title="Facebook"
        note={`${figures.facebookFollowers} followers`}
        action="Like Page"
      />
      <section className="card rating" aria-labelledby="rating-title">
        <Icon name="star" />
        <h2 id="rating-title">Rating</h2>
        <div className="about">
          <p className="figure">
            <strong>{figures.rating}</strong>
          </p>
          <p>What our community gives our support.</p>
        </div>
      </section>
      {others.map((type) => (
        <ChannelCard {...shown} key={type} type={type} title={brandOf(type).label} action={brandOf(type).action} />
      ))}
    </div>
  );
}
