import { type KeyboardEvent, memo, type ReactNode } from "react";
import { teamCopy } from "#copy/current.ts";
import type { ScheduleEntry } from "#contract/channels/channel-list.ts";
import type { TeamChannel, ListedChannel } from "#contract/channels/channel.ts";
import { paths } from "#contract/paths.ts";
import { checkedChannel } from "./editor/checked-channel.ts";
import { Link } from "#web/page/router.tsx";
import { brandCopy } from "#web/public/channels/brand-copy.ts";
import { ChannelIcon } from "#web/public/channels/channel-parts.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { useCopy } from "#web/ui/buttons/copy-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Menu, MenuItem } from "#web/ui/panels/menu.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { ValueText } from "#web/ui/value-text.tsx";
import type { DateFormats } from "../shell/dates.ts";
import { AdminIcon } from "../shell/icons.tsx";
import { personName } from "../shell/person.tsx";
import { hoursBrief, hoursText } from "./schedule/hours-text.ts";
import { RowSchedules } from "./schedule/schedules.tsx";
import { ShortAddress } from "./short-address.tsx";
import { langOf } from "#web/ui/text-language.ts";

export interface RowActions {
  switchActive: (channel: TeamChannel, isActive: boolean) => void;
  move: (channel: TeamChannel, step: 1 | -1) => void;
  edit: (channel: TeamChannel) => void;
  remove: (channel: TeamChannel) => void;
  schedule: (channel: TeamChannel) => void;
}

/** The elements of a row that can receive the focus. */
export const rowElement = {
  heading: (id: string) => document.getElementById(`channel-${id}`),
  handle: (id: string) => document.getElementById(`move-${id}`),
  edit: (id: string) => document.getElementById(`edit-${id}`),
};

interface RowProps {
  channel: ListedChannel;
  isFirst: boolean;
  isLast: boolean;
  schedules: readonly ScheduleEntry[] | undefined;
  /** The number of changes that wait. */
  waiting: number;
  lastChange: { at: string; by: string | null } | undefined;
  dates: DateFormats;
  /** The error of its last action. */
  problem: string | undefined;
  /** Actions of the row; undefined makes it read-only. */
  actions: RowActions | undefined;
  /** Whether all channels are hidden from visitors for now. */
  areHidden: boolean;
  /** False while the list shows only some rows, which have no order among the others. */
  canMove: boolean;
  /** Its form, while it is edited. */
  children: ReactNode;
}

/** One channel with its actions. Memoized on its channel and place, so that long lists stay fast. */
export const ChannelRow = memo(function ChannelRow(props: RowProps) {
  const { channel, schedules, waiting, lastChange, dates, problem, actions, areHidden, children } = props;
  const { _id: id, type, value, proof, isActive, hours } = channel;
  const words = teamCopy.channels.list.row;
  const shown = !isActive ? words.hidden : areHidden ? words.hiddenForNow : words.active;
  const { label } = brandCopy(type);
  const link = checkedChannel(type, value);
  return (
    <li className="team-channel-row" data-id={id} data-hidden={areHidden || undefined}>
      <div className="team-channel-line target-row">
        <RowHandle {...props} />
        <div className="team-channel-text">
          <div className="team-channel-name">
            <h3 id={`channel-${id}`} tabIndex={-1} title={value} aria-label={value}>
              {/* The label is above the row, which a press of it edits: the value can be selected. */}
              <label htmlFor={`edit-${id}`}>
                {value.startsWith("https:") ? <ShortAddress value={value} /> : <ValueText value={value} />}
              </label>
            </h3>
            <RowBadge channel={channel} waiting={waiting} />
          </div>
          <p className="team-channel-about">
            {shown !== words.active && <span className="at-phone">{shown} · </span>}
            <span className={proof === "" ? undefined : "team-channel-kind"}>
              <span>{label}</span>
              {proof !== "" && " · "}
            </span>
            {proof !== "" && (
              <span lang={langOf(proof)} title={proof}>
                {proof}
              </span>
            )}
          </p>
        </div>
        {/* The hours are missing in a response of an older server, which a page may get after a rollback. */}
        <p className="team-channel-hours" title={hoursText(hours ?? null)}>
          {hours !== undefined && hours !== null && <AdminIcon name="clock" />}
          <span>{hoursBrief(hours ?? null)}</span>
        </p>
        <p className="team-channel-changed">
          {lastChange !== undefined && (
            <time dateTime={lastChange.at} title={dates.full(lastChange.at)}>
              {dates.short(lastChange.at)}
              {lastChange.by !== null && ` · ${personName(lastChange.by).split(" ")[0]}`}
            </time>
          )}
        </p>
        {actions === undefined ? (
          <p className="team-channel-state">{shown}</p>
        ) : (
          <>
            <Switch checked={isActive} onChange={(event) => actions.switchActive(channel, event.target.checked)}>
              {/* The role says whether it is on. */}
              <span className="at-desk" aria-hidden="true">
                {shown}
              </span>
              <span className="visually-hidden">{teamCopy.channels.list.row.activeOf(value)}</span>
            </Switch>
            <Button
              id={`edit-${id}`}
              className="row-target"
              variant="secondary"
              size="small"
              aria-label={`${teamCopy.forms.edit}: ${value}`}
              aria-expanded={children !== undefined}
              onClick={() => actions.edit(channel)}
            >
              {teamCopy.forms.edit}
            </Button>
          </>
        )}
        <Menu
          className="row-menu"
          label={`${teamCopy.channels.list.row.more}: ${value}`}
          button={<AdminIcon name="more" />}
        >
          <RowMenuItems {...props} />
        </Menu>
      </div>
      {!link.ok && <p className="team-channel-problem">{link.problem}</p>}
      {channel.problem !== undefined && <p className="team-channel-problem">{channel.problem}</p>}
      {problem !== undefined && <Alert>{problem}</Alert>}
      {schedules !== undefined && (
        <RowSchedules value={value} schedules={schedules} canChange={actions !== undefined} />
      )}
      {children}
    </li>
  );
});

