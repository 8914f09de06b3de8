import type { ScheduleEntry } from "#contract/channel-list.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { useChannelChange } from "../use-contacts.ts";
import { hoursWords } from "./hours-copy.ts";

/** The scheduled changes of one channel, each with a cancel button. */
export function RowSchedules(props: { value: string; schedules: readonly ScheduleEntry[]; canChange: boolean }) {
  const { value, schedules, canChange } = props;
  return (
    <ul className="plain-list row-schedules" aria-label={`Scheduled: ${value}`}>
      {schedules.map((schedule) => (
        <RowSchedule key={schedule.id} value={value} schedule={schedule} canChange={canChange} />
      ))}
    </ul>
  );
}

function RowSchedule({ value, schedule, canChange }: { value: string; schedule: ScheduleEntry; canChange: boolean }) {
  const cancel = useChannelChange({
    mutationFn: channelApi.unschedule,
    failed: "Failed to cancel the change",
  });
  const words = cancel.isPending ? "Cancelling..." : schedule.isOn ? "End it now" : "Cancel it";
  return (
    <li>
      <Badge tone="warn">{schedule.isOn ? "Now" : "Scheduled"}</Badge>
      <ScheduleWords schedule={schedule} />
      {canChange && (
        <Button
          variant="quiet"
          size="small"
          aria-label={`${words}: ${value}`}
          busy={cancel.isPending}
          onClick={() => {
            // The button that has the focus disappears with its change.
            cancel.mutate(schedule.id, {
              onSuccess: () => document.getElementById(`contact-${schedule.contactId}`)?.focus(),
            });
          }}
        >
          {words}
        </Button>
      )}
      {cancel.error !== null && <Alert role="alert">{actionFailureText(cancel.error)}</Alert>}
    </li>
  );
}

/** What a scheduled change does, and when. */
export function ScheduleWords({ schedule: { fields, from, until } }: { schedule: ScheduleEntry }) {
  const { full } = useDateWords();
  const parts = [
    fields.value === undefined ? undefined : `value ${fields.value}`,
    fields.isActive === undefined ? undefined : fields.isActive ? "visitors see it" : "visitors do not see it",
    fields.proof === undefined ? undefined : fields.proof === "" ? "no description" : `description ${fields.proof}`,
    fields.hours === undefined ? undefined : hoursWords(fields.hours),
  ].filter((part) => part !== undefined);
  return (
    <p>
      From <time dateTime={from}>{full(from)}</time>
      {until !== null && (
        <>
          {" "}
          until <time dateTime={until}>{full(until)}</time>
        </>
      )}
      : {parts.join("; ")}
    </p>
  );
}
