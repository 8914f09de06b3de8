import { copy } from "#copy/current.ts";
import type { MouseEvent, ReactNode, RefObject } from "react";
import type { Verdict } from "#contract/channels/verify.ts";
import { paths } from "#contract/paths.ts";
import { dateText } from "#copy/locale/intl.ts";
import type { Difference } from "#domain/lookalike/difference.ts";
import { useSite, useVisit } from "#web/page/page-data.ts";
import { Button, buttonClass, ButtonLink } from "#web/ui/buttons/button.tsx";
import { Drawing, Icon } from "#web/ui/icon.tsx";
import { ValueText } from "#web/ui/value-text.tsx";
import { ChannelLink, Description } from "../channels/channel-parts.tsx";
import { differenceText, placesText, tones } from "./verify-sentences.ts";
import { brandCopy } from "../channels/brand-copy.ts";
import { here, navigate } from "#web/page/router.tsx";

/** Drawn like the other icons; kept here, since only this page uses them. */
const signs = {
  good: "M5 12.5 10 17.5 19.5 7",
  bad: "M6 6l12 12M18 6 6 18",
  warn: "M12 5v9M12 18.5h.01",
  open: "M9 9.5c0-4 6-4 6 0 0 2.5-3 2.5-3 5M12 18.5h.01",
};

type Known = Extract<Verdict, { verdict: "official" }>["channels"][number];

/** The outcome for `text`: in words, with an icon and a colour. */
export function Outcome(props: { text: string; verdict: Verdict; heading: RefObject<HTMLHeadingElement | null> }) {
  const { text, verdict, heading } = props;
  const tone = tones[verdict.verdict];
  const { heading: words, advice } = copy.verify.outcomes[verdict.verdict];
  const isImpostor = verdict.verdict === "impostor";
  const isWarned = isImpostor || verdict.verdict === "unknown";
  const difference = isImpostor ? verdict.difference : null;
  return (
    <section id="verdict" className="card verdict" data-tone={tone}>
      <header>
        <span className="sign">
          <Drawing path={signs[tone ?? "open"]} />
        </span>
        <h2 ref={heading} tabIndex={-1}>
          {words}
        </h2>
      </header>
      <dl className="compared">
        {/* An official verdict shows the value on our list: the typed one may be a lookalike. */}
        {verdict.verdict === "official" ? (
          <Ours channels={verdict.channels} />
        ) : verdict.verdict === "named" ? (
          verdict.services.map(({ value, name }) => (
            <div key={value}>
              <dt>{name}</dt>
              <dd dir="auto">
                <ValueText value={value} />
              </dd>
            </div>
          ))
        ) : (
          <>
            <dt>{copy.verify.youChecked}</dt>
            <dd dir="auto">
              {difference === null ? (
                <ValueText value={shownInOrder(text)} />
              ) : (
                <MarkedText pieces={difference.asked} />
              )}
            </dd>
          </>
        )}
        {isImpostor && verdict.like !== null && (
          <Ours channels={[verdict.like]} pieces={difference && alike(difference)} />
        )}
      </dl>
      <Particulars verdict={verdict}>
        {!isImpostor && <p>{advice}</p>}
        {isWarned && (
          <p className="advice">
            <Icon name="shield" />
            {copy.verify.outcomes.impostor.advice}
          </p>
        )}
      </Particulars>
      {isWarned && (
        <div className="actions">
          <ReportButton about={text} />
          {!(isImpostor && verdict.like === null) && (
            <ButtonLink variant="secondary" to={paths.contact}>
              {copy.verify.own}
            </ButtonLink>
          )}
        </div>
      )}
    </section>
  );
}

