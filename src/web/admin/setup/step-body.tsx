import { here } from "#web/page/router.tsx";
import { teamCopy } from "#copy/current.ts";
import { paths } from "#contract/paths.ts";
import type { SetupState, SetupStep } from "#contract/setup.ts";
import { buttonClass } from "#web/ui/buttons/button.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { useSite } from "#web/page/page-data.ts";
import { keepInTab } from "#web/public/inquiry/draft-in-tab.ts";
import { LoadFailure } from "../forms/failure.tsx";
import { SecondFactorManager } from "../security/second-factor-manager.tsx";
import { BackupsSection } from "../settings/backups-section.tsx";
import { MailSection } from "../settings/delivery-sections.tsx";
import "../settings/settings.css";
import { useSettings } from "../settings/use-settings.ts";
import { useMember } from "../shell/member.ts";
import { personName } from "../shell/person.tsx";
import { AddressStep } from "./address-step.tsx";
import { ChannelStep } from "./channel-step.tsx";
import { FigureChoices } from "./figure-choices.tsx";
import { MissingTexts } from "./missing-texts.tsx";
import { OwnerStep } from "./owner-step.tsx";
import { SiteStep } from "./site-step.tsx";
import { stepLinks } from "./step-links.ts";
import { isSettled, type Step } from "./steps.ts";
import { SupportTest } from "./support-test.tsx";

interface BodyProps {
  step: Step;
  isNext: boolean;
  state: SetupState;
  /** Called while something is shown only once: the step stays open although it is done. */
  onHold: () => void;
  onRelease: () => void;
}

/** Gaps whose texts say what is missing, where the line about what visitors see now would be wrong. */
const partlyDone = new Set(["no-reply", "mail-untested", "not-https"]);

/** An open step: what visitors see now and afterwards, what it lacks, and how it is done. */
export function StepBody(props: BodyProps) {
  const { step, state } = props;
  const { name, isDone, gaps, fields } = step;
  const { brands } = useSite();
  const isPartlyDone = gaps.some((gap) => partlyDone.has(gap)) || (name === "figures" && fields.length === 0);
  const gapTexts = new Map<string, string>(Object.entries(teamCopy.setup.gaps));
  return (
    <>
      {!isDone && !isPartlyDone && <p className="setup-visitors">{visitorsText(name, brands.home.name, state)}</p>}
      {gaps.map((gap) => gapTexts.has(gap) && <p key={gap}>{gapTexts.get(gap)}</p>)}
      <Content {...props} />
    </>
  );
}

/** Shows the step's form, if it has one here; otherwise, and beside it, the way to the page where all of it is. */
function Content({ step, isNext, state, onHold, onRelease }: BodyProps) {
  const { name, isDone, gaps, fields } = step;
  const link = <StepLink step={step} variant="quiet" />;
  if (isDone && name !== "second-factor" && name !== "second-owner" && name !== "support" && name !== "figures")
    return link;
  switch (name) {
    case "address":
      return <AddressStep other={link} />;
    case "second-factor":
      return <SecondFactorManager onFresh={onHold} onKept={onRelease} />;
    case "brand":
    case "legal":
      return fields.length > 0 ? <SiteStep paths={fields} other={link} /> : link;
    case "figures":
      return <FigureChoices />;
    case "channels":
      return <ChannelStep other={link} />;
    case "languages":
      return (
        <>
          <MissingTexts missing={state.missing} what="texts" />
          <MissingTexts missing={state.missing} what="descriptions" />
        </>
      );
    case "mail":
    case "backups":
      return <SettingsStep name={name} />;
    case "support":
      return (
        <>
          <SupportTest support={state.support} />
          {!isDone && link}
        </>
      );
    case "second-owner":
      return <OwnerStep isSettled={isSettled(step, state.steps)} other={link} onLink={onHold} onDone={onRelease} />;
    case "test-inquiry":
      return gaps.includes("no-reply") ? (
        <StepLink step={step} variant={isNext ? undefined : "secondary"} />
      ) : (
        <TestMessage variant={isNext ? undefined : "secondary"} />
      );
    case "recovery-codes":
    case "hours":
      return <StepLink step={step} variant={isNext ? undefined : "secondary"} />;
  }
}

/** A section of the settings, with its form open. */
function SettingsStep({ name }: { name: "mail" | "backups" }) {
  const query = useSettings();
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailure what={teamCopy.settings.what} query={query} />
    ) : (
      <Spinner text={teamCopy.settings.loading} />
    );
  return name === "mail" ? <MailSection settings={query.data} /> : <BackupsSection settings={query.data} />;
}

/** Returns what visitors see now, and what they will see. */
function visitorsText(step: SetupStep, brand: string, { support }: SetupState): string {
  const words = teamCopy.setup.visitors;
  if (step === "brand") return words.brand(brand);
  return step === "support" ? words.support(support.email) : words[step];
}

/**
 * The way to the page where all of the step is; beside a form it is quiet. Pages of settings open in another tab: the
 * steps go on here.
 */
function StepLink({ step: { name, gaps }, variant }: { step: Step; variant?: "secondary" | "quiet" | undefined }) {
  const waits = gaps.includes("no-reply");
  const address = waits ? paths.inbox : stepLinks[name].to;
  const action = waits ? teamCopy.setup.reply : teamCopy.setup.steps[name].action;
  return (
    <p>
      <a className={buttonClass(variant)} href={here(address)} target="_blank" rel="noopener">
        {variant === "quiet" ? teamCopy.setup.more : action}
      </a>
    </p>
  );
}

/** The visitors' form in another tab, which gets a copy of this tab's drafts: with a member's test in it. */
function TestMessage({ variant }: { variant: "secondary" | undefined }) {
  const { email } = useMember();
  const { label, action } = teamCopy.setup.steps["test-inquiry"];
  const fill = () => keepInTab("message", { fields: { name: personName(email), email, city: label, query: label } });
  return (
    <p>
      <a className={buttonClass(variant)} href={here(paths.message)} target="_blank" rel="opener" onClick={fill}>
        {action}
      </a>
    </p>
  );
}
