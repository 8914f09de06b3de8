import { teamCopy } from "#copy/current.ts";
import { counted } from "#copy/locale/intl.ts";
import { type ReactNode, useState } from "react";
import type { TeamMember } from "#contract/auth/team.ts";
import { paths } from "#contract/paths.ts";
import type { Role } from "#domain/member.ts";
import { Link } from "#web/page/router.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Menu, MenuItem } from "#web/ui/panels/menu.tsx";
import { ValueText } from "#web/ui/value-text.tsx";
import { useShowMore } from "#web/ui/use-show-more.ts";
import { useDateFormats } from "../shell/dates.ts";
import { AdminIcon } from "../shell/icons.tsx";
import { useMember } from "../shell/member.ts";
import { Avatar, personName } from "../shell/person.tsx";

export interface MemberActions {
  setRole: (member: TeamMember, role: Role) => void;
  deactivate: (member: TeamMember) => void;
  activate: (member: TeamMember) => void;
  reassign: (member: TeamMember) => void;
  setTurns: (member: TeamMember, takesTurns: boolean) => void;
  renewLink: (member: TeamMember) => void;
  resetSecondFactor: (member: TeamMember) => void;
  endSessions: (member: TeamMember) => void;
}

interface Column {
  head: string;
  cell: ReactNode;
  /** Place on phones: beside the name, in one line without a label, or none. */
  atPhone?: "beside-name" | "in-line" | "left-out" | undefined;
  /** Keeps the columns of the page's tables in line. */
  span?: number;
}

const batch = 50;

