import { useQuery } from "@tanstack/react-query";
import type { SetupState } from "#contract/setup.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { stepLinks } from "./step-links.ts";

type Step = SetupState["steps"][number];

export const setupKey = ["setup"];

/** How far the set-up is. Asked for again whenever a page shows it, and after each change. */
export function useSetup({ enabled = true } = {}) {
  return useQuery({ queryKey: setupKey, queryFn: settingsApi.setup, enabled, staleTime: 0 });
}

/** Whether visitors can come without it. Figures that are not shown yet are an offer. */
export function isOptional({ name, gaps, fields }: Pick<Step, "name" | "gaps" | "fields">): boolean {
  return stepLinks[name].isOptional === true || (fields.length === 0 && gaps.every((gap) => gap === "figures-offered"));
}

/** The number of required steps that are not done. */
export function stepsLeft(steps: readonly Step[]): number {
  return steps.filter((step) => !step.isDone && !isOptional(step)).length;
}
