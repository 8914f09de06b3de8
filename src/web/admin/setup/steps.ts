import type { SetupGap, SetupState, SetupStep } from "#contract/setup.ts";
import { stepLinks } from "./step-links.ts";

export type Step = SetupState["steps"][number];

const waiting: ReadonlySet<SetupGap> = new Set(["owner-invited", "no-backup-yet"]);

/** Returns whether visitors can come without it: an offer, or what only somebody else can finish. */
export function isOptional({ name, gaps, fields }: Pick<Step, "name" | "gaps" | "fields">): boolean {
  const isOffer = gaps.every((gap) => gap === "figures-offered" || gap === "owner-invited");
  return stepLinks[name].isOptional === true || (fields.length === 0 && isOffer);
}

/**
 * Returns whether its owner has nothing to do for it now: it is done, or done by itself or by somebody else. A test of
 * the support address, which comes next, also proves the mail server.
 */
export function isSettled({ isDone, gaps }: Pick<Step, "isDone" | "gaps">, steps: readonly Step[]): boolean {
  const provesMail = () => steps.some(({ gaps: others }) => others.includes("support-untested"));
  return isDone || gaps.some((gap) => waiting.has(gap) || (gap === "mail-untested" && provesMail()));
}

/** The number of required steps that are not done. */
export function stepsLeft(steps: readonly Step[]): number {
  return steps.filter((step) => !step.isDone && !isOptional(step)).length;
}

/**
 * Returns the steps with the open ones first, so that the next step is in view on every screen. Somebody who tries the
 * product on their own machine needs no address before all else works. `held` is a step that keeps its place although
 * it is done.
 */
export function inOrder(
  steps: readonly Step[],
  { protocol, hostname }: Pick<Location, "protocol" | "hostname">,
  held?: SetupStep,
) {
  const isTrying = protocol === "http:" && ["localhost", "127.0.0.1"].includes(hostname);
  return steps.toSorted((one, other) => rank(one) - rank(other));

  function rank({ name, isDone }: Step): number {
    if (isDone && name !== held) return 2;
    return isTrying && name === "address" ? 1 : 0;
  }
}

/** The first required step that can be done now. */
export function nextOf(steps: readonly Step[]): Step | undefined {
  return steps.find((step) => !isSettled(step, steps) && !isOptional(step));
}
