import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { OwnSettings, OwnSettingsChange, QuietHours } from "#contract/auth/own-settings.ts";
import { ApiError } from "#web/api/api-client.ts";
import { useSite } from "#web/page/page-data.ts";
import { Field, Select } from "#web/ui/fields/field.tsx";
import { SwitchField } from "#web/ui/fields/switch.tsx";

/** Switches quiet hours on and off, and sets them. A time is saved once its field is left. */
export function QuietHoursField(props: {
  saved: QuietHours | null;
  change: UseMutationResult<OwnSettings, Error, OwnSettingsChange>;
}) {
  const { saved, change } = props;
  const { timeZone } = useSite();
  const { quiet } = teamCopy.ownSettings;
  const [typed, setTyped] = useState<Partial<QuietHours>>({});
  const errors = change.error instanceof ApiError ? change.error.errors : {};
  const save = (quietHours: QuietHours | null) =>
    change.mutate({ quietHours }, { onSuccess: () => setTyped((now) => stillUnsaved(quietHours, now)) });
  const shown = saved && { ...saved, ...typed };

  function saveTyped() {
    if (saved !== null && shown !== null && (shown.from !== saved.from || shown.to !== saved.to)) save(shown);
  }

  return (
    <>
      <SwitchField
        id="own-quiet-on"
        hint={quiet.onHint}
        checked={saved !== null}
        onChange={({ currentTarget }) => save(currentTarget.checked ? { from: "22:00", to: "08:00", timeZone } : null)}
      >
        {quiet.on}
      </SwitchField>
      {shown !== null && (
        <div className="own-quiet-times">
          {(["from", "to"] as const).map((end) => (
            <Field
              key={end}
              id={`own-quiet-${end}`}
              label={quiet[end]}
              error={errors[`quietHours.${end}`]}
              input={{
                type: "time",
                value: shown[end],
                onChange: ({ currentTarget }) => setTyped({ ...typed, [end]: currentTarget.value }),
                onBlur: saveTyped,
              }}
              {...(end === "to" && shown.to < shown.from ? { hint: quiet.nextDay } : {})}
            />
          ))}
          <Select
            id="own-quiet-zone"
            label={quiet.timeZone}
            value={shown.timeZone}
            error={errors["quietHours.timeZone"]}
            onChange={({ currentTarget }) => save({ ...shown, timeZone: currentTarget.value })}
          >
            {zones(shown.timeZone, timeZone).map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </Select>
        </div>
      )}
    </>
  );
}

/** Returns what was typed while other hours were saved. */
function stillUnsaved(saved: QuietHours | null, typed: Partial<QuietHours>): Partial<QuietHours> {
  if (saved === null) return {};
  return Object.fromEntries(Object.entries(typed).filter(([end, time]) => saved[end as keyof QuietHours] !== time));
}

/** The zones to choose from: the one chosen, the site's and the browser's. */
function zones(...known: readonly string[]): string[] {
  return [...new Set([...known, Intl.DateTimeFormat().resolvedOptions().timeZone])];
}
