import { type ReactNode, useState } from "react";
import type { TeamMember } from "#contract/team.ts";
import { paths } from "#contract/paths.ts";
import type { Role } from "#domain/member.ts";
import { Link } from "#web/page/router.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { ValueText } from "#web/ui/value-text.tsx";
import { useShowMore } from "#web/ui/use-show-more.ts";
import { useDateWords } from "../shell/dates.ts";
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
            <th scope="col">Person</th>
            {columnsOf(first).map(({ head, span }) => (
              <th key={head} scope="col" colSpan={span}>
                {head}
              </th>
            ))}
            {actions !== undefined && (
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={list}>
          {shown.map((member) => (
            <tr key={member.id} tabIndex={-1}>
              <th scope="row">
                <Person member={member} />
                {problem?.id === member.id && <Alert role="alert">{problem.text}</Alert>}
              </th>
              {columnsOf(member).map(({ head, cell, span }) => (
                <td key={head} colSpan={span}>
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
          {shown.length} of {members.length.toLocaleString("en-IN")}
          <Button variant="secondary" onClick={showMore}>
            Show more
          </Button>
        </p>
      )}
    </>
  );
}

/** What the columns after the name say of a member. */
function useColumns(state: TeamMember["state"], actions: MemberActions | undefined) {
  const { short, full, recent } = useDateWords();
  const isOwner = actions !== undefined;
  return (member: TeamMember): Column[] => {
    const { email, createdAt, linkExpiresAt, openInquiries = 0, hasSecondFactor, pendingOwner, approvesFrom } = member;
    const since = (
      <time dateTime={createdAt} title={full(createdAt)}>
        {short(createdAt)}
      </time>
    );
    const role: Column = {
      head: "Role",
      cell: (
        <div>
          {roleWords[member.role].label} {pendingOwner && <Badge tone="warn">Proposed</Badge>}
          {approvesFrom && <p className="hint">Can approve from {recent(approvesFrom)}</p>}
        </div>
      ),
    };
    const open: Column = {
      head: "Open inquiries",
      cell:
        openInquiries === 0 ? (
          "0"
        ) : (
          <Link
            to={`${paths.inbox}?assignee=${encodeURIComponent(member.id)}`}
            aria-label={`${openInquiries.toLocaleString("en-IN")}, assigned to ${personName(email)}`}
          >
            {openInquiries.toLocaleString("en-IN")}
          </Link>
        ),
    };
    if (state === "invited") {
      const link: Column = {
        head: "Link works until",
        span: 2,
        cell: (
          <span className="team-link-end">
            {linkExpiresAt ? recent(linkExpiresAt) : <Badge tone="warn">Expired</Badge>}
            <Button
              variant="secondary"
              size="small"
              aria-label={`New link: ${email}`}
              onClick={() => actions?.renewLink(member)}
            >
              New link
            </Button>
          </span>
        ),
      };
      const invited = { head: "Invited", cell: since };
      return isOwner ? [role, link, invited] : [role, { ...invited, span: 2 }];
    }
    const joined = { head: "Member since", cell: since };
    if (state === "deactivated") return [role, isOwner ? { ...open, span: 2 } : open, joined];
    const factor = {
      head: "Second factor",
      cell: hasSecondFactor === true ? "On" : <Badge tone="warn">None yet</Badge>,
    };
    return isOwner ? [role, factor, open, joined] : [role, open, joined];
  };
}

function Person({ member: { id, email, isVerified, state, hasSecondFactor, takesTurns } }: { member: TeamMember }) {
  const { id: ownId, role } = useMember();
  const isSelf = id === ownId;
  return (
    <div className="team-person">
      <Avatar email={email} />
      <div>
        <strong>{personName(email)}</strong> {isSelf && <span className="hint">You</span>}{" "}
        {!isVerified && <Badge tone="bad">Unverified</Badge>}
        {state === "active" && takesTurns === false && <Badge>Takes no turns</Badge>}
        <p className="hint">
          <ValueText value={email} />
        </p>
        {!isVerified && (
          <p className="hint">
            This member was changed outside this program and cannot sign in. The operator of the server can repair it.
          </p>
        )}
        {/* Of themselves alone agents know it, so that they have no column for it. */}
        {isSelf && role === "agent" && state === "active" && hasSecondFactor === false && (
          <p className="hint">
            <Link to={paths.security}>Set up a second factor</Link>
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
    <Menu label={`Actions: ${email}`} button={<AdminIcon name="more" />}>
      {role === "owner" ? (
        <MenuItem onClick={() => actions.setRole(member, "agent")}>
          <AdminIcon name="person" />
          {isSelf ? "Give up your role" : "Make an agent"}
        </MenuItem>
      ) : (
        !pendingOwner && (
          <MenuItem onClick={() => actions.setRole(member, "owner")}>
            <AdminIcon name="person" />
            Make an owner
          </MenuItem>
        )
      )}
      {state === "active" && takesTurns !== undefined && (
        <MenuItem onClick={() => actions.setTurns(member, !takesTurns)}>
          <AdminIcon name={takesTurns ? "moon" : "bell"} />
          {takesTurns ? "Leave out of turns" : "Give turns again"}
        </MenuItem>
      )}
      {state === "active" && !isSelf && (
        <>
          <MenuItem onClick={() => actions.renewLink(member)}>
            <AdminIcon name="key" />
            New link
          </MenuItem>
          <MenuItem onClick={() => actions.endSessions(member)}>
            <AdminIcon name="leave" />
            End sessions
          </MenuItem>
        </>
      )}
      {state === "deactivated" && openInquiries > 0 && (
        <MenuItem onClick={() => actions.reassign(member)}>
          <AdminIcon name="inbox" />
          Reassign inquiries
        </MenuItem>
      )}
      {state === "deactivated" ? (
        <MenuItem onClick={() => actions.activate(member)}>
          <AdminIcon name="shown" />
          Activate
        </MenuItem>
      ) : (
        <hr />
      )}
      {hasSecondFactor === true && !isSelf && (
        <MenuItem danger onClick={() => actions.resetSecondFactor(member)}>
          <AdminIcon name="lock" />
          Reset second factor
        </MenuItem>
      )}
      {state !== "deactivated" && (
        <MenuItem danger onClick={() => actions.deactivate(member)}>
          <AdminIcon name="hidden" />
          Deactivate
        </MenuItem>
      )}
    </Menu>
  );
}

export const roleWords: Record<Role, { label: string; may: string }> = {
  agent: { label: "Agent", may: "Answers inquiries and sees the channels" },
  owner: { label: "Owner", may: "May do everything, including channels, team and settings" },
};
