import { useState } from "react";
import type { ChannelState } from "#contract/channel-list.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { ConfirmedChange } from "#web/admin/shell/confirmed-change.tsx";
import { useChannelChange } from "../use-channel-change.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

/** What the restored list contains. */
function contentsOf(channels: number): string {
  if (channels === 0) return "There is no good list: it will be empty.";
  return `It has ${channels === 1 ? "one channel" : `${channels} channels`}.`;
}

/**
 * Says that the stored channels were changed outside this program, what visitors see meanwhile, and how an owner ends
 * the alarm.
 */
export function AlarmBanner(props: {
  alarm: NonNullable<ChannelState["alarm"]>;
  isOwner: boolean;
  onDone: () => void;
}) {
  const { alarm, isOwner, onDone } = props;
  const { recent } = useDateWords();
  const [asking, setAsking] = useState(false);
  const restore = useChannelChange({
    mutationFn: () => channelApi.restore(),
    failed: "Failed to put the list back",
  });

  return (
    <>
      <Alert role="alert">
        <p>
          <strong>The channels were changed behind our back.</strong> {alarm.message}
        </p>
        <p>
          Noticed <time dateTime={alarm.since}>{recent(alarm.since)}</time>. Visitors see the last good list.
        </p>
        {isOwner ? (
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Put the last good list back
          </Button>
        ) : (
          <p>Please tell an owner at once.</p>
        )}
      </Alert>
      <ConfirmedChange
        open={asking}
        title="Put the last good list back?"
        id="restore-channels"
        action="Put it back"
        busyAction="Putting it back..."
        change={restore}
        input={undefined}
        onClose={() => setAsking(false)}
        onDone={onDone}
      >
        {contentsOf(alarm.channels)} What somebody wrote into the store past this program is thrown away. Keep a copy of
        the store first if you want to find out who it was.
      </ConfirmedChange>
    </>
  );
}