/** The members of one state, a row each; blocks on phones. Read-only without `actions`. */
export function MemberTable(props: {
  titleId: string;
  state: TeamMember["state"];
  members: readonly TeamMember[];
  actions: MemberActions | undefined;
  /** The error of the last action, and the member it was on. */
  problem: { id: string; text: string } | undefined;
}) {
  const { titleId, state, members, actions, problem } = props;
  const [limit, setLimit] = useState(batch);
  const shown = members.slice(0, limit);
  const { list, showMore } = useShowMore<HTMLTableSectionElement>({
    count: shown.length,
    isLoading: false,
    load: async () => setLimit((before) => before + batch),
  });
  const columnsOf = useColumns(state, actions);
  const [first] = shown;
  if (first === undefined) return null;
  return (
    <>
      <table className="team-table" aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">{teamCopy.team.table.person}</th>
            {columnsOf(first).map(({ head, span }) => (
              <th key={head} scope="col" colSpan={span}>
                {head}
              </th>
            ))}
            {actions !== undefined && (
              <th scope="col">
                <span className="visually-hidden">{teamCopy.team.table.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={list}>
          {shown.map((member) => (
            <tr key={member.id} className="target-row" id={`member-${member.id}`} tabIndex={-1}>
              <th scope="row">
                <Person member={member} />
                {problem?.id === member.id && <Alert role="alert">{problem.text}</Alert>}
              </th>
              {columnsOf(member).map(({ head, cell, span, atPhone }) => (
                <td key={head} colSpan={span} className={atPhone}>
                  <span className="cell-label" aria-hidden="true">
                    {head}
                  </span>
                  {cell}
                </td>
              ))}
              {actions !== undefined && (
                <td className="cell-menu">
                  <MemberMenu member={member} actions={actions} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < members.length && (
        <p className="team-more">
          {teamCopy.team.table.shownOf(shown.length, members.length)}
          <Button variant="secondary" onClick={showMore}>
            {teamCopy.team.table.showMore}
          </Button>
        </p>
      )}
    </>
  );
}

/** Returns the columns after a member's name. */
function useColumns(state: TeamMember["state"], actions: MemberActions | undefined) {
  const { short, full, recent } = useDateFormats();
  const isOwner = actions !== undefined;
  return (member: TeamMember): Column[] => {
    const { email, createdAt, linkExpiresAt, openInquiries = 0, hasSecondFactor, pendingOwner, approvesFrom } = member;
    const since = (
      <time dateTime={createdAt} title={full(createdAt)}>
        {short(createdAt)}
      </time>
    );
    const role: Column = {
      head: teamCopy.team.table.role,
      atPhone: "beside-name",
      cell: (
        <div>
          {teamCopy.team.roles[member.role].label}{" "}
          {pendingOwner && <Badge tone="warn">{teamCopy.team.table.proposed}</Badge>}
          {approvesFrom && <p className="hint">{teamCopy.team.table.approvesFrom(recent(approvesFrom))}</p>}
        </div>
      ),
    };
    const openCount = <AtWidths desk={counted(openInquiries)} phone={teamCopy.team.table.openBrief(openInquiries)} />;
    const open: Column = {
      head: teamCopy.team.table.openInquiries,
      atPhone: "in-line",
      cell:
        openInquiries === 0 ? (
          openCount
        ) : (
          <Link
            to={`${paths.inbox}?assignee=${encodeURIComponent(member.id)}`}
            className="row-target"
            aria-label={teamCopy.team.table.openOf(openInquiries, personName(email))}
          >
            {openCount}
          </Link>
        ),
    };
    if (state === "invited") {
      const link: Column = {
        head: teamCopy.team.table.linkUntil,
        span: 2,
        cell: (
          <span className="team-link-end">
            {linkExpiresAt ? recent(linkExpiresAt) : <Badge tone="warn">{teamCopy.team.table.expired}</Badge>}
            <Button
              variant="secondary"
              size="small"
              aria-label={teamCopy.team.table.newLinkFor(email)}
              onClick={() => actions?.renewLink(member)}
            >
              {teamCopy.team.menu.newLink}
            </Button>
          </span>
        ),
      };
      const invited = { head: teamCopy.team.table.invited, cell: since };
      return isOwner ? [role, link, invited] : [role, { ...invited, span: 2 }];
    }
    const joined: Column = {
      head: teamCopy.team.table.memberSince,
      cell: since,
      // The other figures of an active member have the line.
      atPhone: state === "active" ? "left-out" : undefined,
    };
    if (state === "deactivated") return [role, isOwner ? { ...open, span: 2 } : open, joined];
    const factor: Column = {
      head: teamCopy.team.table.secondFactor,
      atPhone: hasSecondFactor === true ? "left-out" : "in-line",
      cell:
        hasSecondFactor === true ? (
          teamCopy.team.table.factorOn
        ) : (
          <Badge tone="warn">
            <AtWidths desk={teamCopy.team.table.factorNone} phone={teamCopy.team.table.factorNoneBrief} />
          </Badge>
        ),
    };
    return isOwner ? [role, factor, open, joined] : [role, open, joined];
  };
}

/** A text that stands below its heading at a desk, and without one on phones. */
function AtWidths({ desk, phone }: { desk: string; phone: string }) {
  return (
    <>
      <span className="at-desk">{desk}</span>
      <span className="at-phone">{phone}</span>
    </>
  );
}

function Person({ member: { id, email, isVerified, state, hasSecondFactor, takesTurns } }: { member: TeamMember }) {
  const { id: ownId, role } = useMember();
  const isSelf = id === ownId;
  return (
    <div className="team-person">
      <Avatar email={email} />
      <div>
        <strong>{personName(email)}</strong> {isSelf && <span className="hint">{teamCopy.team.table.you}</span>}{" "}
        {!isVerified && <Badge tone="bad">{teamCopy.team.table.unverified}</Badge>}
        {state === "active" && takesTurns === false && <Badge>{teamCopy.team.table.noTurns}</Badge>}
        <p className="hint">
          <ValueText value={email} />
        </p>
        {!isVerified && <p className="hint">{teamCopy.team.table.unverifiedHint}</p>}
        {/* Agents know it of themselves alone, so that they have no column for it. */}
        {isSelf && role === "agent" && state === "active" && hasSecondFactor === false && (
          <p className="hint">
            <Link to={paths.security}>{teamCopy.team.table.setUpFactor}</Link>
          </p>
        )}
      </div>
    </div>
  );
}

function MemberMenu({ member, actions }: { member: TeamMember; actions: MemberActions }) {
  const isSelf = member.id === useMember().id;
  const { email, role, state, hasSecondFactor, pendingOwner, takesTurns, openInquiries = 0 } = member;
  return (
    <Menu label={teamCopy.team.table.actionsOf(email)} button={<AdminIcon name="more" />}>
      {role === "owner" ? (
        <MenuItem onClick={() => actions.setRole(member, "agent")}>
          <AdminIcon name="person" />
          {isSelf ? teamCopy.team.menu.giveUpRole : teamCopy.team.menu.makeAgent}
        </MenuItem>
      ) : (
        !pendingOwner && (
          <MenuItem onClick={() => actions.setRole(member, "owner")}>
            <AdminIcon name="person" />
            {teamCopy.team.menu.makeOwner}
          </MenuItem>
        )
      )}
      {state === "active" && takesTurns !== undefined && (
        <MenuItem onClick={() => actions.setTurns(member, !takesTurns)}>
          <AdminIcon name={takesTurns ? "moon" : "bell"} />
          {takesTurns ? teamCopy.team.menu.leaveOut : teamCopy.team.menu.giveTurns}
        </MenuItem>
      )}
      {state === "active" && !isSelf && (
        <>
          <MenuItem onClick={() => actions.renewLink(member)}>
            <AdminIcon name="key" />
            {teamCopy.team.menu.newLink}
          </MenuItem>
          <MenuItem onClick={() => actions.endSessions(member)}>
            <AdminIcon name="leave" />
            {teamCopy.team.menu.endSessions}
          </MenuItem>
        </>
      )}
      {state === "deactivated" && openInquiries > 0 && (
        <MenuItem onClick={() => actions.reassign(member)}>
          <AdminIcon name="inbox" />
          {teamCopy.team.menu.reassign}
        </MenuItem>
      )}
      {state === "deactivated" ? (
        <MenuItem onClick={() => actions.activate(member)}>
          <AdminIcon name="shown" />
          {teamCopy.team.menu.activate}
        </MenuItem>
      ) : (
        <hr />
      )}
      {hasSecondFactor === true && !isSelf && (
        <MenuItem danger onClick={() => actions.resetSecondFactor(member)}>
          <AdminIcon name="lock" />
          {teamCopy.team.menu.resetFactor}
        </MenuItem>
      )}
      {state !== "deactivated" && (
        <MenuItem danger onClick={() => actions.deactivate(member)}>
          <AdminIcon name="hidden" />
          {teamCopy.team.menu.deactivate}
        </MenuItem>
      )}
    </Menu>
  );
}
