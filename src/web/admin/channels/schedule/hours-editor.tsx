import { useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import { Checked } from "#web/admin/forms/checked.tsx";
import { hoursLimits } from "#domain/time/availability.ts";
import type { Weekday } from "#domain/time/hours.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { useSite } from "#web/page/page-data.ts";
import { weekdays } from "./hours-text.ts";
import { DayHours } from "./day-hours.tsx";
import { copiedToAll, type DraftHoliday, type DraftSpan, type HoursDraft, newHoliday } from "./hours-draft.ts";
import { flushSync } from "react-dom";
import { Button } from "#web/ui/buttons/button.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { Icon } from "#web/ui/icon.tsx";

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
      <legend>{teamCopy.channels.schedule.answers}</legend>
      <div className="hours-choice">
        {[false, true].map((isWeekly) => (
          <label key={String(isWeekly)} className="choice">
            <input
              type="radio"
              name={`${id}-kind`}
              checked={draft.isWeekly === isWeekly}
              onChange={() => onChange({ ...draft, isWeekly })}
            />
            <span>{isWeekly ? teamCopy.channels.schedule.weekly : teamCopy.channels.schedule.always}</span>
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
          {weekdays.map((day, place) => (
            <DayHours
              key={day}
              id={`${id}-${day}`}
              day={day}
              spans={draft.days[day]}
              onChange={(spans) => setDay(day, spans)}
              onCopy={place > 0 ? undefined : () => onChange({ ...draft, days: copiedToAll(draft.days[day]) })}
            />
          ))}
          <Field
            id={`${id}-zone`}
            label={teamCopy.channels.schedule.timeZone}
            error={errors["timeZone"]}
            hint={teamCopy.channels.schedule.timeZoneHint}
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
            max={hoursLimits.holidays}
            error={errors["holidays"]}
            onChange={(holidays) => onChange({ ...draft, holidays })}
          />
        </>
      )}
    </fieldset>
  );
}

/**
 * The time zones to choose from, those of `first` at the top. The browser's own list lacks `UTC` and has some outdated
 * names, such as Asia/Calcutta.
 */
export function timeZones(first: readonly string[], others: readonly string[] = supportedZones()): string[] {
  return [...new Set([...first, "UTC", ...others])];
}

/** Returns the browser's time zones; empty if it cannot tell, when any name can be typed. */
function supportedZones(): readonly string[] {
  try {
    return Intl.supportedValuesOf("timeZone");
  } catch {
    return [];
  }
}

/** The days on which a channel is closed, whatever the weekly hours. */
function HolidayList(props: {
  id: string;
  holidays: readonly DraftHoliday[];
  max: number;
  error: string | undefined;
  onChange: (holidays: DraftHoliday[]) => void;
}) {
  const { id, holidays, max, error, onChange } = props;
  const add = useRef<HTMLButtonElement>(null);
  // The server's error names the list, not the day in it.
  const refused = error === undefined ? {} : { "aria-invalid": true, "aria-describedby": `${id}-error` };

  function change(key: number, fields: Partial<DraftHoliday>) {
    onChange(holidays.map((holiday) => (holiday.key === key ? { ...holiday, ...fields } : holiday)));
  }

  function addHoliday() {
    const holiday = newHoliday();
    flushSync(() => onChange([...holidays, holiday]));
    document.getElementById(`${id}-${holiday.key}-date`)?.focus();
  }

  return (
    <div className="day-hours" role="group" aria-labelledby={`${id}-name`}>
      <p id={`${id}-name`} className="field-label">
        {teamCopy.channels.schedule.holidays.title}
      </p>
      <p className="hint">{teamCopy.channels.schedule.holidays.hint}</p>
      {error !== undefined && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
      {holidays.map(({ key, date, name }, place) => (
        <div key={key} className="holiday">
          <Checked id={`${id}-${key}-date`} label={teamCopy.channels.schedule.holidays.day(place + 1)}>
            {(control) => (
              <input
                id={`${id}-${key}-date`}
                type="date"
                required
                {...refused}
                {...control}
                value={date}
                onChange={({ target }) => change(key, { date: target.value })}
              />
            )}
          </Checked>
          <div className="field">
            <input
              aria-label={teamCopy.channels.schedule.holidays.name(place + 1)}
              placeholder={teamCopy.channels.schedule.holidays.example}
              maxLength={hoursLimits.holidayName}
              value={name}
              onChange={({ target }) => change(key, { name: target.value })}
            />
          </div>
          <IconButton
            label={teamCopy.channels.schedule.holidays.remove(place + 1)}
            onClick={() => {
              // The button that has the focus disappears.
              flushSync(() => onChange(holidays.filter((holiday) => holiday.key !== key)));
              add.current?.focus();
            }}
          >
            <Icon name="close" />
          </IconButton>
        </div>
      ))}
      {holidays.length < max && (
        <div className="day-actions">
          <Button ref={add} variant="secondary" size="small" onClick={addHoliday}>
            {teamCopy.channels.schedule.holidays.add}
          </Button>
        </div>
      )}
    </div>
  );
}
