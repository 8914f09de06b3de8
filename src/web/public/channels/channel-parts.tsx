import { copy } from "#copy/current.ts";
import { type ReactNode, type RefObject, useRef } from "react";
import type { ActiveChannel } from "#contract/channels/channel.ts";
import { codePath } from "#contract/paths.ts";
import { brandOf, type ChannelType } from "#domain/brands/brands.ts";
import { brandCopy } from "./brand-copy.ts";
import { appLink, channelLink } from "#domain/channels/channel-link.ts";
import { Button, buttonClass } from "#web/ui/buttons/button.tsx";
import { CopyButton } from "#web/ui/buttons/copy-button.tsx";
import { Drawing, Icon } from "#web/ui/icon.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { useDismiss } from "#web/page/use-dismiss.ts";
import { ValueText } from "#web/ui/value-text.tsx";
import { isLive } from "./live-channels.ts";
import { openingOf, weekOf } from "./open-state.ts";
import type { Now } from "./use-now.ts";

/** The icon of a channel type: decorative, like the others. */
export function ChannelIcon({ type }: { type: ChannelType }) {
  const { icon, isSolid } = brandOf(type);
  return <Drawing path={icon} isSolid={isSolid} />;
}

/** The icon on its brand's colour. */
export function ChannelDisc({ type }: { type: ChannelType }) {
  return (
    <span className={`disc brand-${type}`}>
      <ChannelIcon type={type} />
    </span>
  );
}

/** A link that opens a channel in a new tab. Renders nothing if the value has no safe URL. */
export function ChannelLink(props: {
  channel: Pick<ActiveChannel, "type" | "value">;
  className?: string;
  describedBy?: string;
  /** Says more than what is shown, which it begins with. */
  label?: string;
  children: ReactNode;
}) {
  const { channel, className, describedBy, label, children } = props;
  const link = channelLink(channel.type, channel.value);
  if (!link.ok) return null;
  return (
    <a
      className={className}
      href={link.href}
      target="_blank"
      rel="noopener noreferrer"
      aria-describedby={describedBy}
      aria-label={label}
    >
      {children}
    </a>
  );
}

/** The action of a channel: the page's one primary action, or tonal while it is open and outlined while closed. */
export function ChannelAction(props: {
  channel: ActiveChannel;
  isPrimary: boolean;
  isClosed: boolean;
  size?: "large";
  describedBy: string;
  children: ReactNode;
}) {
  const { channel, isPrimary, isClosed, size, describedBy, children } = props;
  const variant = isPrimary ? undefined : isClosed || size === "large" ? "secondary" : "tonal";
  return (
    <ChannelLink channel={channel} className={buttonClass(variant, size)} describedBy={describedBy}>
      <span>{children}</span>
      {size && <Icon name="open" />}
    </ChannelLink>
  );
}

/** Shows the readable value of a channel: an address without its common prefix, `@name` where people say it so. */
export function Handle({ channel }: { channel: Pick<ActiveChannel, "type" | "value"> }) {
  return <ValueText value={handleOf(channel)} />;
}

/** An address is shortened to `@name` where people say it so. All else is shown as the team wrote it. */
function handleOf({ type, value }: Pick<ActiveChannel, "type" | "value">): string {
  const link = channelLink(type, value);
  const address =
    link.ok && value.includes("/") ? /^https:\/\/(?:www\.)?([^?#]+?)\/?$/.exec(link.href)?.[1] : undefined;
  return address?.replace(/^(?:t\.me|(?:instagram|facebook|x|youtube)\.com)\/@?([\w.]+)$/, "@$1") ?? value;
}

/**
 * Shows in words whether a channel is open; nothing for one that never opens or closes. `open` are the words while it
 * is open, `always` while that has no end.
 */
export function StateChip(props: { channel: ActiveChannel; now: Now; open?: string; always?: string }) {
  const { channel, now, open = copy.channels.openNow, always = open } = props;
  const { availability } = channel;
  if (availability === null) return isLive(channel) ? <span className="chip open">{always}</span> : null;
  const { isOpen, words } = openingOf(availability, now, open);
  return <span className={isOpen ? "chip open" : "chip"}>{isOpen && words === open ? always : words}</span>;
}

/** The weekly hours, to unfold. Today is marked once the visitor's clock is known. */
export function OpeningHours({ channel: { availability }, now }: { channel: ActiveChannel; now: Now }) {
  const week = availability === null ? undefined : weekOf(availability, now);
  if (week === undefined) return null;
  return (
    <details className="hours">
      <summary>
        {copy.channels.openingHours}
        <Icon name="chevron" />
      </summary>
      <dl>
        {week.map(({ weekday, hours, isToday }) => (
          <div key={weekday} className={isToday && now.zone !== undefined ? "today" : undefined}>
            <dt>{weekday}</dt>
            <dd>{hours}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The buttons that copy a channel and show its QR code, with a way to share it. `shown` holds the value as text. */
export function ChannelButtons(props: { channel: ActiveChannel; shown: RefObject<HTMLElement | null> }) {
  const { channel, shown } = props;
  const { _id, type, value } = channel;
  const code = useRef<HTMLDetailsElement>(null);
  useDismiss(code);
  const link = channelLink(type, value);
  const app = appLink(type, value);
  return (
    <>
      <CopyButton text={value} shown={shown} />
      <details className="code" ref={code}>
        <summary className="plain" aria-label={copy.channels.codeOf(value)}>
          <Icon name="qr" />
        </summary>
        <div className="card">
          <img src={codePath(_id)} alt={copy.channels.codeOf(value)} loading="lazy" width="180" height="180" />
          {app?.screens === "large" && (
            <a className="app" href={app.href} target="_blank" rel="noopener noreferrer">
              {brandCopy(type).app}
            </a>
          )}
          {link.ok && <ShareButton label={value} url={link.href} />}
        </div>
      </details>
    </>
  );
}

/** A link that opens a conversation instead of a profile, for a service that has both. */
export function MessageLink({ channel: { type, value } }: { channel: Pick<ActiveChannel, "type" | "value"> }) {
  const app = appLink(type, value);
  if (app === undefined || app.screens === "large") return null;
  return (
    <a
      className={app.screens === "small" ? "app quiet-link phones-only" : "app quiet-link"}
      href={app.href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {brandCopy(type).app}
    </a>
  );
}

/** A description as the team wrote it in the page's language, or else with its language where its script tells. */
export function Description({
  channel: { proof, isTranslated },
  figure,
}: {
  channel: Pick<ActiveChannel, "proof" | "isTranslated">;
  /** Figure of the page's own, in the same line. */
  figure?: string | undefined;
}) {
  if (proof === "" && !figure) return null;
  return (
    <p className="soft small-text">
      {figure}
      {figure && proof && " · "}
      <span lang={isTranslated ? undefined : langOf(proof)}>{proof}</span>
    </p>
  );
}

/** Opens the device's own share sheet. Hidden until hydrated, and where the browser has none (see `.share`). */
function ShareButton({ label, url }: { label: string; url: string }) {
  function share() {
    // The promise rejects when the visitor closes the sheet.
    navigator.share({ text: label, url }).catch(() => undefined);
  }
  return (
    <Button variant="secondary" className="share" aria-label={copy.channels.shareOf(label)} onClick={share}>
      <Icon name="share" />
      {copy.receipt.share}
    </Button>
  );
}
