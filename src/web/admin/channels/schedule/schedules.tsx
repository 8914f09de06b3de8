import { teamCopy } from "#copy/current.ts";
import type { ScheduleEntry } from "#contract/channels/channel-list.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { languageName } from "#copy/locale/language-name.ts";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { useChannelChange } from "../use-team-channels.ts";
import { hoursText } from "./hours-text.ts";
import { filled } from "#web/ui/filled.tsx";

/** The scheduled changes of one channel, each with a cancel button. */
export function RowSchedules(props: { value: string; schedules: readonly ScheduleEntry[]; canChange: boolean }) {
  const { value, schedules, canChange } = props;
  return (
    <ul className="plain-list row-schedules" aria-label={teamCopy.channels.schedule.scheduledOf(value)}>
      {schedules.map((schedule) => (
        <RowSchedule key={schedule.id} value={value} schedule={schedule} canChange={canChange} />
      ))}
    </ul>
  );
}

function RowSchedule({ value, schedule, canChange }: { value: string; schedule: ScheduleEntry; canChange: boolean }) {
  const cancel = useChannelChange({
    mutationFn: channelApi.unschedule,
    confirms: teamCopy.channels.tasks.unschedule,
  });
  const label = cancel.isPending
    ? teamCopy.channels.schedule.cancelling
    : schedule.isOn
      ? teamCopy.channels.schedule.end
      : teamCopy.channels.schedule.cancel;
  return (
    <li>
      <Badge tone="warn">
        {schedule.isOn ? teamCopy.channels.schedule.isOn : teamCopy.channels.schedule.isPlanned}
      </Badge>
      <ScheduleText schedule={schedule} />
      {canChange && (
        <Button
          variant="quiet"
          size="small"
          aria-label={`${label}: ${value}`}
          busy={cancel.isPending}
          onClick={() => {
            // The button that has the focus disappears with its change.
            cancel.mutate(schedule.id, {
              onSuccess: () => document.getElementById(`channel-${schedule.contactId}`)?.focus(),
            });
          }}
        >
          {label}
        </Button>
      )}
      {cancel.error !== null && <Alert role="alert">{actionFailureText(cancel.error)}</Alert>}
    </li>
  );
}

/** Shows the effect and the time of a scheduled change. */
export function ScheduleText({ schedule: { fields, from, until } }: { schedule: ScheduleEntry }) {
  const { full } = useDateFormats();
  const { value, isActive, proof, translations = {}, hours } = fields;
  const { told } = teamCopy.channels.schedule;
  const described = (text: string) => (text === "" ? told.noDescription : told.description(text));
  const parts = [
    value === undefined ? undefined : teamCopy.channels.schedule.told.value(value),
    isActive === undefined
      ? undefined
      : isActive
        ? teamCopy.channels.schedule.told.seen
        : teamCopy.channels.schedule.told.notSeen,
    proof === undefined ? undefined : described(proof),
    ...furtherLanguages.map((language) => {
      const text = translations[language];
      return text === undefined ? undefined : teamCopy.site.translated(described(text), languageName(language));
    }),
    hours === undefined ? undefined : hoursText(hours),
  ].filter((part) => part !== undefined);
  return (
    <p>
      {filled(until === null ? teamCopy.channels.schedule.changesFrom : teamCopy.channels.schedule.changesBetween, {
        from: <time dateTime={from}>{full(from)}</time>,
        until: until !== null && <time dateTime={until}>{full(until)}</time>,
        changes: parts.join("; "),
      })}
    </p>
  );
}
