import type { ActiveContact } from "#contract/contact.ts";
import type { Answered } from "#contract/receipt.ts";
import { phoneBookPath } from "#contract/paths.ts";
import { fitsPhoneBook } from "#domain/channels/channel.ts";
import { nextFlip, openAt } from "#domain/time/hours.ts";
import { ChannelCard } from "../channels/channel-card.tsx";
import { ChannelIcon } from "../channels/channel-icon.tsx";
import { ChannelLink } from "../channels/channel-link.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { isNobodyThere } from "../channels/live-channels.ts";
import type { Now } from "../channels/use-now.ts";
import { useSite } from "#web/page/page-data.ts";
import { Link } from "#web/page/router.tsx";
import { communityTab, paths } from "#contract/paths.ts";
import { InquiryReceipt } from "../receipt/inquiry-receipt.tsx";

/**
 * The first tab. `onWrite` opens the inquiry form in a modal; `sent` are the inquiries sent from this document, the
 * newest first.
 */
export function QuickContact(props: {
  contacts: ActiveContact[];
  now: Now;
  sent: readonly Answered[];
  onWrite: () => void;
}) {
  const { contacts, now, sent, onWrite } = props;
  const { figures } = useSite();
  // The card of a type shows its first contact.
  const whatsapp = contacts.find(({ type }) => type === "whatsapp")?.availability ?? null;
  const phone = contacts.find(({ type }) => type === "phone")?.availability ?? null;
  const telegram = contacts.find(({ type }) => type === "telegram");
  const isOnline = openAt(whatsapp, now.time);
  const isAlwaysThere = openAt(phone, now.time) && nextFlip(phone, now.time) === undefined;
  const writeFirst = isNobodyThere(contacts, now.time);
  const message = <MessageCard key="message" isAnswered={!writeFirst} onWrite={onWrite} />;
  return (
    <>
      <div className="cards">
        {writeFirst && message}
        <ChannelCard
          contacts={contacts}
          now={now}
          type="whatsapp"
          title="WhatsApp"
          badge={isOnline ? "Online Now" : undefined}
          note={isOnline && `Average response ${figures.whatsappResponse}`}
          action="Chat Now"
        />
        <ChannelCard
          contacts={contacts}
          now={now}
          type="phone"
          title="Direct Call"
          badge={isAlwaysThere ? "24/7 Available" : undefined}
          action="Call Now"
        />
        {!writeFirst && message}
        {sent.map((accepted) => (
          <Card
            key={accepted.reference}
            icon={<Icon name="page" />}
            title="Your message is with us"
            about={<InquiryReceipt accepted={accepted} />}
          />
        ))}
      </div>
      <div className="tiles">
        {telegram !== undefined && (
          <ChannelLink contact={telegram} className="tile">
            <Icon name="gift" />
            Free Tips
          </ChannelLink>
        )}
        {contacts.some(fitsPhoneBook) && (
          <a className="tile" href={phoneBookPath} download>
            <ChannelIcon type="phone" />
            Save our contacts
          </a>
        )}
        <Link
          className="tile"
          to={paths.contact + communityTab}
          // The tile disappears with its tab: keep the focus.
          onClick={() => document.getElementById("tab-community")?.focus()}
        >
          <Icon name="users" />
          Community
        </Link>
      </div>
    </>
  );
}

/** `isAnswered`: whether somebody is available to reply within the stated time. */
function MessageCard({ isAnswered, onWrite }: { isAnswered: boolean; onWrite: () => void }) {
  const { figures } = useSite();
  return (
    <Card
      icon={<ChannelIcon type="email" />}
      title="Send Message"
      titleId="message-title"
      about={
        <>
          {isAnswered && <p className="note">Response in {figures.messageResponse}</p>}
          <p>Write to us here. You need no app and no account.</p>
        </>
      }
    >
      <ButtonLink
        to={paths.message}
        aria-describedby="message-title"
        onClick={(event) => {
          // Browsers without modal dialogs go to the form's own page.
          if (!("showModal" in HTMLDialogElement.prototype) || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onWrite();
        }}
      >
        Send Message
      </ButtonLink>
    </Card>
  );
}
