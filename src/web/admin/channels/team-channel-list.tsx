import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { teamCopy } from "#copy/current.ts";
import type { ChannelState, ScheduleEntry } from "#contract/channels/channel-list.ts";
import type { TeamChannel, ListedChannel } from "#contract/channels/channel.ts";
import { descriptionsOf } from "#domain/channels/descriptions.ts";
import { brandCopy } from "#web/public/channels/brand-copy.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "../shell/empty-state.tsx";
import { useDateFormats } from "../shell/dates.ts";
import { ConfirmDialog } from "../forms/confirm-dialog.tsx";
import { ListSearch, NoneFound, searchedFrom, useListSearch } from "../lists/list-search.tsx";
import { type Editing, withRowsInEdit } from "../lists/use-rows-in-edit.ts";
import { actionFailureText } from "../forms/failure.tsx";
import { ChannelRow, type RowActions, rowElement } from "./channel-row.tsx";
import { ChannelForm } from "./editor/channel-form.tsx";
import { channelName } from "./history/change-sentences.ts";
import { ScheduleDialog } from "./schedule/schedule-dialog.tsx";
import { useChannelOrder, useDragOrder } from "./use-channel-order.ts";
import { useEditChannel, useChannelState, useDeleteChannel, useSwitchChannel } from "./use-team-channels.ts";

/** The number of rows from which a list counts as long. */
const manyRows = 50;

export const idOfChannel = ({ _id }: TeamChannel) => _id;

/** Target of the focus after an action: the moved row, or the one after the deleted row. */
type FocusNext = { moved: string; isDragged: boolean } | { deleted: string; neighbour: string | undefined };

