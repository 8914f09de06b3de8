import { useState } from "react";
import { hoursLimits, type Weekday } from "#domain/time/hours.ts";
import { Field } from "#web/ui/field.tsx";
import { useSite } from "#web/page/page-data.ts";
import { weekdays } from "./hours-copy.ts";
import { DayHours } from "./day-hours.tsx";
import { HolidayList } from "./holiday-list.tsx";
import { copiedToAll, type DraftSpan, type HoursDraft } from "./hours-draft.ts";
import { timeZones } from "./time-zones.ts";

/** When a channel is open: always, or in weekly hours. `errors` are the server's, by the field names of the hours. */
export function HoursEditor(props: {
  id: string;
  draft: HoursDraft;
  errors: Readonly<Record<string, string>>;
  onChange: (draft: HoursDraft) => void;
}) {
  const { id, draft, errors, onChange } = props;
  const { timeZone: siteZone } = useSite();
  const [zones] = useState(() => timeZones([draft.timeZone, siteZone]));
  const error = errors["weekly"] ?? errors[""];

  function setDay(day: Weekday, spans: DraftSpan[]) {
    onChange({ ...draft, days: { ...draft.days, [day]: spans } });
  }

  return (
    <fieldset className="choices hours-editor" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>When somebody answers</legend>
      <div className="hours-choice">
        {[false, true].map((isWeekly) => (
          <label key={String(isWeekly)} className="choice">
            <input
              type="radio"
              name={`${id}-kind`}
              checked={draft.isWeekly === isWeekly}
              onChange={() => onChange({ ...draft, isWeekly })}
            />
            <span>{isWeekly ? "Weekly hours" : "Always available"}</span>
          </label>
        ))}
      </div>
      {draft.isWeekly && (
        <>
          {error !== undefined && (
            // Focusable: the error may concern the times of all days.
            <p id={`${id}-error`} className="error" tabIndex={-1} data-refused>
              {error}
            </p>
          )}
          {weekdays.map(({ day, name }) => (
            <DayHours
              key={day}
              id={`${id}-${day}`}
              day={day}
              name={name}
              spans={draft.days[day]}
              onChange={(spans) => setDay(day, spans)}
              onCopy={() => onChange({ ...draft, days: copiedToAll(draft.days[day]) })}
            />
          ))}
          <Field
            id={`${id}-zone`}
            label="Time zone"
            error={errors["timeZone"]}
            hint="The hours are those of its clocks, also when they change to summer time."
            input={{
              list: `${id}-zones`,
              autoComplete: "off",
              spellCheck: false,
              required: true,
              value: draft.timeZone,
              onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, timeZone: target.value }),
            }}
          />
          <datalist id={`${id}-zones`}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
          </datalist>
          <HolidayList
            id={`${id}-holidays`}
            holidays={draft.holidays}
            most={hoursLimits.holidays}
            error={errors["holidays"]}
            onChange={(holidays) => onChange({ ...draft, holidays })}
          />
        </>
      )}
    </fieldset>
  );
}
