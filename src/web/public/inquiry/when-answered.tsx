import { copy } from "#copy/current.ts";
import type { ActiveContact } from "#contract/channels/contact.ts";
import { useFigures } from "#web/page/page-data.ts";
import { StateChip } from "../channels/channel-parts.tsx";
import { isNobodyThere, leadType } from "../channels/live-channels.ts";
import { useNow } from "../channels/use-now.ts";

/** Whether the team is there now, and how soon it replies. `contacts` are the active ones, as far as known. */
export function WhenAnswered({ contacts }: { contacts: readonly ActiveContact[] }) {
  const now = useNow(contacts);
  const type = leadType(contacts, now.time);
  const lead = contacts.find((contact) => contact.type === type);
  const nobody = isNobodyThere(contacts, now.time);
  const { messageResponse } = useFigures();
  return (
    <p className="hint small-text onward">
      {lead && <StateChip contact={lead} now={now} />}
      <span>{nobody ? copy.channels.nobody.text : answersIn(messageResponse)}</span>
    </p>
  );
}

/** When a message is answered while somebody is there; without a figure, what it takes to write one. */
export function answersIn(time: string | undefined): string {
  return time ? copy.contact.answersIn(time) : copy.channels.write.text;
}
