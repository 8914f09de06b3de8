import type { ReactNode, RefObject } from "react";
import type { Verdict } from "#contract/verify.ts";
import { ChannelLink } from "../../components/channel-link.tsx";
import { channelWords } from "../../content/channels.ts";
import { dayWords, outcomeWords } from "../../content/verify.ts";
import { useSite } from "../../page-data.ts";
import { ReportButton } from "./report-button.tsx";

/** Drawn like the other icons; here, since only this page shows them. */
const signs = {
  good: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM8.5 12l2.5 2.5 4.5-5",
  wary: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M12 7v6M12 16.5h.01",
  bad: "M12 4 2.5 20h19zM12 10v5M12 17.5h.01",
  plain: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M9.5 9.5c0-3.5 5-3.5 5 0 0 2-2.5 2-2.5 4M12 16.5h.01",
};

/** A card in the colours of what is good and bad elsewhere. */
const tones = { good: "card success", wary: "card", bad: "card refusal", plain: "card" };

type Known = Extract<Verdict, { verdict: "official" }>["channels"][number];

/** What came out for `text`, in words, with a colour and a sign of its own. */
export function Outcome(props: { text: string; verdict: Verdict; heading: RefObject<HTMLHeadingElement | null> }) {
  const { text, verdict, heading } = props;
  const { tone, heading: words, advice } = outcomeWords[verdict.verdict];
  return (
    <section className={tones[tone]}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={signs[tone]} />
      </svg>
      <h2 ref={heading} tabIndex={-1}>
        {words}
      </h2>
      <p dir="auto">
        <strong>{text}</strong>
      </p>
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
          {verdict.replacedBy.length > 0 ? (
            <>
              <p>What replaced it:</p>
              <Channels channels={verdict.replacedBy} />
            </>
          ) : (
            <p>Nothing has replaced it.</p>
          )}
        </>
      );
    case "impostor":
      return (
        <>
          {children}
          {verdict.like !== null && (
            <>
              <p>It looks like this one, but it is another. Ours is:</p>
              <Channels channels={[verdict.like]} />
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

function Channels({ channels }: { channels: Known[] }) {
  return (
    <ul className="more">
      {channels.map((channel) => (
        <li key={`${channel.type} ${channel.value}`}>
          {channelWords[channel.type].label}: <ChannelLink contact={channel}>{channel.value}</ChannelLink>
          {channel.proof !== "" && <span>{channel.proof}</span>}
        </li>
      ))}
    </ul>
  );
}