/** The team's channels in their order, with the actions on each. */
export function TeamChannelList({
  channels,
  view,
  heading,
  canChange,
  editing,
  onAdd,
}: {
  channels: ListedChannel[];
  view: "all" | "hidden";
  heading: RefObject<HTMLHeadingElement | null>;
  /** Agents only read it. */
  canChange: boolean;
  editing: Editing<TeamChannel>;
  /** Opens the form for a new one. */
  onAdd: () => void;
}) {
  const [deleting, setDeleting] = useState<TeamChannel>();
  const [scheduling, setScheduling] = useState<TeamChannel>();
  const search = useListSearch();
  const state = useChannelState().data;
  const extras = useExtras(state);
  const dates = useDateFormats();
  const [problem, setProblem] = useState<{ id: string; text: string }>();
  const [said, setSaid] = useState("");
  const focusNext = useRef<FocusNext>(undefined);
  const lastMoved = useRef<FocusNext & { moved: string }>(undefined);
  const latest = useRef(channels);
  const list = useRef<HTMLOListElement>(null);

  const shown = useShown(channels, { view, words: search.words, editing });
  const isWhole = view === "all" && search.words === "";

  const showProblem = useCallback((id: string, error: Error) => setProblem({ id, text: actionFailureText(error) }), []);
  const { mutate: switchChannel } = useSwitchChannel();
  const moveFailed = useCallback(
    (error: Error) => {
      if (lastMoved.current === undefined) return;
      showProblem(lastMoved.current.moved, error);
      focusNext.current = lastMoved.current;
    },
    [showProblem],
  );
  const moveChannel = useChannelOrder(moveFailed);

  useEffect(() => {
    latest.current = channels;
    const next = focusNext.current;
    if (next === undefined || deleting !== undefined) return;
    if ("moved" in next) {
      if (!next.isDragged) focusMoved(next.moved);
    } else {
      if (channels.some(({ _id }) => _id === next.deleted)) return;
      const neighbour = next.neighbour === undefined ? null : rowElement.heading(next.neighbour);
      (neighbour ?? heading.current)?.focus();
    }
    focusNext.current = undefined;
  }, [channels, deleting, heading]);

  const move = useCallback(
    async (channel: TeamChannel, isDragged: boolean, placeAfter: (from: number) => number) => {
      setProblem(undefined);
      lastMoved.current = { moved: channel._id, isDragged };
      focusNext.current = lastMoved.current;
      const place = await moveChannel(channel._id, placeAfter);
      if (place === undefined) return;
      setSaid(teamCopy.channels.list.moved(channelName(channel), place, latest.current.length));
    },
    [moveChannel],
  );

  const { edit } = editing;
  const actions: RowActions = useMemo(
    () => ({
      switchActive(channel, isActive) {
        setProblem(undefined);
        switchChannel({ id: channel._id, isActive }, { onError: (error) => showProblem(channel._id, error) });
      },
      move: (channel, step) => void move(channel, false, (from) => from + step),
      edit,
      remove: setDeleting,
      schedule: setScheduling,
    }),
    [switchChannel, move, showProblem, edit],
  );

  const drop = useCallback(
    (id: string, place: number) => {
      const channel = latest.current.find(({ _id }) => _id === id);
      if (channel !== undefined) void move(channel, true, () => place);
    },
    [move],
  );
  useDragOrder(list, shown, canChange && isWhole ? drop : undefined);

  function focusPast(id: string) {
    const at = channels.findIndex(({ _id }) => _id === id);
    const neighbour = channels[at + 1] ?? channels[at - 1];
    focusNext.current = { deleted: id, neighbour: neighbour?._id };
    setDeleting(undefined);
  }

  function closeForm(id: string) {
    // The field that has the focus disappears.
    flushSync(() => editing.close(id));
    rowElement.edit(id)?.focus();
  }

  function formOf(id: string) {
    const channel = editing.rows.get(id);
    return channel && <EditForm channel={channel} onClose={() => closeForm(id)} />;
  }

  return (
    <section className="team-channel-list" aria-labelledby="channels-title">
      <div className="team-channel-list-head">
        <h2 id="channels-title" ref={heading} tabIndex={-1}>
          {titleOf(view, channels)}
        </h2>
        {channels.length >= searchedFrom && (
          <ListSearch
            search={search}
            label={teamCopy.channels.list.search}
            placeholder={teamCopy.channels.list.search}
            result={teamCopy.channels.list.matches(shown.length, channels.length)}
          />
        )}
      </div>
      {channels.length === 0 && canChange && (
        <EmptyState icon="channels">
          <Button variant="secondary" onClick={onAdd}>
            {teamCopy.channels.list.addFirst}
          </Button>
        </EmptyState>
      )}
      {channels.length > 0 &&
        shown.length === 0 &&
        (search.words === "" ? (
          <EmptyState icon="search">
            <p>{teamCopy.channels.list.noneHidden}</p>
          </EmptyState>
        ) : (
          <NoneFound search={search} text={teamCopy.channels.list.noMatch(search.words)} />
        ))}
      {shown.length > 0 && (
        <div className="team-channel-line team-channel-columns" aria-hidden="true">
          <span>{teamCopy.channels.list.columns.channel}</span>
          <span>{teamCopy.channels.list.columns.hours}</span>
          <span>{teamCopy.channels.list.columns.changed}</span>
          <span>{teamCopy.channels.list.columns.shown}</span>
        </div>
      )}
      <ol ref={list} className={channels.length > manyRows ? "long" : undefined}>
        {shown.map((channel, place) => (
          <ChannelRow
            key={channel._id}
            channel={channel}
            isFirst={place === 0}
            isLast={place === shown.length - 1}
            schedules={extras.schedules.get(channel._id)}
            waiting={extras.waiting.get(channel._id) ?? 0}
            lastChange={extras.lastChanges.get(channel._id)}
            dates={dates}
            problem={problem?.id === channel._id ? problem.text : undefined}
            actions={canChange ? actions : undefined}
            canMove={isWhole}
            areHidden={state !== undefined && state.hidden !== null}
          >
            {formOf(channel._id)}
          </ChannelRow>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ScheduleDialog channel={scheduling} onClose={() => setScheduling(undefined)} />
      <DeleteDialog channel={deleting} onClose={() => setDeleting(undefined)} onDeleted={focusPast} />
    </section>
  );
}

function titleOf(view: "all" | "hidden", channels: readonly TeamChannel[]): string {
  if (channels.length === 0) return teamCopy.channels.list.none;
  if (view === "all") return teamCopy.channels.list.all(channels.length);
  return teamCopy.channels.list.hidden(channels.filter(({ isActive }) => !isActive).length);
}

/** The channels that a view and a search leave, and those in edit. */
function useShown(
  channels: ListedChannel[],
  { view, words, editing }: { view: "all" | "hidden"; words: string; editing: Editing<TeamChannel> },
): ListedChannel[] {
  const inEdit = editing.rows;
  return useMemo(() => {
    const wanted = plain(words);
    const isFound = (channel: TeamChannel) =>
      (view === "all" || !channel.isActive) &&
      (wanted === "" ||
        plain(
          [brandCopy(channel.type).label, channel.value, ...descriptionsOf(channel).map(([, text]) => text)].join(" "),
        ).includes(wanted));
    return withRowsInEdit<ListedChannel>({ all: channels, inEdit, idOf: idOfChannel, isFound });
  }, [channels, view, words, inEdit]);
}

/** Numbers are typed with and without spaces. */
function plain(text: string): string {
  return text.toLocaleLowerCase("en-IN").replaceAll(/[\s-]/g, "");
}

/**
 * Returns the state's facts about each channel. The values keep their identity, so that memoized rows do not render
 * again.
 */
function useExtras(state: ChannelState | undefined) {
  const { schedules, proposals, lastChanges } = state ?? {};
  return {
    schedules: useMemo(() => {
      const byChannel = new Map<string, ScheduleEntry[]>();
      for (const schedule of schedules ?? []) {
        byChannel.set(schedule.contactId, [...(byChannel.get(schedule.contactId) ?? []), schedule]);
      }
      return byChannel;
    }, [schedules]),
    waiting: useMemo(() => {
      const counts = new Map<string, number>();
      for (const { before, after, schedule } of proposals ?? []) {
        const ids = new Set([...before, ...after].map(({ _id }) => _id));
        if (schedule !== undefined) ids.add(schedule.contactId);
        for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      return counts;
    }, [proposals]),
    lastChanges: useMemo(() => new Map((lastChanges ?? []).map((change) => [change.contactId, change])), [lastChanges]),
  };
}

/** A moved row loses the focus. Restores it, unless the focus is elsewhere by now. */
function focusMoved(id: string) {
  const handle = rowElement.handle(id);
  const { activeElement } = document;
  const row = handle?.closest("li");
  if (activeElement === document.body || row?.contains(activeElement) === true) handle?.focus();
}

/** Asks before `channel` is deleted; closed without one. */
function DeleteDialog(props: {
  channel: TeamChannel | undefined;
  onClose: () => void;
  onDeleted: (id: string) => void;
}) {
  const { channel, onClose, onDeleted } = props;
  const { mutate, isPending, error, reset } = useDeleteChannel();
  return (
    <ConfirmDialog
      open={channel !== undefined}
      title={teamCopy.channels.list.deletion.title}
      id="delete-channel"
      action={teamCopy.channels.list.deletion.action}
      busyAction={teamCopy.channels.list.deletion.busy}
      busy={isPending}
      failure={error === null ? undefined : actionFailureText(error)}
      onConfirm={() => channel && mutate(channel._id, { onSuccess: () => onDeleted(channel._id) })}
      onClose={() => {
        reset();
        onClose();
      }}
    >
      {channel !== undefined && (
        <>
          {brandCopy(channel.type).label}: <strong>{channel.value}</strong>
        </>
      )}
    </ConfirmDialog>
  );
}

/** Edits `channel` in its row. */
function EditForm({ channel, onClose }: { channel: TeamChannel; onClose: () => void }) {
  return (
    <ChannelForm
      id={`edit-form-${channel._id}`}
      label={teamCopy.channels.list.editContact(channel.value)}
      channel={channel}
      action={teamCopy.forms.save}
      busyAction={teamCopy.forms.saving}
      save={useEditChannel()}
      // Sends the edited fields alone: a colleague may have changed the others meanwhile.
      send={(_fields, change) => ({ id: channel._id, change })}
      onSaved={onClose}
      onLeave={onClose}
    >
      <Button variant="quiet" onClick={onClose}>
        {teamCopy.forms.cancel}
      </Button>
    </ChannelForm>
  );
}