function Particulars({ verdict, children }: { verdict: Verdict; children: ReactNode }) {
  const { timeZone } = useSite();
  switch (verdict.verdict) {
    case "official":
      return (
        <>
          <p>{placesText(verdict.channels.map(({ type }) => type))}</p>
          {[...new Set(verdict.channels.flatMap(({ roles }) => roles ?? []))].map((role) => (
            <p key={role}>{copy.verify.roles[role]}</p>
          ))}
          {verdict.channels.map((channel) => (
            <Description key={`${channel.type} ${channel.value}`} channel={channel} />
          ))}
          {verdict.channels.some(isOpened) && children}
          <OpenActions channels={verdict.channels.filter(isOpened)} />
        </>
      );
    case "named":
      return (
        <>
          {[...new Set(verdict.services.map(({ role, name }) => copy.verify.services[role](name)))].map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {children}
        </>
      );
    case "retired":
      return (
        <>
          <p>
            {copy.verify.oursUntil.before}
            <time dateTime={verdict.until}>{dateText(verdict.until, timeZone)}</time>
            {copy.verify.oursUntil.after}
          </p>
          {children}
          {verdict.replacedBy.length > 0 && (
            <>
              <p>{copy.verify.instead}</p>
              <dl className="compared">
                <Ours channels={verdict.replacedBy} />
              </dl>
              <OpenActions channels={verdict.replacedBy} />
            </>
          )}
        </>
      );
    case "impostor":
      return (
        <>
          {verdict.difference !== null ? (
            <p>{differenceText(verdict.difference)}</p>
          ) : (
            verdict.like !== null && <p>{copy.verify.isAnother}</p>
          )}
          {children}
        </>
      );
    case "unreadable":
      return (
        <>
          {children}
          <div className="actions">
            <a className={buttonClass("secondary")} href={`#${fieldId}`} onClick={askAgain}>
              {copy.verify.again}
            </a>
          </div>
        </>
      );
    case "hidden":
    case "unknown":
      return children;
  }
}

/** Id of the field that asks; without scripts the link leads to it. */
export const fieldId = "verify-text";

function askAgain(event: MouseEvent<HTMLElement>): void {
  const field = document.querySelector<HTMLInputElement>(`#${fieldId}`);
  if (field === null) return;
  event.preventDefault();
  field.select();
  field.focus();
}

/** Whether a value can be opened: nobody reads messages to an address that only sends. */
function isOpened({ roles }: Known): boolean {
  return roles?.join() !== "sender";
}

/** `pieces` are those of the only channel's value. */
function Ours({ channels, pieces = null }: { channels: Known[]; pieces?: Difference["ours"] | null }) {
  return channels.map((channel) => {
    const value = pieces === null ? <ValueText value={channel.value} /> : <MarkedText pieces={pieces} />;
    return (
      <div key={`${channel.type} ${channel.value}`}>
        <dt>{copy.verify.ours(brandCopy(channel.type).place)}</dt>
        <dd className="ours">{isOpened(channel) ? <ChannelLink channel={channel}>{value}</ChannelLink> : value}</dd>
      </div>
    );
  });
}

/** Our value, written like the one that was asked: as `@name` below another such name. */
function alike({ asked, ours: [first, ...others] }: Difference): Difference["ours"] {
  if (first === undefined || asked[0]?.text.startsWith("@") !== true)
    return first === undefined ? [] : [first, ...others];
  return [
    {
      ...first,
      text: first.text.replace(/^https:\/\/(?:www\.)?(?:t\.me|(?:instagram|facebook|x|youtube)\.com)\/@?/, "@"),
    },
    ...others,
  ];
}

/** The first is the page's primary action. */
function OpenActions({ channels }: { channels: Known[] }) {
  return (
    <div className="actions">
      {channels.map((channel, at) => (
        <ChannelLink
          key={`${channel.type} ${channel.value}`}
          channel={channel}
          className={buttonClass(at === 0 ? undefined : "secondary", "large")}
        >
          <span>{copy.verify.open(brandCopy(channel.type).label)}</span>
          <Icon name="open" />
        </ChannelLink>
      ))}
    </div>
  );
}

/** Removes the bidirectional controls, which would show the text in another order. */
function shownInOrder(text: string): string {
  return text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** A text with its differences marked; `differenceText` says the same in words. */
function MarkedText({ pieces }: { pieces: Difference["asked"] }) {
  return (
    <span>
      {pieces.map(({ text, differs }, at) =>
        differs ? (
          <mark key={at}>
            <ValueText value={shownInOrder(text)} />
          </mark>
        ) : (
          <ValueText key={at} value={shownInOrder(text)} />
        ),
      )}
    </span>
  );
}

/**
 * Continues to the report with the input prefilled: in the form's body or in memory, never in the URL or the history.
 */
function ReportButton({ about }: { about: string }) {
  const { ask } = useVisit();
  return (
    <form
      method="post"
      action={here(paths.report)}
      onSubmit={(event) => {
        event.preventDefault();
        ask(about);
        navigate(paths.report);
      }}
    >
      <input type="hidden" name="about" value={about} />
      <Button type="submit" variant="contrast">
        {copy.report.title}
      </Button>
    </form>
  );
}
