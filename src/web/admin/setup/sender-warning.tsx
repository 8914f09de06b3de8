import { teamCopy } from "#copy/current.ts";
import type { SenderWithoutChannel } from "#contract/setup.ts";
import { ButtonLink } from "#web/ui/buttons/button.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { newChannelLink } from "../channels/new-channel.ts";
import "./setup.css";
import { useSetup } from "./use-setup.ts";

/** Warns that an address of our emails is on a domain that no channel has, and offers to add one. */
export function SenderWarning({ setting }: { setting: SenderWithoutChannel["setting"] }) {
  const sender = useSetup().data?.senders.find((one) => one.setting === setting);
  const words = teamCopy.setup.senders;
  return (
    <div className="sender-warning" role="status">
      {sender !== undefined && (
        <Alert tone="warn">
          <p>{words.about[setting](sender.address)}</p>
          <ButtonLink variant="secondary" size="small" to={newChannelLink("email", sender.suggested)}>
            {words.add(sender.suggested)}
          </ButtonLink>
        </Alert>
      )}
    </div>
  );
}
