import { useEffect, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import { Badge } from "#web/ui/messages/badge.tsx";
import { ButtonLink } from "#web/ui/buttons/button.tsx";
import { joined } from "#web/ui/joined.ts";
import { EmptyState } from "../shell/empty-state.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { paths } from "#contract/paths.ts";
import type { SetupState, SetupStep } from "#contract/setup.ts";
import { UnsavedGuard } from "../forms/unsaved-guard.tsx";
import { UnsavedContext, useUnsavedParts } from "../forms/unsaved-parts.tsx";
import { LoadFailure } from "../forms/failure.tsx";
import { IsStepContext } from "../settings/section-form.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import { useMember } from "../shell/member.ts";
import { Page } from "../shell/page.tsx";
import { SiteLink, SiteNow } from "./site-now.tsx";
import "./setup.css";
import { StepBody } from "./step-body.tsx";
import { inOrder, isOptional, isSettled, nextOf, type Step, stepsLeft } from "./steps.ts";
import { useSetup } from "./use-setup.ts";

/** Milliseconds between two checks whether a message, a reply or a backup has arrived. */
const pollMs = 4000;

/** `/ContactAdmin/setup`: what an owner does before visitors come, one step at a time. */
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
  const query = useSetup({ everyMs: pollMs });
  const { data } = query;
  if (data === undefined && query.errorUpdateCount > 0) return <LoadFailure what={teamCopy.setup.what} query={query} />;
  return (
    <div className="setup">
      {data === undefined ? <Spinner text={teamCopy.setup.loading} /> : <Steps {...data} />}
      <SiteNow steps={data?.steps} />
    </div>
  );
}

/** The steps; one is open: that which an owner has opened or works on until it is done, otherwise the next. */
function Steps(state: SetupState) {
  const [chosen, setChosen] = useState<{ name: SetupStep | undefined; wasSettled: boolean }>();
  /** The step that shows something that nobody will see again. */
  const [held, setHeld] = useState<SetupStep>();
  const steps = inOrder(state.steps, location, held);
  const next = nextOf(steps)?.name;
  const [changed, report] = useUnsavedParts();
  const [opened, setOpened] = useState<readonly SetupStep[]>([]);
  const ofChosen = steps.find(({ name }) => name === chosen?.name);
  const isOver =
    ofChosen !== undefined && isSettled(ofChosen, steps) && chosen?.wasSettled === false && held !== ofChosen.name;
  const open = chosen === undefined || isOver ? next : chosen.name;
  if (open !== undefined && !opened.includes(open)) setOpened([...opened, open]);
  useFocusOnNext(open, isOver);

  const workOn = (step: Step) => {
    if (open !== chosen?.name || isOver) setChosen({ name: step.name, wasSettled: isSettled(step, steps) });
  };
  const left = stepsLeft(steps);
  const done = steps.filter(({ isDone }) => isDone).length;
  // The steps left and the bar count the same ones: an offer counts once it is taken.
  const total = done + left;
  return (
    <div className="setup-main">
      {left === 0 ? (
        <Ready />
      ) : (
        <p className="setup-left" role="status">
          {teamCopy.setup.left(left)}
        </p>
      )}
      <div
        className="setup-progress"
        role="progressbar"
        aria-label={teamCopy.setup.progress}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuemin={0}
      >
        {Array.from({ length: total }, (_, at) => (
          <i key={at} className={at < done ? "done" : undefined} />
        ))}
      </div>
      <UnsavedContext value={report}>
        <IsStepContext value>
          <ol className="card setup-steps">
            {steps.map((step, at) => {
              const { name, isDone } = step;
              const { label, why } = teamCopy.setup.steps[name];
              const isOpen = name === open;
              return (
                <li key={name} className={joined(isOpen && "open", isDone && "done", name === next && "next")}>
                  <h2>
                    <button
                      type="button"
                      id={`setup-${name}`}
                      className="plain setup-head"
                      aria-expanded={isOpen}
                      onClick={() =>
                        setChosen({ name: isOpen ? undefined : name, wasSettled: isOpen || isSettled(step, steps) })
                      }
                    >
                      <span className="setup-mark" aria-hidden="true">
                        {/* An offer has no number: the others count to the steps that are left. */}
                        {isDone ? <AdminIcon name="check" /> : !isOptional(step) && stepsLeft(steps.slice(0, at + 1))}
                      </span>
                      <span className="setup-label">
                        {label} {(!isDone || isOpen) && <span className="hint">{why}</span>}
                      </span>
                      <State step={step} isNext={name === next} isWaiting={isSettled(step, steps)} />
                    </button>
                  </h2>
                  {opened.includes(name) && (
                    // A step that somebody works on stays open until it is done, even if an earlier one opens again.
                    <div className="setup-body" hidden={!isOpen} onFocus={() => workOn(step)}>
                      <StepBody
                        step={step}
                        isNext={name === next}
                        state={state}
                        onHold={() => setHeld(name)}
                        onRelease={() => setHeld(undefined)}
                      />
                    </div>
                  )}
                </li>
              );
            })}
          </ol>
        </IsStepContext>
      </UnsavedContext>
      <UnsavedGuard isChanged={changed.length > 0} />
    </div>
  );
}

function State({ step, isNext, isWaiting }: { step: Step; isNext: boolean; isWaiting: boolean }) {
  if (step.isDone) return <Badge tone="good">{teamCopy.setup.done}</Badge>;
  if (isNext) return <Badge tone="warn">{teamCopy.setup.next}</Badge>;
  if (isWaiting) return <Badge>{teamCopy.setup.waiting}</Badge>;
  return isOptional(step) ? <span className="hint">{teamCopy.setup.optional}</span> : null;
}

/** Moves the focus on with the step: what had it in a step that is done is hidden. */
function useFocusOnNext(open: SetupStep | undefined, isOver: boolean): void {
  useEffect(() => {
    if (!isOver || open === undefined) return;
    const head = document.getElementById(`setup-${open}`);
    head?.focus({ preventScroll: true });
    head?.scrollIntoView({ block: "start" });
  }, [open, isOver]);
}

/** Shown once no required step is left. */
function Ready() {
  const words = teamCopy.setup.ready;
  return (
    <section className="setup-ready" role="status">
      <h2>{words.title}</h2>
      <p>{words.about}</p>
      <p className="form-actions">
        <ButtonLink to={`${paths.settings}?section=share`}>{words.share}</ButtonLink>
        <SiteLink />
      </p>
    </section>
  );
}
