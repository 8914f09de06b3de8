import type { TeamMember } from "#contract/team.ts";
import { type Role, roles } from "#domain/member.ts";
import { Link } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { useDateWords } from "../shell/dates.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/field.tsx";

export interface MemberActions {
  setRole: (role: Role) => void;
  deactivate: () => void;
  activate: () => void;
  reassign: () => void;
  renewLink: () => void;
  resetSecondFactor: () => void;
  endSessions: () => void;
  approveOwner: () => void;
  withdrawOwner: () => void;
}

/** One member; read-only without `actions`. */
export function MemberRow(props: {
  member: TeamMember;
  isSelf: boolean;
  /** The signed-in member. */
  ownEmail: string;
  /** The error of the last action. */
  problem: string | undefined;
  actions: MemberActions | undefined;
}) {
  const { member, isSelf, ownEmail, problem, actions } = props;
  const { email, role, state, hasSecondFactor, pendingOwner, approvesFrom, openInquiries = 0 } = member;
  const { recent } = useDateWords();
  return (
    <li className="team-row">
      <div className="team-who">
        <h3>{email}</h3>
        <p>
          {isSelf && "You. "}
          {actions === undefined && `${roleWords[role].label}. `}
          <Badge>{stateWords[state]}</Badge>{" "}
          {state === "active" && hasSecondFactor !== null && (
            <Badge tone={hasSecondFactor ? "good" : "bad"}>
              {hasSecondFactor ? "Second factor" : "Password alone"}
            </Badge>
          )}{" "}
          {pendingOwner && <Badge>Waits to become an owner</Badge>}
          {!member.isVerified && <Badge tone="bad">Unverified</Badge>}
          {state === "deactivated" && openInquiries > 0 && (
            <Link to={`${paths.inbox}?assignee=${encodeURIComponent(member.id)}`}>
              {openInquiries === 1 ? "1 open inquiry" : `${openInquiries.toLocaleString("en")} open inquiries`}
            </Link>
          )}
        </p>
        {!member.isVerified && (
          <p className="hint">
            Something else than this program has changed this member in the store: they cannot sign in. Whoever runs the
            server can repair it.
          </p>
        )}
        {approvesFrom && <p className="hint">Can approve from {recent(approvesFrom)} on.</p>}
        {pendingOwner && (
          <p className="hint">
            Proposed by {pendingOwner.by ?? "a member who is gone"} on {recent(pendingOwner.at)}. They become an owner
            once another owner approves it.
          </p>
        )}
      </div>
      {actions !== undefined && (
        <div className="team-actions">
          <Select
            id={`role-${member.id}`}
            label={`Role of ${email}`}
            isLabelHidden
            value={role}
            onChange={(event) => actions.setRole(event.target.value as Role /* the options are */)}
          >
            {roles.map((name) => (
              <option key={name} value={name}>
                {roleWords[name].label}
              </option>
            ))}
          </Select>
          {pendingOwner?.canApprove === true && (
            <Button aria-label={`Approve as an owner: ${email}`} onClick={actions.approveOwner}>
              Approve
            </Button>
          )}
          {pendingOwner && (
            <Button
              variant="secondary"
              aria-label={`${pendingOwner.by === ownEmail ? "Withdraw" : "Reject"} as an owner: ${email}`}
              onClick={actions.withdrawOwner}
            >
              {pendingOwner.by === ownEmail ? "Withdraw" : "Reject"}
            </Button>
          )}
          {state !== "deactivated" && !isSelf && (
            <Button variant="secondary" aria-label={`New link: ${email}`} onClick={actions.renewLink}>
              New link
            </Button>
          )}
          {state === "active" && !isSelf && (
            <Button variant="secondary" aria-label={`End sessions: ${email}`} onClick={actions.endSessions}>
              End sessions
            </Button>
          )}
          {hasSecondFactor === true && !isSelf && (
            <Button
              variant="danger-outline"
              aria-label={`Reset the second factor: ${email}`}
              onClick={actions.resetSecondFactor}
            >
              Reset second factor
            </Button>
          )}
          {state === "deactivated" && openInquiries > 0 && (
            <Button variant="secondary" aria-label={`Reassign the inquiries: ${email}`} onClick={actions.reassign}>
              Reassign inquiries
            </Button>
          )}
          {state === "deactivated" ? (
            <Button variant="secondary" aria-label={`Activate: ${email}`} onClick={actions.activate}>
              Activate
            </Button>
          ) : (
            <Button variant="danger-outline" aria-label={`Deactivate: ${email}`} onClick={actions.deactivate}>
              Deactivate
            </Button>
          )}
        </div>
      )}
      {problem !== undefined && <Alert role="alert">{problem}</Alert>}
    </li>
  );
}

export const roleWords: Record<Role, { label: string; may: string }> = {
  agent: { label: "Agent", may: "answers inquiries, and sees the channels" },
  owner: { label: "Owner", may: "may do everything, channels, team and settings included" },
};

const stateWords: Record<TeamMember["state"], string> = {
  active: "Active",
  invited: "Invited",
  deactivated: "Deactivated",
};
