import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { teamCopy } from "#copy/current.ts";
import type { ChannelChange } from "#contract/channels/channel-list.ts";
import type { TeamChannel } from "#contract/channels/channel.ts";
import { paths } from "#contract/paths.ts";
import type { ChangeKind } from "#domain/channels/channel-list.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { useNow } from "#web/admin/shell/ago.tsx";
import { type DateFormats, useDateFormats } from "#web/admin/shell/dates.ts";
import { LoadFailure } from "#web/admin/forms/failure.tsx";
import { Page } from "#web/admin/shell/page.tsx";
import { PersonName, personName } from "#web/admin/shell/person.tsx";
import { useLocation } from "#web/page/router.tsx";
import { ChannelIcon } from "#web/public/channels/channel-parts.tsx";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button, ButtonLink } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "../../shell/empty-state.tsx";
import { AdminIcon, type AdminIconName } from "../../shell/icons.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { ChannelViews } from "../channel-views.tsx";
import { ScheduleText } from "../schedule/schedules.tsx";
import { channelKey, useTeamChannels } from "../use-team-channels.ts";
import { changedChannel, changedValue, changeVerb, channelName } from "./change-sentences.ts";
import { ChangedValue, ChannelName, Difference } from "./difference.tsx";
import { UndoButton } from "./undo-button.tsx";
import { filled } from "#web/ui/filled.tsx";

/** `/ContactAdmin/history`: every change of the channels, or of the one that the query names. */
export function HistoryPage() {
  const channels = useTeamChannels();
  const channel = new URLSearchParams(useLocation().search).get("channel");
  return (
    <Page
      title={teamCopy.channels.history.title}
      actions={
        channel === null ? undefined : (
          <ButtonLink variant="secondary" size="small" to={paths.history}>
            {teamCopy.channels.history.allChanges}
          </ButtonLink>
        )
      }
    >
      <ChannelViews channels={channels.data} />
      {/* The list gives the names of channels. */}
      <LoadFailure what={teamCopy.channels.history.channels} query={channels} />
      <History key={channel} channel={channel} channels={channels.data} />
    </Page>
  );
}

/** The changes by day, the newest first, with undo. */
function History({ channel, channels }: { channel: string | null; channels: readonly TeamChannel[] | undefined }) {
  const history = useHistory(channel);
  const changes = history.data?.pages.flatMap((page) => page.changes);
  const dates = useDateFormats();
  const now = useNow();
  const days = byDay(changes ?? [], (instant) => dates.day(instant, now));
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus disappears with its change.
  const focusHeading = useCallback(() => heading.current?.focus(), []);
  const named = channels?.find(({ _id }) => _id === channel);

  // The first of the changes that were loaded on request takes the focus.
  const firstOfMore = useRef<number>(undefined);
  const count = changes?.length ?? 0;
  useEffect(() => {
    const first = firstOfMore.current === undefined ? undefined : changes?.[firstOfMore.current];
    if (first === undefined) return;
    firstOfMore.current = undefined;
    document.getElementById(`change-${first.number}`)?.focus();
  }, [changes]);

  const isShown = useRef(false);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = history;
  useEffect(() => {
    // The change that the address names, such as in the audit log, on whichever page it is.
    const wanted = /^#change-(\d+)$/.exec(location.hash)?.[1];
    if (wanted === undefined || changes === undefined || isShown.current || isFetchingNextPage) return;
    if (hasNextPage && changes.every(({ number }) => number > Number(wanted))) {
      void fetchNextPage();
      return;
    }
    isShown.current = true;
    document.getElementById(`change-${wanted}`)?.focus();
  }, [changes, hasNextPage, isFetchingNextPage, fetchNextPage]);

  return (
    <section className="history" aria-labelledby="history-title">
      {/* The page's heading says the same of all changes. */}
      <h2
        id="history-title"
        ref={heading}
        tabIndex={-1}
        className={count > 0 && named === undefined ? "repeated" : undefined}
      >
        {count === 0 && changes !== undefined
          ? teamCopy.channels.history.nothingYet
          : named === undefined
            ? teamCopy.channels.history.changes
            : teamCopy.channels.history.changesOf(channelName(named))}
      </h2>
      <LoadFailure what={teamCopy.channels.history.name} query={history} />
      {changes === undefined && !history.isError && <Spinner text={teamCopy.channels.history.loading} />}
      {changes?.length === 0 && (
        <EmptyState icon="log">
          <p>{teamCopy.channels.history.empty}</p>
        </EmptyState>
      )}
      {days.map(({ day, entries }) => (
        <section key={day} className="history-days" aria-label={day}>
          <h3 className="history-day">{day}</h3>
          <ol className="plain-list">
            {entries.map((change) => (
              <HistoryEntry
                key={change.number}
                change={change}
                dates={dates}
                scheduled={channels?.find(({ _id }) => _id === change.schedule?.contactId)}
                onUndone={focusHeading}
              />
            ))}
          </ol>
        </section>
      ))}
      {history.hasNextPage && (
        <Button
          variant="secondary"
          className="show-more"
          busy={history.isFetchingNextPage}
          onClick={() => {
            firstOfMore.current = count;
            void history.fetchNextPage();
          }}
        >
          {history.isFetchingNextPage ? teamCopy.forms.loading : teamCopy.channels.history.more}
        </Button>
      )}
    </section>
  );
}

