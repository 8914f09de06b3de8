import { copy } from "#copy/current.ts";
import type { ActiveChannel } from "#contract/channels/channel.ts";
import { useFigures } from "#web/page/page-data.ts";
import { StateChip } from "../channels/channel-parts.tsx";
import { isNobodyThere, leadType } from "../channels/live-channels.ts";
import { useNow } from "../channels/use-now.ts";

/** Whether the team is there now, and how soon it replies. `channels` are the active ones, as far as known. */
export function WhenAnswered({ channels }: { channels: readonly ActiveChannel[] }) {
  const now = useNow(channels);
  const type = leadType(channels, now.time);
  const lead = channels.find((channel) => channel.type === type);
  const nobody = isNobodyThere(channels, now.time);
  const { messageResponse } = useFigures();
  return (
    <p className="hint small-text onward">
      {lead && <StateChip channel={lead} now={now} />}
      <span>{nobody ? copy.channels.nobody.text : answersIn(messageResponse)}</span>
    </p>
  );
}

/** When a message is answered while somebody is there; without a figure, what it takes to write one. */
export function answersIn(time: string | undefined): string {
  return time ? copy.contact.answersIn(time) : copy.channels.write.text;
}
