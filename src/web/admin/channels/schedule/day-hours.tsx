import { useRef } from "react";
import { flushSync } from "react-dom";
import { teamCopy } from "#copy/current.ts";
import { Checked } from "#web/admin/forms/checked.tsx";
import type { Weekday } from "#domain/time/hours.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { crossesMidnight, timeText, weekdays } from "./hours-text.ts";
import { type DraftSpan, newSpan } from "./hours-draft.ts";

/** The spans of one weekday, if any; says in words how times past midnight count. */
export function DayHours(props: {
  id: string;
  day: Weekday;
  spans: readonly DraftSpan[];
  onChange: (spans: DraftSpan[]) => void;
  /** Offered once, by the first day. */
  onCopy: (() => void) | undefined;
}) {
  const { id, day, spans, onChange, onCopy } = props;
  const add = useRef<HTMLButtonElement>(null);
  const name = teamCopy.channels.schedule.days[day];
  const nextDay = teamCopy.channels.schedule.days[weekdays[day % 7] ?? 1];

  function change(key: number, times: Partial<DraftSpan>) {
    onChange(spans.map((span) => (span.key === key ? { ...span, ...times } : span)));
  }

  function addSpan() {
    const span = newSpan();
    flushSync(() => onChange([...spans, span]));
    document.getElementById(`${id}-${span.key}-from`)?.focus();
  }

  return (
    <div className="day-hours" role="group" aria-labelledby={`${id}-name`}>
      <p id={`${id}-name`} className="field-label">
        {name}
      </p>
      {spans.length === 0 && <p className="hint">{teamCopy.channels.schedule.closed}</p>}
      {spans.map(({ key, from, to }, place) => (
        <div key={key} className="span-hours">
          <TimeField
            id={`${id}-${key}-from`}
            label={teamCopy.channels.schedule.startOf(name, place + 1)}
            value={from}
            onChange={(time) => change(key, { from: time })}
          />
          <span aria-hidden="true">–</span>
          <TimeField
            id={`${id}-${key}-to`}
            label={teamCopy.channels.schedule.endOf(name, place + 1)}
            value={to}
            onChange={(time) => change(key, { to: time })}
          />
          <IconButton
            label={teamCopy.channels.schedule.removeTime(name, place + 1)}
            onClick={() => {
              // The button that has the focus disappears.
              flushSync(() => onChange(spans.filter((span) => span.key !== key)));
              add.current?.focus();
            }}
          >
            <Icon name="close" />
          </IconButton>
          {from !== "" && to !== "" && <p className="hint">{spanText({ from, to }, nextDay)}</p>}
        </div>
      ))}
      <div className="day-actions">
        {onCopy !== undefined && (
          <Button
            variant="secondary"
            size="small"
            aria-label={`${teamCopy.channels.schedule.copyToAll}: ${name}`}
            onClick={onCopy}
          >
            {teamCopy.channels.schedule.copyToAll}
          </Button>
        )}
        <IconButton
          ref={add}
          label={`${teamCopy.channels.schedule.addHours}: ${name}`}
          title={teamCopy.channels.schedule.addHours}
          onClick={addSpan}
        >
          <AdminIcon name="add" />
        </IconButton>
      </div>
    </div>
  );
}

function TimeField(props: { id: string; label: string; value: string; onChange: (time: string) => void }) {
  const { id, label, value, onChange } = props;
  return (
    <Checked id={id} label={label}>
      {(control) => (
        <input
          id={id}
          type="time"
          required
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Checked>
  );
}

/** Explains a span that its two times do not make clear. */
function spanText({ from, to }: Pick<DraftSpan, "from" | "to">, nextDay: string): string | undefined {
  if (from === "00:00" && to === "00:00") return teamCopy.channels.schedule.wholeDay;
  if (from === to) return teamCopy.channels.schedule.sameTime;
  if (to === "00:00") return teamCopy.channels.schedule.untilMidnight;
  return crossesMidnight({ from, to }) ? teamCopy.channels.schedule.pastMidnight(timeText(to), nextDay) : undefined;
}