const steps: ReadonlyMap<string, 1 | -1> = new Map([
  ["ArrowUp", -1],
  ["ArrowDown", 1],
]);

/** The icon, which on phones is the handle for dragging; at a desk there are dots beside it, for the keyboard too. */
function RowHandle({ channel, actions, canMove }: RowProps) {
  const { _id: id, type, value } = channel;
  const icon = (
    <span className="team-channel-icon">
      <ChannelIcon type={type} />
    </span>
  );
  if (actions === undefined || !canMove) return <span className="row-handle">{icon}</span>;

  function step(event: KeyboardEvent) {
    const offset = steps.get(event.key);
    if (offset === undefined) return;
    event.preventDefault();
    actions?.move(channel, offset);
  }

  return (
    // Firefox cannot drag a button.
    <span
      id={`move-${id}`}
      className="row-handle"
      data-drag
      role="button"
      tabIndex={0}
      aria-label={`${teamCopy.channels.list.row.move}: ${value}`}
      aria-keyshortcuts="ArrowUp ArrowDown"
      title={teamCopy.channels.list.row.moveHow}
      onKeyDown={step}
    >
      <AdminIcon name="drag" />
      {icon}
    </span>
  );
}

/** Shows at most one badge, and only if something is wrong or waits. */
function RowBadge({ channel, waiting }: { channel: ListedChannel; waiting: number }) {
  const link = checkedChannel(channel.type, channel.value);
  if (!link.ok && link.href === undefined) return <Badge tone="bad">{teamCopy.channels.list.row.linkBroken}</Badge>;
  if (channel.problem !== undefined) return <Badge tone="bad">{teamCopy.channels.list.row.checkText}</Badge>;
  if (waiting > 0) return <Badge tone="warn">{teamCopy.channels.list.row.changesWait(waiting)}</Badge>;
  return link.ok && link.warning === undefined ? null : <Badge tone="warn">{teamCopy.channels.list.row.tryLink}</Badge>;
}

function RowMenuItems({ channel, isFirst, isLast, actions, canMove }: RowProps) {
  const { _id: id, type, value } = channel;
  const { copy: copyText } = useCopy({ current: rowElement.heading(id) });
  const link = checkedChannel(type, value);
  return (
    <>
      {actions !== undefined && (
        <>
          <MenuItem
            aria-label={`${teamCopy.channels.list.row.schedule}: ${value}`}
            onClick={() => actions.schedule(channel)}
          >
            <AdminIcon name="clock" />
            {teamCopy.channels.list.row.schedule}
          </MenuItem>
          {canMove && (
            <>
              <MenuItem
                aria-label={`${teamCopy.channels.list.row.moveUp}: ${value}`}
                disabled={isFirst}
                onClick={() => actions.move(channel, -1)}
              >
                <AdminIcon name="up" />
                {teamCopy.channels.list.row.moveUp}
              </MenuItem>
              <MenuItem
                aria-label={`${teamCopy.channels.list.row.moveDown}: ${value}`}
                disabled={isLast}
                onClick={() => actions.move(channel, 1)}
              >
                <AdminIcon name="down" />
                {teamCopy.channels.list.row.moveDown}
              </MenuItem>
            </>
          )}
        </>
      )}
      <MenuItem aria-label={`${teamCopy.channels.list.row.copy}: ${value}`} onClick={() => void copyText(value)}>
        <Icon name="copy" />
        {teamCopy.channels.list.row.copy}
      </MenuItem>
      {link.ok && (
        <a href={link.href} target="_blank" rel="noopener noreferrer" title={link.href}>
          <Icon name="open" />
          {teamCopy.channels.list.row.open}
        </a>
      )}
      <Link to={historyOf(id)}>
        <AdminIcon name="undo" />
        {teamCopy.channels.list.row.history}
      </Link>
      {actions !== undefined && (
        <>
          <hr />
          <MenuItem
            danger
            aria-label={`${teamCopy.channels.list.row.delete}: ${value}`}
            onClick={() => actions.remove(channel)}
          >
            <AdminIcon name="trash" />
            {teamCopy.channels.list.row.delete}
          </MenuItem>
        </>
      )}
    </>
  );
}

function historyOf(id: string): string {
  return `${paths.history}?channel=${encodeURIComponent(id)}`;
}
