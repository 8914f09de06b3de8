import type { ActiveChannel } from "#contract/channels/channel.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { openAt } from "#domain/time/hours.ts";
import { buttonClass } from "#web/ui/buttons/button.tsx";
import { brandCopy } from "./brand-copy.ts";
import { ChannelDisc, ChannelLink, Handle, StateChip } from "./channel-parts.tsx";
import { useNow } from "./use-now.ts";

const types: readonly ChannelType[] = ["whatsapp", "phone", "telegram"];

/** The first channel of each type that people write to or call, in short: its name, value, state and action. */
export function ShortChannels({ channels }: { channels: readonly ActiveChannel[] }) {
  const now = useNow(channels);
  const shown = types.flatMap((type) => channels.find((channel) => channel.type === type) ?? []);
  if (shown.length === 0) return null;
  return (
    <ul className="short-channels">
      {shown.map((channel) => {
        const { label, action } = brandCopy(channel.type);
        return (
          <li key={channel._id}>
            <ChannelDisc type={channel.type} />
            <div>
              <h3>{label}</h3>
              <p className="soft small-text">
                <Handle channel={channel} />
              </p>
            </div>
            <ChannelLink
              channel={channel}
              className={buttonClass(openAt(channel.availability, now.time) ? "tonal" : "secondary", "small")}
              label={`${action} ${channel.value}`}
            >
              {action}
            </ChannelLink>
            <StateChip channel={channel} now={now} />
          </li>
        );
      })}
    </ul>
  );
}
