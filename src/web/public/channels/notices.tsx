import { paths } from "#contract/paths.ts";
import { useIsHidden } from "#web/page/page-data.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** The alarm while the team has hidden all channels. */
export function AllHidden() {
  if (!useIsHidden()) return null;
  return (
    <Notice isAlarm title="We have hidden all our channels for now">
      Something may be wrong with them, so please use none until they are back here.
    </Notice>
  );
}

/** While every live channel is closed, an inquiry is the better way. */
export function NobodyThere() {
  return (
    <Notice title="Nobody is at the phone or on WhatsApp just now">Write to us: we answer when we are back.</Notice>
  );
}

function Notice({ isAlarm = false, title, children }: { isAlarm?: boolean; title: string; children: string }) {
  return (
    <div
      className={isAlarm ? "card channel-notice alarm" : "card channel-notice"}
      role={isAlarm ? "status" : undefined}
    >
      <Icon name="warning" />
      <div>
        <h2>{title}</h2>
        <p>{children}</p>
      </div>
      <ButtonLink to={paths.message}>Send Message</ButtonLink>
    </div>
  );
}
