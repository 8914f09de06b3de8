import { useQuery } from "@tanstack/react-query";
import { settingsApi } from "#web/api/settings-api.ts";

const everyMinute = 60_000;

/** The state of the backups, for owners. */
export function useBackupState() {
  return useQuery({ queryKey: ["backups"], queryFn: settingsApi.backups, refetchInterval: everyMinute });
}
