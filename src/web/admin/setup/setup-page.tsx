import { here } from "#web/page/router.tsx";
import { teamCopy } from "#copy/current.ts";
import { Badge } from "#web/ui/messages/badge.tsx";
import { buttonClass, ButtonLink } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "../shell/empty-state.tsx";
import { joined } from "#web/ui/joined.ts";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { paths } from "#contract/paths.ts";
import type { SetupState } from "#contract/setup.ts";
import { LoadFailure } from "../forms/failure.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import { useMember } from "../shell/member.ts";
import { Page } from "../shell/page.tsx";
import { siteLabel } from "../settings/site/site-label.ts";
import { stepLinks } from "./step-links.ts";
import { FigureChoices } from "./figure-choices.tsx";
import { MissingTexts } from "./missing-texts.tsx";
import "./setup.css";
import { SenderWarning } from "./sender-warning.tsx";
import { SupportTest } from "./support-test.tsx";
import { isOptional, stepsLeft, useSetup } from "./use-setup.ts";

/** `/ContactAdmin/setup`: what an owner does before visitors come, each step with its state and its button. */
export function SetupPage() {
  const { role } = useMember();
  return (
    <Page title={teamCopy.setup.title}>
      {role === "owner" ? (
        <Setup />
      ) : (
        <EmptyState icon="lock">
          <h2>{teamCopy.setup.forOwners}</h2>
          <p>{teamCopy.setup.youAreAgent}</p>
        </EmptyState>
      )}
    </Page>
  );
}

function Setup() {
  const query = useSetup();
  if (query.data !== undefined) return <Steps {...query.data} />;
  if (query.errorUpdateCount > 0) return <LoadFailure what={teamCopy.setup.what} query={query} />;
  return <Spinner text={teamCopy.setup.loading} />;
}

function Steps({ steps, support, missing }: SetupState) {
  const left = stepsLeft(steps);
  const done = steps.filter(({ isDone }) => isDone).length;
  // An address of its own may come later for somebody who tries the product on their own machine.
  const isTrying = location.hostname === "localhost";
  const next = steps.find((step) => !step.isDone && !(isTrying && step.name === "address") && !isOptional(step))?.name;
  return (
    <div className="setup">
      <p role="status">{teamCopy.setup.left(left)}</p>
      <progress max={steps.length} value={done} aria-label={teamCopy.setup.progress} />
      <ol className="setup-steps">
        {steps.map((step, at) => {
          const { name, isDone, gaps, fields } = step;
          const { label, why, action } = teamCopy.setup.steps[name];
          const waits = gaps.includes("no-reply");
          const to = waits ? paths.inbox : stepLinks[name].to;
          return (
            <li key={name} className={joined("target-row", name === next && "next")}>
              <span className={isDone ? "setup-mark done" : "setup-mark"} aria-hidden="true">
                {isDone ? <AdminIcon name="check" /> : at + 1}
              </span>
              <div>
                <h2>{label}</h2>
                <p className="hint">{why}</p>
                {name === "brand" && <MissingTexts missing={missing} what="texts" />}
                {name === "figures" && <FigureChoices />}
                {name === "channels" && <MissingTexts missing={missing} what="descriptions" />}
                {name === "mail" && <SenderWarning setting="mail.from" />}
                {name === "support" && <SupportTest support={support} />}
                {!isDone && name !== "figures" && (
                  <ul className="setup-missing">
                    {[...gaps.map((gap) => teamCopy.setup.gaps[gap]), ...fields.map(siteLabel)].map((what) => (
                      <li key={what}>{what}</li>
                    ))}
                  </ul>
                )}
              </div>
              {isDone ? (
                <Badge tone="good">{teamCopy.setup.done}</Badge>
              ) : (
                <div className="setup-action">
                  {isOptional(step) && <Badge>{teamCopy.setup.optional}</Badge>}
                  {name !== "figures" && (
                    <StepLink variant={name === next ? undefined : "secondary"} to={to}>
                      {waits ? teamCopy.setup.reply : action}
                    </StepLink>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** A page of the site opens in another tab, from the server: it shows what has just been published. */
function StepLink({ to, variant, children }: { to: string; variant: "secondary" | undefined; children: string }) {
  if (to.startsWith(paths.channels)) {
    return (
      <ButtonLink className="row-target" variant={variant} to={to}>
        {children}
      </ButtonLink>
    );
  }
  return (
    <a className={buttonClass(variant, undefined, "row-target")} href={here(to)} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
