import type { ScheduleEntry } from "#contract/channel-list.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { ScheduleWords } from "./schedule-copy.tsx";
import { useChannelChange } from "../use-contacts.ts";
import { actionFailureText } from "#web/admin/shell/failure.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";

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
      <Badge>{schedule.isOn ? "Now" : "Scheduled"}</Badge>
      <ScheduleWords schedule={schedule} />
      {canChange && (
        <Button
          variant="secondary"
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
