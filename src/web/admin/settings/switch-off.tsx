import { useState } from "react";
import { actionFailureText } from "../shell/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { isStale, type SettingsChange, useSaveSettings } from "./use-settings.ts";

/** Switches a delivery off after confirmation, since its secret is deleted. */
export function SwitchOff(props: { id: string; title: string; off: SettingsChange; onOff: () => void }) {
  const { id, title, off, onOff } = props;
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error, reset } = useSaveSettings();

  function close() {
    reset();
    setAsking(false);
  }

  function failureText(failure: Error): string {
    return isStale(failure)
      ? "Somebody has changed the settings in the meantime. Press once more if it should still be switched off."
      : actionFailureText(failure);
  }

  function confirm() {
    mutate(off, {
      onSuccess: () => {
        close();
        onOff();
      },
    });
  }

  return (
    <>
      <Button variant="danger-outline" onClick={() => setAsking(true)}>
        Switch off
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Switch off: ${title}?`}
        id={`${id}-off`}
        action="Switch off"
        busyAction="Switching off..."
        busy={isPending}
        failure={error === null ? undefined : failureText(error)}
        onConfirm={confirm}
        onClose={close}
      >
        These settings and their secret are forgotten. Nothing more is sent this way.
      </ConfirmDialog>
    </>
  );
}
