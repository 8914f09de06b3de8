import { teamCopy } from "#copy/current.ts";
import { zoneText } from "#copy/locale/intl.ts";
import { useEffect, useId, useState } from "react";
import { Button } from "#web/ui/buttons/button.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Switch, SwitchField } from "#web/ui/fields/switch.tsx";
import { useAlertSettings } from "./alert-settings.ts";
import "./alerts-dialog.css";
import { playSound } from "./play-sound.ts";
import { askPermission, permissionNow, showNotification } from "./show-notification.ts";

/** Dialog with the member's alerts in this browser about visitors' messages. */
export function AlertsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={teamCopy.inquiry.alerts.title} id="alerts">
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
    const isShown = !shows || showNotification(teamCopy.inquiry.alerts.testTitle, "test");
    setTested(isShown ? teamCopy.inquiry.alerts.testDone : teamCopy.inquiry.alerts.permissions.missing);
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
          // The value is empty while it is typed.
          onChange: ({ target: { value } }) => value !== "" && set({ quiet: { ...quiet, [edge]: value } }),
        }}
      />
    );
  return (
    <div className="alerts">
      <p>{teamCopy.inquiry.alerts.lead}</p>
      <SwitchField
        id={`${id}-shows`}
        hint={teamCopy.inquiry.alerts.permissions[permission]}
        checked={shows}
        disabled={permission === "denied" || permission === "missing"}
        onChange={({ target }) => void switchShows(target.checked)}
      >
        {teamCopy.inquiry.alerts.show}
      </SwitchField>
      <SwitchField
        id={`${id}-plays`}
        hint={teamCopy.inquiry.alerts.soundHint}
        checked={plays}
        onChange={({ target }) => set({ plays: target.checked })}
      >
        {teamCopy.inquiry.alerts.play}
      </SwitchField>
      <fieldset className="alerts-quiet">
        <legend className="visually-hidden">{teamCopy.inquiry.alerts.quiet}</legend>
        <Switch
          checked={quiet !== null}
          onChange={({ target }) => set({ quiet: target.checked ? firstQuiet : null })}
          aria-describedby={`${id}-quiet`}
        >
          {teamCopy.inquiry.alerts.quiet}
        </Switch>
        <p id={`${id}-quiet`} className="hint">
          {teamCopy.inquiry.alerts.quietHint(zoneText(zone, teamCopy.shell.indianTime))}
        </p>
        {time("from", teamCopy.inquiry.alerts.from)}
        {time("to", teamCopy.inquiry.alerts.to)}
      </fieldset>
      <div className="alerts-test">
        <Button variant="secondary" disabled={!shows && !plays} onClick={test}>
          {teamCopy.inquiry.alerts.test}
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
