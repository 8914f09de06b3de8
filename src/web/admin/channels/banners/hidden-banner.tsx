import type { ChannelState } from "#contract/channel-list.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { actionFailureText } from "#web/admin/shell/failure-text.ts";
import { useChannelChange } from "../use-channel-change.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

/** Says that visitors see no channel; owners can show them again here. */
export function HiddenBanner(props: {
  hidden: NonNullable<ChannelState["hidden"]>;
  isOwner: boolean;
  onDone: () => void;
}) {
  const { hidden, isOwner, onDone } = props;
  const { recent } = useDateWords();
  const show = useChannelChange({ mutationFn: () => channelApi.hide(false), failed: "Failed to show the channels" });
  return (
    <Alert>
      <p>
        <strong>All channels are hidden</strong> from visitors since{" "}
        <time dateTime={hidden.at}>{recent(hidden.at)}</time>
        {hidden.by !== null && `, by ${hidden.by}`}. The message form still works.
      </p>
      {isOwner ? (
        <Button
          id="show-channels"
          variant="secondary"
          busy={show.isPending}
          onClick={() => show.mutate(undefined, { onSuccess: onDone })}
        >
          {show.isPending ? "Showing..." : "Show them again"}
        </Button>
      ) : (
        <p>An owner can show them again.</p>
      )}
      {show.error !== null && <p role="alert">{actionFailureText(show.error)}</p>}
    </Alert>
  );
}
