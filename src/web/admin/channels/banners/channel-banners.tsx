import { useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { ChannelChange, ChannelState } from "#contract/channels/channel-list.ts";
import type { Role } from "#domain/member.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { ConfirmedChange } from "#web/admin/forms/confirmed-change.tsx";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { LoadFailure } from "#web/admin/forms/failure.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button, ButtonLink } from "#web/ui/buttons/button.tsx";
import "../channels.css";
import { HiddenBanner } from "../hide-all.tsx";
import { useChannelChange, useChannelState } from "../use-team-channels.ts";
import { paths } from "#contract/paths.ts";
import { personName } from "#web/admin/shell/person.tsx";
import { useMember } from "#web/admin/shell/member.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { changedValue, changeTitle } from "../history/change-sentences.ts";
import { ChangedValue } from "../history/difference.tsx";
import { UndoButton } from "../history/undo-button.tsx";
import { filled } from "#web/ui/filled.tsx";

/** The banners about channels, on each page of the admin area. */
export function ChannelBanners({ role }: { role: Role }) {
  const state = useChannelState();
  const { data } = state;
  const place = useRef<HTMLDivElement>(null);
  const isOwner = role === "owner";
  // The button that had the focus disappears with its banner.
  const focus = () => place.current?.focus();
  return (
    <div
      ref={place}
      className="channel-banners"
      tabIndex={-1}
      aria-label={teamCopy.channels.banners.label}
      role="group"
    >
      {data === undefined && <LoadFailure what={teamCopy.channels.banners.state} query={state} />}
      {data?.alarm && <AlarmBanner alarm={data.alarm} isOwner={isOwner} onDone={focus} />}
      {data?.storeAlarms.map(({ since, message }) => (
        <StoreAlarm key={message} since={since} message={message} />
      ))}
      {/* A live region: mounted before its text, so that it is announced. */}
      <div role="status">{data?.hidden && <HiddenBanner hidden={data.hidden} isOwner={isOwner} onDone={focus} />}</div>
      {data !== undefined && data.recent.length > 0 && <RecentChanges changes={data.recent} onUndone={focus} />}
    </div>
  );
}

/** Returns the text about the contents of the restored list. */
function contentsOf(channels: number): string {
  return channels === 0 ? teamCopy.channels.banners.alarm.empty : teamCopy.channels.banners.alarm.contents(channels);
}

/**
 * Says that the stored channels were changed outside this program, what visitors see meanwhile, and how an owner ends
 * the alarm.
 */
function AlarmBanner(props: { alarm: NonNullable<ChannelState["alarm"]>; isOwner: boolean; onDone: () => void }) {
  const { alarm, isOwner, onDone } = props;
  const { recent } = useDateFormats();
  const [asking, setAsking] = useState(false);
  const restore = useChannelChange({
    mutationFn: () => channelApi.restore(),
    confirms: teamCopy.channels.tasks.restore,
  });

  return (
    <>
      <Alert role="alert">
        <p>
          <strong>{teamCopy.channels.banners.alarm.title}</strong> {alarm.message}
        </p>
        <p>
          {filled(teamCopy.channels.banners.alarm.noticed, {
            time: <time dateTime={alarm.since}>{recent(alarm.since)}</time>,
          })}
        </p>
        {isOwner ? (
          <Button variant="secondary" onClick={() => setAsking(true)}>
            {teamCopy.channels.banners.alarm.restore}
          </Button>
        ) : (
          <p>{teamCopy.channels.banners.alarm.tellOwner}</p>
        )}
      </Alert>
      <ConfirmedChange
        about={asking}
        title={teamCopy.channels.banners.alarm.asks}
        id="restore-channels"
        action={teamCopy.channels.banners.alarm.action}
        busyAction={teamCopy.channels.banners.alarm.busy}
        change={restore}
        input={() => undefined}
        onClose={() => setAsking(false)}
        onDone={onDone}
      >
        {contentsOf(alarm.channels)} {teamCopy.channels.banners.alarm.about}
      </ConfirmedChange>
    </>
  );
}

/** Says which data, besides the channels, was changed in the store outside this program. */
function StoreAlarm({ since, message }: { since: string; message: string }) {
  const { recent } = useDateFormats();
  return (
    <Alert role="alert">
      <p>
        <strong>{teamCopy.channels.banners.store.title}</strong> {message}
      </p>
      <p>{filled(teamCopy.channels.banners.store.noticed, { time: <time dateTime={since}>{recent(since)}</time> })}</p>
    </Alert>
  );
}

/**
 * The latest change, by somebody else, of where a channel opens or what visitors read there, in one line. Dismissed, it
 * comes back with the next change. `changes` are those of the last 24 hours, newest first.
 */
function RecentChanges({ changes, onUndone }: { changes: readonly ChannelChange[]; onUndone: () => void }) {
  const member = useMember();
  const { short, full } = useDateFormats();
  const [dismissed, dismiss] = useDismissed(member.id);
  const others = changes.filter(({ by, number }) => by !== member.email && number > dismissed);
  const [newest] = others;
  if (newest === undefined) return null;
  const more = others.length - 1;
  const value = changedValue(newest);
  return (
    <section className="strip" aria-label={teamCopy.channels.banners.recent.label}>
      <Icon name="warning" />
      <p className="strip-text">
        <strong>{value === undefined ? changeTitle(newest) : teamCopy.channels.banners.recent.changed}</strong>{" "}
        {value !== undefined && <ChangedValue change={value} />}{" "}
        <time dateTime={newest.at} title={full(newest.at)}>
          {short(newest.at)}
        </time>
        {newest.by !== null && (
          <span title={newest.by}> {teamCopy.channels.banners.recent.by(personName(newest.by))}</span>
        )}
      </p>
      <ButtonLink variant="quiet" size="small" to={paths.history}>
        {teamCopy.channels.banners.recent.review}
      </ButtonLink>
      {/* Agents undo in the history. */}
      {member.role === "owner" && newest.canUndo && (
        <UndoButton change={newest} variant="quiet" size="small" onUndone={onUndone} />
      )}
      {more > 0 && <span className="strip-more">{teamCopy.channels.banners.recent.more(more)}</span>}
      <IconButton
        label={teamCopy.channels.banners.recent.dismiss}
        onClick={() => {
          dismiss(newest.number);
          onUndone();
        }}
      >
        <Icon name="close" />
      </IconButton>
    </section>
  );
}

/** The number of the last change that this member dismissed in this browser. */
function useDismissed(memberId: string): [number, (number: number) => void] {
  const key = `dismissed-change:${memberId}`;
  const [dismissed, setDismissed] = useState(() => Number(localStorage.getItem(key) ?? 0));
  return [
    dismissed,
    (number) => {
      localStorage.setItem(key, String(number));
      setDismissed(number);
    },
  ];
}
