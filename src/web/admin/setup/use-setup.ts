import { useQuery } from "@tanstack/react-query";
import { settingsApi } from "#web/api/settings-api.ts";

export const setupKey = ["setup"];

/** Loads the state of the set-up: whenever a page shows it, after each change, and at an interval if given. */
export function useSetup({ enabled = true, everyMs = 0 } = {}) {
  const refetchInterval = everyMs === 0 ? false : everyMs;
  return useQuery({ queryKey: setupKey, queryFn: settingsApi.setup, enabled, staleTime: 0, refetchInterval });
}
