import type { TeamMember } from "#contract/team.ts";
import { type Role, roles } from "#domain/role.ts";
import { roleWords, stateWords } from "./team-words.ts";

export interface MemberActions {
  setRole: (role: Role) => void;
  deactivate: () => void;
  activate: () => void;
  renewLink: () => void;
  resetSecondFactor: () => void;
  endSessions: () => void;
}

/** One member; without `actions` there is only something to read. */
export function MemberRow(props: {
  member: TeamMember;
  isSelf: boolean;
  /** Why the last thing done to them has failed. */
  problem: string | undefined;
  actions: MemberActions | undefined;
}) {
  const { member, isSelf, problem, actions } = props;
  const { email, role, state, hasSecondFactor } = member;
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
          )}
        </p>
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
