import { teamCopy } from "#copy/current.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Settings, SettingsInput, SettingsSaved } from "#contract/settings.ts";
import { useToast } from "#web/ui/messages/toast.tsx";
import { settingsApi } from "#web/api/settings-api.ts";
import { isStale } from "#web/api/team-call.ts";
import { useTrustRefresh } from "../trust/trust-changes.tsx";
import { useFormQuery } from "../forms/use-form-query.ts";

const queryKey = ["settings"];

export type SettingsChange = Partial<SettingsInput>;

/** The settings, for their forms. */
export function useSettings() {
  return useFormQuery(queryKey, settingsApi.settings);
}

/**
 * Saves a section on top of the known settings. If a colleague has changed them meanwhile, nothing is saved, and the
 * cache takes the colleague's. `confirms` says what a step-up confirms.
 */
export function useSaveSettings(confirms = teamCopy.settings.toChange) {
  const client = useQueryClient();
  const toast = useToast();
  const refreshTrust = useTrustRefresh();
  return useMutation<SettingsSaved, Error, SettingsChange>({
    meta: { confirms },
    mutationFn: (change) => {
      const known = client.getQueryData<Settings>(queryKey);
      if (known === undefined) throw new Error("the settings are saved before they are loaded");
      return settingsApi.save(known.version, { ...asInput(known), ...change });
    },
    onSuccess: ({ settings, waits = [] }) => {
      client.setQueryData(queryKey, settings);
      toast("success", waits.length > 0 ? teamCopy.trust.toasts.saved : teamCopy.settings.savedToast);
      refreshTrust();
      void client.invalidateQueries({ queryKey: ["delivery-health"] });
      void client.invalidateQueries({ queryKey: ["backups"] });
    },
    onError: (error) => {
      if (isStale<Settings>(error)) client.setQueryData(queryKey, error.problem.current);
    },
  });
}

/** The settings as sent to change another section: without their secrets, which stay. */
function asInput(known: Settings): SettingsInput {
  const { version: _version, serverAddress: _server, unreadable: _unreadable, alarm: _alarm, ...settings } = known;
  // Backups that are left out stay as they are.
  const { backups: _backups, serverBackups: _fixed, backupPlaces: _places, ...others } = settings;
  const { backupDays: _days, leftCopies: _left, ...sections } = others;
  const { mail, webhook, telegram, incoming, ...plain } = sections;
  return {
    ...plain,
    mail: mail && withoutKey(mail, "hasPassword"),
    webhook: webhook && withoutKey(webhook, "hasSecret"),
    telegram: telegram && withoutKey(telegram, "hasToken"),
    incoming: incoming && withoutKey(withoutKey(incoming, "hasPassword"), "hasSecret"),
  };
}

function withoutKey<Fields extends object, Key extends keyof Fields>(fields: Fields, key: Key): Omit<Fields, Key> {
  const rest: Omit<Fields, Key> & Partial<Pick<Fields, Key>> = { ...fields };
  delete rest[key];
  return rest;
}
