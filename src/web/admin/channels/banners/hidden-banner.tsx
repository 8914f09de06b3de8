import type { ChannelState } from "#contract/channel-book.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { actionFailureText } from "#web/admin/shell/failure-text.ts";
import { useChannelChange } from "../use-channel-change.ts";

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
    <div className="refusal">
      <p>
        <strong>All channels are hidden</strong> from visitors since{" "}
        <time dateTime={hidden.at}>{recent(hidden.at)}</time>
        {hidden.by !== null && `, by ${hidden.by}`}. The message form still works.
      </p>
      {isOwner ? (
        <button
          type="button"
          id="show-channels"
          className="button quiet"
          aria-disabled={show.isPending}
          onClick={() => !show.isPending && show.mutate(undefined, { onSuccess: onDone })}
        >
          {show.isPending ? "Showing..." : "Show them again"}
        </button>
      ) : (
        <p>An owner can show them again.</p>
      )}
      {show.error !== null && <p role="alert">{actionFailureText(show.error)}</p>}
    </div>
  );
}
