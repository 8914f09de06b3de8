import type { TeamMember } from "#contract/team.ts";
import { type Role, roles } from "#domain/role.ts";
import { Link } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { useDateWords } from "../shell/dates.ts";
import { roleWords, stateWords } from "./team-copy.ts";

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
          <span className="badge">{stateWords[state]}</span>{" "}
          {state === "active" && hasSecondFactor !== null && (
            <span className={hasSecondFactor ? "badge good" : "badge bad"}>
              {hasSecondFactor ? "Second factor" : "Password alone"}
            </span>
          )}{" "}
          {pendingOwner && <span className="badge">Waits to become an owner</span>}
          {!member.isVerified && <span className="badge bad">Unverified</span>}
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
          <label className="field">
            <span className="unseen">Role of {email}</span>
            <select
              value={role}
              onChange={(event) => actions.setRole(event.target.value as Role /* the options are */)}
            >
              {roles.map((name) => (
                <option key={name} value={name}>
                  {roleWords[name].label}
                </option>
              ))}
            </select>
          </label>
          {pendingOwner?.canApprove === true && (
            <button
              type="button"
              className="button"
              aria-label={`Approve as an owner: ${email}`}
              onClick={actions.approveOwner}
            >
              Approve
            </button>
          )}
          {pendingOwner && (
            <button
              type="button"
              className="button quiet"
              aria-label={`${pendingOwner.by === ownEmail ? "Withdraw" : "Reject"} as an owner: ${email}`}
              onClick={actions.withdrawOwner}
            >
              {pendingOwner.by === ownEmail ? "Withdraw" : "Reject"}
            </button>
          )}
          {state !== "deactivated" && !isSelf && (
            <button
              type="button"
              className="button quiet"
              aria-label={`New link: ${email}`}
              onClick={actions.renewLink}
            >
              New link
            </button>
          )}
          {state === "active" && !isSelf && (
            <button
              type="button"
              className="button quiet"
              aria-label={`End sessions: ${email}`}
              onClick={actions.endSessions}
            >
              End sessions
            </button>
          )}
          {hasSecondFactor === true && !isSelf && (
            <button
              type="button"
              className="button quiet harmful"
              aria-label={`Reset the second factor: ${email}`}
              onClick={actions.resetSecondFactor}
            >
              Reset second factor
            </button>
          )}
          {state === "deactivated" && openInquiries > 0 && (
            <button
              type="button"
              className="button quiet"
              aria-label={`Reassign the inquiries: ${email}`}
              onClick={actions.reassign}
            >
              Reassign inquiries
            </button>
          )}
          {state === "deactivated" ? (
            <button type="button" className="button quiet" aria-label={`Activate: ${email}`} onClick={actions.activate}>
              Activate
            </button>
          ) : (
            <button
              type="button"
              className="button quiet harmful"
              aria-label={`Deactivate: ${email}`}
              onClick={actions.deactivate}
            >
              Deactivate
            </button>
          )}
        </div>
      )}
      {problem !== undefined && (
        <p className="refusal" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}
