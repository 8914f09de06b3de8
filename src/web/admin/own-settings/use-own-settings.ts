import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { teamCopy } from "#copy/current.ts";
import type { OwnSettings, OwnSettingsChange } from "#contract/auth/own-settings.ts";
import { teamApi } from "#web/api/team-api.ts";
import { useToast } from "#web/ui/messages/toast.tsx";

const queryKey = ["own-settings"];

/** The settings of the member who is signed in; other parts read one as `useOwnSettings().data?.sendKey`. */
export const useOwnSettings = () => useQuery({ queryKey, queryFn: teamApi.ownSettings });

/** Returns whether Ctrl + Enter closes what it answers, and Ctrl + Shift + Enter does not. */
export const useClosingEnter = (): boolean => useOwnSettings().data?.sendKey === "close";

/** Changes some of them. They show at once, and return to what is stored if that fails. */
export function useChangeOwnSettings() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: queryKey,
    // Runs in the order of the presses: the last one counts.
    scope: { id: "own-settings" },
    meta: { confirms: teamCopy.ownSettings.confirms },
    mutationFn: (change: OwnSettingsChange) => teamApi.changeOwnSettings(change),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<OwnSettings>(queryKey, (known) => known && { ...known, ...withoutGaps(change) });
    },
    onSuccess: (settings) => {
      if (client.isMutating({ mutationKey: queryKey }) === 1) client.setQueryData(queryKey, settings);
      toast("success", teamCopy.ownSettings.saved);
    },
    onError: () => {
      toast("error", teamCopy.forms.failedTo(teamCopy.ownSettings.confirms));
      void client.invalidateQueries({ queryKey });
    },
  });
}

/** The fields that are given. */
const withoutGaps = (change: OwnSettingsChange) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<OwnSettings>;
