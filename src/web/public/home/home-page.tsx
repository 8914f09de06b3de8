import { copy } from "#copy/current.ts";
import { useActiveChannels, useFigures, useIsHidden, useSite } from "#web/page/page-data.ts";
import { BigBall } from "#web/ui/ball.tsx";
import { Icon, type IconName, Official } from "#web/ui/icon.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { AllHidden, WriteInstead } from "../channels/notices.tsx";
import { isAlwaysOpen, isNobodyThere, leadType } from "../channels/live-channels.ts";
import { useNow } from "../channels/use-now.ts";
import { CheckForm } from "../verify/check-form.tsx";
import { HomeLead, MoreWays } from "./home-channels.tsx";
import "./home.css";

export function HomePage() {
  const { brands, words } = useSite();
  const figures = useFigures();
  const channels = useActiveChannels();
  const isHidden = useIsHidden();
  const known = channels ?? [];
  const now = useNow(known);
  const lead = leadType(known, now.time);
  const own = words.reasons;
  const why = own?.why ?? copy.home.why(brands.home.name);
  /** A claim is left out while what the page says of its channels contradicts it. */
  const reasons: Array<{ icon: IconName; title: string; text: string; isLeftOut?: boolean }> = [
    { icon: "bolt", ...copy.home.fast, ...own?.fast, isLeftOut: isNobodyThere(known, now.time) },
    { icon: "shield", ...copy.home.secure, ...own?.secure },
    { icon: "clock", ...copy.home.always, ...own?.always, isLeftOut: !isAlwaysOpen(known, now.time) },
  ];
  const write = channels !== undefined && !isHidden && <WriteInstead channels={channels} now={now} />;
  return (
    <>
      <section className="hero full">
        <div className="wrap home-hero">
          <div className="home-intro">
            {!isHidden && <BigBall />}
            <Official />
            <h1>{copy.home.title}</h1>
            {!isHidden && (
              <>
                <p className="lead" lang={langOf(words.homeLead)}>
                  {words.homeLead}
                </p>
                <p className="check-it">
                  <a href="#home-verify">{copy.home.checkIt}</a>
                  {figures.users && <span>{`${figures.users} ${copy.home.users}`}</span>}
                </p>
              </>
            )}
          </div>
          {lead && write}
          <div className="home-lead">
            {isHidden && <AllHidden />}
            {channels === undefined && <Spinner text={copy.channels.loading} />}
            {lead ? <HomeLead type={lead} channels={known} now={now} /> : write}
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
          <MoreWays channels={known} now={now} />
          <section className="section">
            <h2 lang={langOf(why)}>{why}</h2>
            <ul className="reasons">
              {reasons.map(
                ({ icon, title, text, isLeftOut }) =>
                  !isLeftOut && (
                    <li key={icon}>
                      <span className="disc">
                        <Icon name={icon} />
                      </span>
                      <div>
                        <h3 lang={langOf(title)}>{title}</h3>
                        <p className="soft small-text" lang={langOf(text)}>
                          {text}
                        </p>
                      </div>
                    </li>
                  ),
              )}
            </ul>
          </section>
        </>
      )}
    </>
  );
}
