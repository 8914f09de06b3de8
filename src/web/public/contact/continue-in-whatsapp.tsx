import { copy } from "#copy/current.ts";
import { whatsappChat } from "#domain/channels/channel-link.ts";
import { useActiveChannels, usePageData } from "#web/page/page-data.ts";
import { buttonClass } from "#web/ui/buttons/button.tsx";

/**
 * Continues in WhatsApp with only the reference prefilled. Renders nothing if the team has no active WhatsApp channel.
 */
export function ContinueInWhatsApp({ reference }: { reference?: string }) {
  const { chat } = usePageData();
  // A receipt may stay open for days.
  const channels = useActiveChannels();
  const known = channels?.flatMap(({ type, value }) => (type === "whatsapp" ? [value] : [])) ?? [chat ?? ""];
  const text = reference === undefined ? copy.contact.couldNotSend : copy.contact.myReference(reference);
  const [href] = known.flatMap((value) => whatsappChat(value, text) ?? []);
  if (href === undefined) return null;
  return (
    <a className={buttonClass("secondary")} href={href} target="_blank" rel="noopener noreferrer">
      {copy.contact.goOn}
    </a>
  );
}
