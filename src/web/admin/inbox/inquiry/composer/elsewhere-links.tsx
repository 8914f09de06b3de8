import { teamCopy } from "#copy/current.ts";
import { ChannelIcon } from "#web/public/channels/channel-parts.tsx";
import { buttonClass } from "#web/ui/buttons/button.tsx";

/** A way to reach a visitor from another app. */
export type Elsewhere = "whatsapp" | "phone" | "email";

const order = ["phone", "email", "whatsapp"] as const;

/** Links that open the answer in another app; a link without an address is left out. */
export function ElsewhereLinks(props: { links: Record<Elsewhere, string | null>; onOpen: (from: Elsewhere) => void }) {
  const { links, onOpen } = props;
  return (
    <div className="elsewhere-links">
      {order.map((type) => {
        const href = links[type];
        return (
          href !== null && (
            <a
              key={type}
              className={buttonClass("quiet")}
              href={href}
              // Mail and phone links open another program, and would leave an empty tab.
              target={type === "whatsapp" ? "_blank" : undefined}
              rel="noopener noreferrer"
              title={teamCopy.inquiry.elsewhere.links[type]}
              onClick={() => onOpen(type)}
            >
              <ChannelIcon type={type} />
              <span>{teamCopy.inquiry.elsewhere.links[type]}</span>
            </a>
          )
        );
      })}
    </div>
  );
}
