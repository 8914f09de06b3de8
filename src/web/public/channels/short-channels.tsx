import type { ActiveContact } from "#contract/channels/contact.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { openAt } from "#domain/time/hours.ts";
import { buttonClass } from "#web/ui/buttons/button.tsx";
import { brandCopy } from "./brand-copy.ts";
import { ChannelDisc, ChannelLink, Handle, StateChip } from "./channel-parts.tsx";
import { useNow } from "./use-now.ts";

const types: readonly ChannelType[] = ["whatsapp", "phone", "telegram"];

/** The first channel of each type that people write to or call, in short: its name, value, state and action. */
export function ShortChannels({ contacts }: { contacts: readonly ActiveContact[] }) {
  const now = useNow(contacts);
  const shown = types.flatMap((type) => contacts.find((contact) => contact.type === type) ?? []);
  if (shown.length === 0) return null;
  return (
    <ul className="short-channels">
      {shown.map((contact) => {
        const { label, action } = brandCopy(contact.type);
        return (
          <li key={contact._id}>
            <ChannelDisc type={contact.type} />
            <div>
              <h3>{label}</h3>
              <p className="soft small-text">
                <Handle contact={contact} />
              </p>
            </div>
            <ChannelLink
              contact={contact}
              className={buttonClass(openAt(contact.availability, now.time) ? "tonal" : "secondary", "small")}
              label={`${action} ${contact.value}`}
            >
              {action}
            </ChannelLink>
            <StateChip contact={contact} now={now} />
          </li>
        );
      })}
    </ul>
  );
}
