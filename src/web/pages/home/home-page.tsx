import { Link } from "react-router";
import type { ActiveContact } from "#contract/contact.ts";
import { ChannelCard } from "../../components/channel-card.tsx";
import { Icon, type IconName } from "../../components/icon.tsx";
import { isNobodyThere } from "../../components/live-channels.ts";
import { Spinner } from "../../components/spinner.tsx";
import { useNow } from "../../components/use-now.ts";
import { useContacts, useSite } from "../../page-data.ts";
import { paths } from "../../routes.tsx";

const reasons: Array<{ icon: IconName; title: string; text: string }> = [
  { icon: "bolt", title: "Lightning Fast", text: "A person answers, most often within minutes." },
  { icon: "shield", title: "100% Secure", text: "Every channel here is checked to be our own." },
  { icon: "clock", title: "24/7 Support", text: "Day and night, in season and out of it." },
];

export function HomePage() {
  const { brands, figures, words } = useSite();
  const contacts = useContacts();
  return (
    <>
      <section className="hero">
        <p className="eyebrow">{brands.home.tagline}</p>
        <h1>Premium Platform</h1>
        <p className="lead">{words.homeLead}</p>
        <p className="figure">
          <strong>{figures.users}</strong> users
        </p>
        <span className="ball" />
        <div className="seam" />
      </section>
      {contacts === undefined ? <Spinner text="Loading contacts..." /> : <Channels contacts={contacts} />}
      <p className="onward">
        <Link to={paths.verify}>Check a number or link</Link>
      </p>
      <section className="why">
        <h2>Why Choose {brands.home.name}</h2>
        <ul className="reasons">
          {reasons.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon name={icon} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <Link className="button" to={paths.contact}>
          All ways to reach us
        </Link>
      </section>
    </>
  );
}

/** The cards of the home page. */
export function Channels({ contacts }: { contacts: ActiveContact[] }) {
  const now = useNow(contacts);
  const shown = { contacts, now };
  return (
    <>
      {isNobodyThere(contacts, now.time) && (
        <p className="first">
          Nobody is at the phone or on WhatsApp just now.
          <Link className="button small" to={paths.message}>
            Send us a message
          </Link>
        </p>
      )}
      <div className="cards" aria-label="Support channels" role="group">
        <ChannelCard {...shown} type="whatsapp" title="WhatsApp Support" action="Connect Now" />
        <ChannelCard {...shown} type="telegram" title="Telegram Channel" badge="PREMIUM" action="Join Channel" />
        <ChannelCard {...shown} type="phone" title="Direct Phone Support" badge="DIRECT" action="Call Now" />
      </div>
    </>
  );
}
