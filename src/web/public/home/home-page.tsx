import { HomeChannels } from "./home-channels.tsx";
import { AllHidden } from "../channels/all-hidden.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useContacts, useSite } from "#web/page/page-data.ts";
import { Link } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";

const reasons: Array<{ icon: IconName; title: string; text: string }> = [
  { icon: "bolt", title: "Lightning Fast", text: "A person answers, most often within minutes." },
  { icon: "shield", title: "100% Secure", text: "Every channel here is checked to be our own." },
  { icon: "clock", title: "24/7 Support", text: "Write to us at any hour, day or night." },
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
      <AllHidden />
      {contacts === undefined ? <Spinner text="Loading contacts..." /> : <HomeChannels contacts={contacts} />}
      <p className="onward">
        <Link to={paths.verify}>Is this really you?</Link>
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
        <ButtonLink to={paths.contact}>All ways to reach us</ButtonLink>
      </section>
    </>
  );
}
