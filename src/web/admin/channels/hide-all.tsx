import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { ChannelState } from "#contract/channels/channel-list.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { useDateFormats } from "../shell/dates.ts";
import { actionFailureText } from "../forms/failure.tsx";
import { ConfirmedChange } from "../forms/confirmed-change.tsx";
import { PersonName } from "../shell/person.tsx";
import { listKey, useChannelChange, useChannelState } from "./use-team-channels.ts";
import { filled } from "#web/ui/filled.tsx";

/**
 * Hides every channel from visitors at once, for an emergency. One press is enough, since the banner that then shows
 * can undo it. On touch screens, where a press by mistake is likely, it asks first.
 */
export function HideAll() {
  const { data } = useChannelState();
  // The page below loads it.
  const { data: list } = useQuery({ queryKey: listKey, queryFn: channelApi.list, enabled: false });
  const hide = useChannelChange({
    mutationFn: () => channelApi.hide(true),
    confirms: teamCopy.channels.tasks.hide,
  });
  const [asking, setAsking] = useState(false);
  const focusNext = useRef(false);
  const isHidden = data !== undefined && data.hidden !== null;

  useEffect(() => {
    // This button is gone: focus the one that undoes it. Only at the first update after the press, since later it would
    // take the focus from something else.
    if (focusNext.current && data?.hidden) focusShowButton();
    focusNext.current = false;
  }, [data]);

  // Shown before the state or the list is loaded, since an emergency cannot wait.
  if (isHidden || list?.length === 0) return null;

  function focusUndo() {
    setAsking(false);
    focusNext.current = !focusShowButton();
  }

  return (
    <>
      <Button
        variant="danger-outline"
        size="small"
        className="hide-all"
        busy={hide.isPending}
        onClick={() => {
          if (matchMedia("(pointer: coarse)").matches) setAsking(true);
          else hide.mutate(undefined, { onSuccess: focusUndo });
        }}
      >
        {hide.isPending ? teamCopy.channels.list.hideAll.busy : teamCopy.channels.list.hideAll.action}
      </Button>
      <ConfirmedChange
        about={asking}
        title={teamCopy.channels.history.hideAll.title}
        id="hide-channels"
        action={teamCopy.channels.history.hideAll.action}
        busyAction={teamCopy.channels.history.hideAll.busy}
        change={hide}
        input={() => undefined}
        onClose={() => setAsking(false)}
        onDone={focusUndo}
      >
        {teamCopy.channels.list.hideAll.about}
      </ConfirmedChange>
      {hide.error !== null && !asking && <Alert role="alert">{actionFailureText(hide.error)}</Alert>}
    </>
  );
}

/** Focuses the button that shows the channels again; returns whether it exists. */
function focusShowButton(): boolean {
  const button = document.getElementById("show-channels");
  button?.focus();
  return button !== null;
}

/** Says that visitors see no channel; owners can show them again here. */
export function HiddenBanner(props: {
  hidden: NonNullable<ChannelState["hidden"]>;
  isOwner: boolean;
  onDone: () => void;
}) {
  const { hidden, isOwner, onDone } = props;
  const { recent } = useDateFormats();
  const [isOpen, setOpen] = useState(false);
  const show = useChannelChange({
    mutationFn: () => channelApi.hide(false),
    confirms: teamCopy.channels.tasks.show,
  });
  return (
    <div className="strip outages all-hidden" data-open data-folded={!isOpen || undefined}>
      <Icon name="warning" />
      <div className="strip-fold">
        <p className="strip-text">
          {filled(hidden.by === null ? teamCopy.channels.list.hideAll.since : teamCopy.channels.list.hideAll.sinceBy, {
            state: <strong>{teamCopy.channels.list.hideAll.hidden}</strong>,
            time: <time dateTime={hidden.at}>{recent(hidden.at)}</time>,
            name: hidden.by !== null && <PersonName email={hidden.by} />,
          })}{" "}
          {!isOwner && teamCopy.channels.list.hideAll.ownerShows}
        </p>
        <IconButton
          className="outages-fold"
          label={isOpen ? teamCopy.shell.alarms.showLess : teamCopy.shell.alarms.showAll}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevron" />
        </IconButton>
      </div>
      {isOwner && (
        <Button
          id="show-channels"
          variant="secondary"
          size="small"
          busy={show.isPending}
          onClick={() => show.mutate(undefined, { onSuccess: onDone })}
        >
          {show.isPending ? teamCopy.channels.list.hideAll.showing : teamCopy.channels.list.hideAll.show}
        </Button>
      )}
      {show.error !== null && <p role="alert">{actionFailureText(show.error)}</p>}
    </div>
  );
}
