import { useEffect } from "react";
import { whatsappChat } from "#domain/channel-link.ts";
import { useContactSource, useKnownContacts, usePageData } from "../page-data.ts";

/** Goes on in WhatsApp, with the reference and nothing else of the visitor; nothing where the team has no such chat. */
export function ContinueInWhatsApp({ reference }: { reference?: string }) {
  const { chat } = usePageData();
  const { refresh } = useContactSource();
  const contacts = useKnownContacts();
  const unknown = chat === undefined && contacts === undefined;
  useEffect(() => {
    if (unknown) refresh();
  }, [unknown, refresh]);

  const known = contacts?.flatMap(({ type, value }) => (type === "whatsapp" ? [value] : [])) ?? [];
  const text =
    reference === undefined ? "Hello, I could not send my message on your site." : `My reference is ${reference}`;
  const [href] = [...known, chat ?? ""].flatMap((value) => whatsappChat(value, text) ?? []);
  if (href === undefined) return null;
  return (
    <a className="button" href={href} target="_blank" rel="noopener noreferrer">
      Continue in WhatsApp
    </a>
  );
}
