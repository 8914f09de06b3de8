import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { settingsApi } from "#web/api/settings-api.ts";
import { useDateWords } from "./dates.ts";
import { actionFailureText } from "./failure.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

const everyMinute = 60_000;

/** Tells owners that the stored settings differ from the saved ones, and ends the alarm. */
export function SettingsBanner() {
  const { recent } = useDateWords();
  const client = useQueryClient();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const { data } = useQuery({
    queryKey: ["settings"],
    queryFn: settingsApi.settings,
    refetchInterval: everyMinute,
  });
  const restore = useMutation({
    mutationFn: settingsApi.restore,
    onSuccess: (settings) => {
      client.setQueryData(["settings"], settings);
      toast("success", "The last good settings are back");
      setAsking(false);
    },
    onError: () => toast("error", "Failed to put the settings back"),
  });
  const alarm = data?.alarm;

  return (
    <div role="status">
      {alarm !== undefined && (
        <Alert>
          <p>
            <strong>The settings were changed behind our back.</strong> {alarm.message}
          </p>
          <p>
            Noticed <time dateTime={alarm.since}>{recent(alarm.since)}</time>.{" "}
            {alarm.isStrict
              ? "The last good settings are not known here: nothing is sent, and everybody needs a second factor."
              : "The last good settings apply."}
          </p>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Put the last good settings back
          </Button>
        </Alert>
      )}
      <ConfirmDialog
        open={asking && alarm !== undefined}
        title="Put the last good settings back?"
        id="restore-settings"
        action="Put them back"
        busyAction="Putting them back..."
        busy={restore.isPending}
        failure={restore.error === null ? undefined : actionFailureText(restore.error)}
        onConfirm={() => restore.mutate()}
        onClose={() => {
          restore.reset();
          setAsking(false);
        }}
      >
        {alarm?.isStrict === true
          ? "They are not known here: the settings begin anew, with a second factor for everybody. Enter mail, " +
            "webhook and Telegram again afterwards."
          : "What somebody has written into the store past this program is thrown away. Keep a copy of the store " +
            "first if you want to find out who it was."}
      </ConfirmDialog>
    </div>
  );
}
