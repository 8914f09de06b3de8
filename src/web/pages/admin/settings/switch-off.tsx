import { useState } from "react";
import { Modal } from "../../../components/modal.tsx";
import { actionFailureText } from "../failure-text.ts";
import { isStale, type SettingsChange, useSaveSettings } from "./use-settings.ts";

/** Switches a channel off, once somebody is sure: its secret goes with it. */
export function SwitchOff(props: { id: string; title: string; off: SettingsChange; onOff: () => void }) {
  const { id, title, off, onOff } = props;
  const [asking, setAsking] = useState(false);
  const save = useSaveSettings();
  const { error, isPending } = save;

  function close() {
    save.reset();
    setAsking(false);
  }

  return (
    <>
      <button type="button" className="button quiet harmful" onClick={() => setAsking(true)}>
        Switch off
      </button>
      <Modal open={asking} onClose={close} title={`Switch off: ${title}?`} id={`${id}-off-title`} role="alertdialog">
        {asking && (
          <div className="form">
            <p id={`${id}-off-text`}>These settings and their secret are forgotten. Nothing more is sent this way.</p>
            {error !== null && (
              <p className="refusal">
                {isStale(error)
                  ? "Somebody has changed the settings in the meantime. Press once more if it should still be switched off."
                  : actionFailureText(error)}
              </p>
            )}
            <div className="form-actions">
              <button
                type="button"
                className="button danger"
                aria-describedby={`${id}-off-text`}
                aria-disabled={isPending}
                onClick={() => {
                  if (isPending) return;
                  save.mutate(off, {
                    onSuccess: () => {
                      close();
                      onOff();
                    },
                  });
                }}
              >
                {isPending ? "Switching off..." : "Switch off"}
              </button>
              <button type="button" className="button quiet" onClick={close}>
                Cancel
              </button>
            </div>
          </div>
        )}
      </Modal>
    </>
  );
}
