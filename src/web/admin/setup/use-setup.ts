import { useQuery } from "@tanstack/react-query";
import { settingsApi } from "#web/api/settings-api.ts";
import { stepLinks } from "./step-links.ts";

export const setupKey = ["setup"];

/** How far the set-up is. Asked for again whenever a page shows it, and after each change. */
export function useSetup({ enabled = true } = {}) {
  return useQuery({ queryKey: setupKey, queryFn: settingsApi.setup, enabled, staleTime: 0 });
}

/** The number of required steps that are not done. */
export function stepsLeft(steps: NonNullable<ReturnType<typeof useSetup>["data"]>["steps"]): number {
  return steps.filter(({ name, isDone }) => !isDone && stepLinks[name].isOptional !== true).length;
}
