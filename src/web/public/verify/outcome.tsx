import { brandOf } from "#domain/brands/brands.ts";
import type { ReactNode, RefObject } from "react";
import type { Verdict } from "#contract/verify.ts";
import type { Difference } from "#domain/lookalike/difference.ts";
import { ChannelLink } from "../channels/channel-link.tsx";
import { ValueText } from "#web/ui/value-text.tsx";
import { differenceWords } from "./difference-copy.ts";
import { dayWords, outcomeWords, placesWords } from "./verify-copy.ts";
import { useSite } from "#web/page/page-data.ts";
import { MarkedText, shownInOrder } from "./marked-text.tsx";
import { ReportButton } from "./report-button.tsx";

/** Drawn like the other icons; kept here, since only this page uses them. */
const signs = {
  good: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM8.5 12l2.5 2.5 4.5-5",
  wary: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M12 7v6M12 16.5h.01",
  bad: "M12 4 2.5 20h19zM12 10v5M12 17.5h.01",
  plain: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M9.5 9.5c0-3.5 5-3.5 5 0 0 2-2.5 2-2.5 4M12 16.5h.01",
};

/** The card styles, in the usual colours of success and error. */
const tones = { good: "card success", wary: "card", bad: "card alert", plain: "card" };

type Known = Extract<Verdict, { verdict: "official" }>["channels"][number];

/** The outcome for `text` in words, with a colour and an icon. */
export function Outcome(props: { text: string; verdict: Verdict; heading: RefObject<HTMLHeadingElement | null> }) {
  const { text, verdict, heading } = props;
  const { tone, heading: words, advice } = outcomeWords[verdict.verdict];
  const difference = verdict.verdict === "impostor" ? verdict.difference : null;
  return (
    <section className={tones[tone]}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={signs[tone]} />
      </svg>
      <h2 ref={heading} tabIndex={-1}>
        {words}
      </h2>
      {/* Shows the value from our list: the typed one may be a lookalike. */}
      {verdict.verdict !== "official" && (
        <p dir="auto">
          <strong>
            {difference === null ? <ValueText value={shownInOrder(text)} /> : <MarkedText pieces={difference.asked} />}
          </strong>
        </p>
      )}
      <Particulars verdict={verdict}>
        <p>{advice}</p>
      </Particulars>
      {(verdict.verdict === "impostor" || verdict.verdict === "unknown") && <ReportButton about={text} />}
    </section>
  );
}

function Particulars({ verdict, children }: { verdict: Verdict; children: ReactNode }) {
  const { timeZone } = useSite();
  switch (verdict.verdict) {
    case "official":
      return (
        <>
          <p>{placesWords(verdict.channels.map(({ type }) => type))}</p>
          {children}
          <Channels channels={verdict.channels} />
        </>
      );
    case "retired":
      return (
        <>
          <p>
            It was official until <time dateTime={verdict.until}>{dayWords(verdict.until, timeZone)}</time>.
          </p>
          {children}
          {verdict.replacedBy.length > 0 && (
            <>
              <p>What to use now:</p>
              <Channels channels={verdict.replacedBy} />
            </>
          )}
        </>
      );
    case "impostor":
      return (
        <>
          {verdict.difference !== null && <p>{differenceWords(verdict.difference)}</p>}
          {children}
          {verdict.like !== null && (
            <>
              <p>It looks like this one, but it is another. Ours is:</p>
              <Channels channels={[verdict.like]} pieces={verdict.difference?.ours} />
            </>
          )}
        </>
      );
    case "hidden":
    case "unknown":
    case "unreadable":
      return children;
  }
}

/** `pieces` are those of the only channel's value. */
function Channels({ channels, pieces }: { channels: Known[]; pieces?: Difference["ours"] | undefined }) {
  return (
    <ul className="more">
      {channels.map((channel) => (
        <li key={`${channel.type} ${channel.value}`}>
          {brandOf(channel.type).label}:{" "}
          <ChannelLink contact={channel}>
            {pieces === undefined ? <ValueText value={channel.value} /> : <MarkedText pieces={pieces} />}
          </ChannelLink>
          {channel.proof !== "" && <p>{channel.proof}</p>}
        </li>
      ))}
    </ul>
  );
}
