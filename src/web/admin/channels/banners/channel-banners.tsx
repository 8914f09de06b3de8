import { useRef } from "react";
import type { Role } from "#domain/role.ts";
import "../channels.css";
import { LoadFailure } from "#web/admin/shell/load-failure.tsx";
import { AlarmBanner } from "./alarm-banner.tsx";
import { HiddenBanner } from "./hidden-banner.tsx";
import { StoreAlarm } from "./store-alarm.tsx";
import { RecentChanges } from "./recent-changes.tsx";
import { useChannelState } from "../use-channel-state.ts";
import { WaitingChanges } from "./pending-changes.tsx";

/** The banners about channels, on each page of the admin area. */
export function ChannelBanners({ role }: { role: Role }) {
  const state = useChannelState();
  const { data } = state;
  const place = useRef<HTMLDivElement>(null);
  const isOwner = role === "owner";
  // The button that had the focus disappears with its banner.
  const focus = () => place.current?.focus();
  return (
    <div ref={place} className="channel-banners" tabIndex={-1} aria-label="News of the channels" role="group">
      {data === undefined && <LoadFailure what="The state of the channels" query={state} />}
      {data?.alarm && <AlarmBanner alarm={data.alarm} isOwner={isOwner} onDone={focus} />}
      {data?.storeAlarms.map(({ since, message }) => (
        <StoreAlarm key={message} since={since} message={message} />
      ))}
      {/* A live region: mounted before its text, so that it is announced. */}
      <div role="status">{data?.hidden && <HiddenBanner hidden={data.hidden} isOwner={isOwner} onDone={focus} />}</div>
      {data !== undefined && data.proposals.length > 0 && (
        <WaitingChanges proposals={data.proposals} isOwner={isOwner} onDone={focus} />
      )}
      {data !== undefined && data.recent.length > 0 && <RecentChanges changes={data.recent} onUndone={focus} />}
    </div>
  );
}