/** The changes page by page, the newest first. */
function useHistory(channel: string | null) {
  return useInfiniteQuery({
    queryKey: [channelKey, "history", channel],
    queryFn: ({ pageParam }) => channelApi.history(pageParam, channel),
    // The type of the first page's parameter, which has no value.
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
}

/** The changes of each day, in the site's time zone. */
function byDay(changes: readonly ChannelChange[], dayOf: (instant: string) => string) {
  const days: Array<{ day: string; entries: ChannelChange[] }> = [];
  for (const change of changes) {
    const day = dayOf(change.at);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(change);
    else days.push({ day, entries: [change] });
  }
  return days;
}

/** Returns what was done to a value, which stands before and after in the place of `{value}`. */
function valueVerb(kind: ChangeKind): string | undefined {
  return new Map(Object.entries(teamCopy.channels.history.didValue)).get(kind)?.("{value}");
}

/** Icons of changes that are about no channel, or about several. */
const kindIcons: Partial<Record<ChangeKind, AdminIconName>> = {
  moved: "order",
  rule: "settings",
  hidden: "hidden",
  shown: "shown",
  restored: "undo",
  imported: "upload",
  undone: "undo",
};

/** One change in a sentence: who, what, before and after, when. */
function HistoryEntry(props: {
  change: ChannelChange;
  dates: DateFormats;
  /** The channel of its schedule, if it still exists. */
  scheduled: TeamChannel | undefined;
  onUndone: () => void;
}) {
  const { change, dates, scheduled, onUndone } = props;
  const { number, at, by, approvedBy, schedule, undoes, undoneBy, isChangedSince } = change;
  const verb = valueVerb(change.kind);
  const value = verb === undefined ? undefined : changedValue(change);
  const channel = changedChannel(change, scheduled);
  const notes = [
    typeof approvedBy === "string" && teamCopy.channels.history.approvedBy(personName(approvedBy)),
    undoes !== undefined && teamCopy.channels.history.undoes(undoes),
    undoneBy !== null && teamCopy.channels.history.undoneBy(undoneBy),
  ].filter((note) => note !== false);
  return (
    <li className="history-entry" id={`change-${number}`} tabIndex={-1}>
      <span className="team-channel-icon">
        {channel === undefined ? (
          <AdminIcon name={kindIcons[change.kind] ?? "channels"} />
        ) : (
          <ChannelIcon type={channel.type} />
        )}
      </span>
      <h4>
        {filled(teamCopy.channels.history.entry, {
          author: by === null ? teamCopy.channels.history.server : <PersonName email={by} />,
          change:
            verb !== undefined && value !== undefined
              ? filled(verb, { value: <ChangedValue change={value} /> })
              : channel === undefined
                ? changeVerb(change, scheduled)
                : filled(changeVerb(change, scheduled, "{channel}"), { channel: <ChannelName channel={channel} /> }),
        })}
        {undoneBy !== null && (
          <>
            {" "}
            <Badge>{teamCopy.channels.history.undone}</Badge>
          </>
        )}
      </h4>
      <div className="history-details">
        <Difference change={change} skipsValue={value !== undefined} foldsLanguages />
        {schedule !== undefined && <ScheduleText schedule={schedule} />}
      </div>
      <p className="hint">
        <time dateTime={at} title={dates.exact(at)}>
          {dates.time(at)}
        </time>{" "}
        · {teamCopy.channels.history.change(number)}
        {notes.map((note) => ` · ${note}`)}
        {isChangedSince && ` · ${teamCopy.channels.history.changedSince}`}
      </p>
      {change.canUndo && <UndoButton change={change} variant="quiet" size="small" onUndone={onUndone} />}
    </li>
  );
}
