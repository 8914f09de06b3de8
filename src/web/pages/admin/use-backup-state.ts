import { useQuery } from "@tanstack/react-query";
import { settingsApi } from "../../settings-api.ts";

const everyMinute = 60_000;

/** How the backups are, for owners. */
export function useBackupState() {
  return useQuery({ queryKey: ["backups"], queryFn: settingsApi.backups, refetchInterval: everyMinute });
}
