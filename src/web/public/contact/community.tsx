import { copy } from "#copy/current.ts";
import type { ActiveChannel } from "#contract/channels/channel.ts";
import { type ChannelType, channelTypes } from "#domain/brands/brands.ts";
import { useFigures, useIsHidden } from "#web/page/page-data.ts";
import { Drawing } from "#web/ui/icon.tsx";
import { WriteInstead } from "../channels/notices.tsx";
import { brandCopy } from "../channels/brand-copy.ts";
import { ChannelRow } from "../channels/channel-cards.tsx";
import type { Now } from "../channels/use-now.ts";
import { VerifyLink } from "./quick-contact.tsx";

const star = "M12 3l3 6 6 1-4 5 1 6-6-3-6 3 1-6-4-5 6-1z";

/** Types that have a row here or in the first tab. */
const shownElsewhere: ReadonlySet<ChannelType> = new Set<ChannelType>([
  "whatsapp",
  "phone",
  "telegram",
  "instagram",
  "facebook",
]);

/** The second tab: the community's channels, the rating, and every other active channel. */
export function Community({ channels, now }: { channels: ActiveChannel[]; now: Now }) {
  const figures = useFigures();
  const isHidden = useIsHidden();
  const linkOf = (type: ChannelType) => ({
    channels: channels.filter((channel) => channel.type === type),
    now,
    isPrimary: false,
  });
  const others = channelTypes.filter((type) => !shownElsewhere.has(type));
  const has = (types: readonly ChannelType[]) => channels.some(({ type }) => types.includes(type));
  return (
    <div className="community">
      <div className="column">
        {channels.length === 0 && !isHidden && <WriteInstead channels={channels} now={now} />}
        {has(["telegram", "instagram", "facebook"]) && (
          <ul className="card rows">
            <ChannelRow
              {...linkOf("telegram")}
              title={copy.contact.telegram}
              figure={figures.telegramMembers && copy.contact.members(figures.telegramMembers)}
              action={copy.contact.join}
            />
            <ChannelRow
              {...linkOf("instagram")}
              title={brandCopy("instagram").label}
              figure={figures.instagramFollowers && copy.contact.followers(figures.instagramFollowers)}
              action={copy.contact.follow}
            />
            <ChannelRow
              {...linkOf("facebook")}
              title={brandCopy("facebook").label}
              figure={figures.facebookFollowers && copy.contact.followers(figures.facebookFollowers)}
              action={copy.contact.like}
            />
          </ul>
        )}
        {figures.rating && (
          <section className="card rating" aria-labelledby="rating-title">
            <p className="figure">
              <strong>{figures.rating}</strong>
            </p>
            <div className="stars">
              {[1, 2, 3, 4, 5].map((each) => (
                <Drawing key={each} path={star} isSolid />
              ))}
            </div>
            <p id="rating-title" className="soft small-text">
              {copy.contact.ratingText}
            </p>
          </section>
        )}
        <VerifyLink />
      </div>
      <div className="column">
        {has(others) && (
          <ul className="card rows">
            {others.map((type) => (
              <ChannelRow key={type} {...linkOf(type)} title={brandCopy(type).label} action={brandCopy(type).action} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
