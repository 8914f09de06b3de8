import { copy } from "#copy/current.ts";
import type { ActiveChannel } from "#contract/channels/channel.ts";
import { paths } from "#contract/paths.ts";
import { ButtonLink } from "#web/ui/buttons/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { isNobodyThere, primaryType } from "./live-channels.ts";
import type { Now } from "./use-now.ts";

/** The alarm while the team has hidden all channels. */
export function AllHidden() {
  return (
    <Notice tone="bad" title={copy.channels.hidden.title}>
      {copy.channels.hidden.text}
    </Notice>
  );
}

/** The page's primary action while no live channel can have it. */
export function WriteInstead({ channels, now }: { channels: readonly ActiveChannel[]; now: Now }) {
  if (primaryType(channels, now.time) !== undefined) return null;
  if (isNobodyThere(channels, now.time)) {
    return (
      <Notice tone="warn" title={copy.channels.nobody.title}>
        {copy.channels.nobody.text}
      </Notice>
    );
  }
  return <Notice title={copy.channels.write.title}>{copy.channels.write.text}</Notice>;
}

function Notice(props: { tone?: "bad" | "warn"; title: string; children: string }) {
  const { tone, title, children } = props;
  return (
    <div className="card channel-notice" data-tone={tone} role={tone === "bad" ? "status" : undefined}>
      <Icon name={tone === "bad" ? "warning" : "chat"} />
      <div>
        <h2>{title}</h2>
        <p className="small-text">{children}</p>
      </div>
      <ButtonLink to={paths.message}>{copy.message.title}</ButtonLink>
    </div>
  );
}
