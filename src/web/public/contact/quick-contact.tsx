import { copy } from "#copy/current.ts";
import type { ActiveChannel } from "#contract/channels/channel.ts";
import { communityTab, keepPath, lostLink, paths, phoneBookPath } from "#contract/paths.ts";
import type { Answered } from "#contract/inquiries/submission.ts";
import { fitsPhoneBook } from "#domain/channels/known-channels.ts";
import { openAt } from "#domain/time/hours.ts";
import { useFigures, useIsHidden } from "#web/page/page-data.ts";
import { here, Link } from "#web/page/router.tsx";
import { ButtonLink } from "#web/ui/buttons/button.tsx";
import { Drawing, Icon } from "#web/ui/icon.tsx";
import { ChannelRow, LeadChannel } from "../channels/channel-cards.tsx";
import { ChannelDisc, ChannelLink } from "../channels/channel-parts.tsx";
import { isNobodyThere, leadType, otherLiveTypes, primaryType } from "../channels/live-channels.ts";
import type { Now } from "../channels/use-now.ts";
import { answersIn } from "../inquiry/when-answered.tsx";
import { InquiryReceipt } from "../receipt/receipt-parts.tsx";

/** Drawings that no other page uses. */
const drawings = {
  gift: "M4 11h16v9H4zM3 7h18v4H3zM12 7v13M12 7C7 7 7 3 9 3s3 4 3 4 1-4 3-4 2 4-3 4",
  users: "M9 5a3 3 0 1 0 0 6 3 3 0 1 0 0-6M3 20c0-4 3-6 6-6s6 2 6 6M16 5a3 3 0 0 1 0 6M17 14c3 0 4 3 4 6",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
};

/**
 * The first tab. `onWrite` opens the inquiry form in a modal; `sent` are the inquiries sent from this document, the
 * newest first.
 */
export function QuickContact(props: {
  channels: ActiveChannel[];
  now: Now;
  sent: readonly Answered[];
  onWrite: () => void;
}) {
  const { channels, now, sent, onWrite } = props;
  const figures = useFigures();
  const primary = primaryType(channels, now.time);
  // The alarm above has the primary action while all is hidden.
  const isWritingFirst = !useIsHidden() && primary === undefined;
  const lead = leadType(channels, now.time);
  const others = otherLiveTypes(channels, now.time);
  const nobody = isNobodyThere(channels, now.time);
  const linkOf = (type: "whatsapp" | "phone") => {
    const ofType = channels.filter((channel) => channel.type === type);
    const isOnline = openAt(ofType[0]?.availability ?? null, now.time);
    return {
      ...copy.contact.cards[type],
      channels: ofType,
      now,
      isPrimary: primary === type,
      note: type === "whatsapp" && isOnline && figures.whatsappResponse && (
        <span className="with-icon">
          <Icon name="bolt" />
          {copy.contact.average(figures.whatsappResponse)}
        </span>
      ),
    };
  };
  const telegram = channels.find(({ type }) => type === "telegram");
  const message = <MessageRow key="message" isPrimary={isWritingFirst} isAnswered={!nobody} onWrite={onWrite} />;
  return (
    <div className="quick">
      {isWritingFirst && <ul className="card rows">{message}</ul>}
      {lead !== undefined && <LeadChannel {...linkOf(lead)} />}
      <div className="column">
        {sent.map((accepted, at) => (
          <article key={accepted.reference} className="card stack">
            <h2 id={at === 0 ? "received" : undefined} tabIndex={-1}>
              {copy.contact.received}
            </h2>
            <InquiryReceipt accepted={accepted} />
          </article>
        ))}
        {(others.length > 0 || !isWritingFirst) && (
          <ul className="card rows">
            {others.map((type) => (
              <ChannelRow key={type} {...linkOf(type)} />
            ))}
            {!isWritingFirst && message}
          </ul>
        )}
        <div className="tiles">
          {telegram !== undefined && (
            <ChannelLink channel={telegram} className="card tile">
              <Drawing path={drawings.gift} />
              <span>{copy.contact.tips}</span>
            </ChannelLink>
          )}
          {channels.length > 0 && (
            <Link
              className="card tile"
              to={paths.contact + communityTab}
              // The tile disappears with its tab: keep the focus.
              onClick={() => document.getElementById("tab-community")?.focus()}
            >
              <Drawing path={drawings.users} />
              <span>{copy.contact.community}</span>
            </Link>
          )}
          {channels.some(fitsPhoneBook) && (
            <a className="card tile" href={here(phoneBookPath)} download>
              <Drawing path={drawings.download} />
              <span>{copy.contact.save}</span>
            </a>
          )}
        </div>
        <VerifyLink />
        <p className="onward">
          <a className="quiet-link" href={here(lostLink("ask"))}>
            {copy.receipt.lost.title}
          </a>
          <a className="quiet-link" href={here(keepPath)}>
            {copy.ui.keep}
          </a>
        </p>
      </div>
    </div>
  );
}

export function VerifyLink() {
  return (
    <Link className="card tile verify-link" to={paths.verify}>
      <Icon name="vouched" />
      <span>{copy.verify.title}</span>
      <Icon name="chevron" />
    </Link>
  );
}

/** `isAnswered`: whether somebody is available to reply within the stated time. */
function MessageRow(props: { isPrimary: boolean; isAnswered: boolean; onWrite: () => void }) {
  const { isPrimary, isAnswered, onWrite } = props;
  const figures = useFigures();
  return (
    <li>
      <article className="channel-row">
        <ChannelDisc type="email" />
        <div>
          <div className="channel-title">
            <h2 id="message-title">{copy.message.title}</h2>
          </div>
          <p className="soft small-text">{answersIn(isAnswered ? figures.messageResponse : undefined)}</p>
        </div>
        <div className="channel-actions">
          <ButtonLink
            variant={isPrimary ? undefined : "tonal"}
            to={paths.message}
            aria-describedby="message-title"
            onClick={(event) => {
              // Browsers without modal dialogs go to the form's own page.
              if (!("showModal" in document.createElement("dialog"))) return;
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onWrite();
            }}
          >
            {copy.message.title}
          </ButtonLink>
        </div>
      </article>
    </li>
  );
}
