import { copy } from "#copy/current.ts";
import type { ActiveContact } from "#contract/channels/contact.ts";
import { useContacts, useFigures, useIsHidden, useSite } from "#web/page/page-data.ts";
import { BigBall } from "#web/ui/ball.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { AllHidden, WriteInstead } from "../channels/notices.tsx";
import { isAlwaysOpen, isNobodyThere, leadType } from "../channels/live-channels.ts";
import { type Now, useNow } from "../channels/use-now.ts";
import { CheckForm } from "../verify/check-form.tsx";
import { HomeLead, MoreWays } from "./home-channels.tsx";
import "./home.css";

export function HomePage() {
  const { words } = useSite();
  const figures = useFigures();
  const contacts = useContacts();
  const isHidden = useIsHidden();
  const known = contacts ?? [];
  const now = useNow(known);
  const lead = leadType(known, now.time);
  const write = contacts !== undefined && !isHidden && <WriteInstead contacts={contacts} now={now} />;
  return (
    <>
      <section className="hero full">
        <div className="wrap home-hero">
          <div className="home-intro">
            {!isHidden && <BigBall />}
            <div className="eyebrow">
              <Icon name="vouched" />
              <span>
                <strong>{copy.layout.official}</strong>
                {!isHidden && figures.users && ` · ${figures.users} ${copy.home.users}`}
              </span>
            </div>
            <h1>{copy.home.title}</h1>
            {!isHidden && (
              <>
                <p className="lead" lang={langOf(words.homeLead)}>
                  {words.homeLead}
                </p>
                <p className="check-it">
                  <a href="#home-verify">{copy.home.checkIt}</a>
                </p>
              </>
            )}
          </div>
          {lead && write}
          <div className="home-lead">
            {isHidden && <AllHidden />}
            {contacts === undefined && <Spinner text={copy.channels.loading} />}
            {lead ? <HomeLead type={lead} contacts={known} now={now} /> : write}
          </div>
          <CheckForm id="home-verify" label={copy.home.askedLabel}>
            <h2>
              <Icon name="vouched" />
              {copy.verify.title}
            </h2>
          </CheckForm>
        </div>
      </section>
      {!isHidden && (
        <>
          <MoreWays contacts={known} now={now} />
          <Reasons contacts={known} now={now} />
        </>
      )}
    </>
  );
}

/** A claim is left out while what the page says of its channels contradicts it. */
function Reasons({ contacts, now }: { contacts: readonly ActiveContact[]; now: Now }) {
  const { brands } = useSite();
  const nobody = isNobodyThere(contacts, now.time);
  const reasons: Array<{ icon: IconName; title: string; text: string; holds: boolean }> = [
    { icon: "bolt", ...copy.home.fast, holds: !nobody },
    { icon: "shield", ...copy.home.secure, holds: true },
    { icon: "clock", ...copy.home.always, holds: isAlwaysOpen(contacts, now.time) },
  ];
  return (
    <section className="section">
      <h2>{copy.home.why(brands.home.name)}</h2>
      <ul className="reasons">
        {reasons
          .filter(({ holds }) => holds)
          .map(({ icon, title, text }) => (
            <li key={title}>
              <span className="disc">
                <Icon name={icon} />
              </span>
              <div>
                <h3>{title}</h3>
                <p className="soft small-text">{text}</p>
              </div>
            </li>
          ))}
      </ul>
    </section>
  );
}
