import { useRef } from "react";
import { flushSync } from "react-dom";
import { hoursLimits } from "#domain/time/hours.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { type DraftHoliday, newHoliday } from "./hours-draft.ts";

/** The days on which a channel is closed, whatever the weekly hours. */
export function HolidayList(props: {
  id: string;
  holidays: readonly DraftHoliday[];
  most: number;
  error: string | undefined;
  onChange: (holidays: DraftHoliday[]) => void;
}) {
  const { id, holidays, most, error, onChange } = props;
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
        Holidays
      </p>
      <p className="hint">Days on which nobody answers. Hours that began the day before still end.</p>
      {error !== undefined && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
      {holidays.map(({ key, date, name }, place) => (
        <div key={key} className="holiday">
          <div className="field">
            <input
              id={`${id}-${key}-date`}
              type="date"
              aria-label={`Day of holiday ${place + 1}`}
              required
              {...refused}
              value={date}
              onChange={({ target }) => change(key, { date: target.value })}
            />
          </div>
          <div className="field">
            <input
              aria-label={`Name of holiday ${place + 1}`}
              placeholder="Diwali"
              maxLength={hoursLimits.holidayName}
              value={name}
              onChange={({ target }) => change(key, { name: target.value })}
            />
          </div>
          <IconButton
            label={`Remove holiday ${place + 1}`}
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
      {holidays.length < most && (
        <div className="day-actions">
          <Button ref={add} variant="secondary" size="small" onClick={addHoliday}>
            Add a holiday
          </Button>
        </div>
      )}
    </div>
  );
}
