import { useEffect, useId, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Switch, SwitchField } from "#web/ui/switch.tsx";
import { useAlertSettings } from "./alert-settings.ts";
import { permissionHints, quietHint, soundHint, testDone, testTitle } from "./alerts-copy.ts";
import "./alerts-dialog.css";
import { playSound } from "./play-sound.ts";
import { askPermission, permissionNow, showNotification } from "./show-notification.ts";

/** How the member is told what visitors write, in this browser. */
export function AlertsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Notifications and sound" id="alerts">
      {open && <AlertsForm />}
    </Dialog>
  );
}

const firstQuiet = { from: "22:00", to: "07:00" };

function AlertsForm() {
  const id = useId();
  const [settings, set] = useAlertSettings();
  const [permission, setPermission] = usePermission();
  const [tested, setTested] = useState("");
  const { plays, quiet } = settings;
  const shows = settings.shows && permission === "granted";
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

  async function switchShows(isOn: boolean) {
    const now = isOn ? await askPermission() : permission;
    setPermission(now);
    set({ shows: isOn && now === "granted" });
  }

  function test() {
    if (plays) void playSound();
    const isShown = !shows || showNotification(testTitle, "test");
    setTested(isShown ? testDone : permissionHints.missing);
  }

  const time = (edge: "from" | "to", label: string) =>
    quiet !== null && (
      <Field
        id={`${id}-${edge}`}
        label={label}
        input={{
          type: "time",
          required: true,
          value: quiet[edge],
          // Empty while it is typed.
          onChange: ({ target: { value } }) => value !== "" && set({ quiet: { ...quiet, [edge]: value } }),
        }}
      />
    );
  return (
    <div className="alerts">
      <p>
        In this browser, while the inbox is open in a tab: for new inquiries, visitors’ answers, and notes that mention
        you.
      </p>
      <SwitchField
        id={`${id}-shows`}
        hint={permissionHints[permission]}
        checked={shows}
        disabled={permission === "denied" || permission === "missing"}
        onChange={({ target }) => void switchShows(target.checked)}
      >
        Show notifications
      </SwitchField>
      <SwitchField
        id={`${id}-plays`}
        hint={soundHint}
        checked={plays}
        onChange={({ target }) => set({ plays: target.checked })}
      >
        Play a sound
      </SwitchField>
      <fieldset className="alerts-quiet">
        <legend className="visually-hidden">Quiet hours</legend>
        <Switch
          checked={quiet !== null}
          onChange={({ target }) => set({ quiet: target.checked ? firstQuiet : null })}
          aria-describedby={`${id}-quiet`}
        >
          Quiet hours
        </Switch>
        <p id={`${id}-quiet`} className="hint">
          {quietHint(zone)}
        </p>
        {time("from", "From")}
        {time("to", "To")}
      </fieldset>
      <div className="alerts-test">
        <Button variant="secondary" disabled={!shows && !plays} onClick={test}>
          Test now
        </Button>
        <p role="status">{tested}</p>
      </div>
    </div>
  );
}

/** The browser's permission, also as the member changes it in the browser. */
function usePermission() {
  const [permission, setPermission] = useState(permissionNow);
  useEffect(() => {
    const stop = new AbortController();
    const read = () => setPermission(permissionNow());
    navigator.permissions
      ?.query({ name: "notifications" })
      .then((status) => status.addEventListener("change", read, stop))
      .catch(() => undefined);
    return () => stop.abort();
  }, []);
  return [permission, setPermission] as const;
}
