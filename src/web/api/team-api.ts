import type { Done } from "#contract/done.ts";
import type { AuthenticationResponse } from "#contract/second-factor.ts";
import type { Session } from "#contract/session.ts";
import type { Invited, MemberChange, SessionEntries, Team, TeamMember } from "#contract/team.ts";
import type { Role } from "#domain/role.ts";
import { call } from "./api-client.ts";

/**
 * The team's calls, except channels, inbox and settings. Each returns what the contract says, or throws an `ApiError`.
 */
export const teamApi = {
  members: async () => (await call<Team>("GET", "members")).members,
  inviteMember: (invitation: { email: string; role: Role }) => call<Invited>("POST", "members", invitation),
  changeMember: (id: string, change: MemberChange) =>
    call<TeamMember>("PATCH", `members/${encodeURIComponent(id)}`, change),
  resetSecondFactor: (id: string) => call<Done>("DELETE", `members/${encodeURIComponent(id)}/second-factor`),
  approveOwner: (id: string) => call<TeamMember>("POST", `members/${encodeURIComponent(id)}/ownership`),
  withdrawOwner: (id: string) => call<TeamMember>("DELETE", `members/${encodeURIComponent(id)}/ownership`),
  endMemberSessions: (id: string) => call<Done>("DELETE", `members/${encodeURIComponent(id)}/sessions`),
  renewMemberLink: (id: string) => call<Invited>("POST", `members/${encodeURIComponent(id)}/link`),
  sessions: async () => (await call<SessionEntries>("GET", "sessions")).sessions,
  endSession: (id: string) => call<Done>("DELETE", `sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => call<Done>("DELETE", "sessions"),
  /** Including the current session. */
  endAllSessions: () => call<Done>("DELETE", "sessions?all=true"),
  resetPassword: (email: string) => call<Done>("POST", "password-reset", { email }),

  signIn: (email: string, password: string) => call<Session>("POST", "session", { email, password }),
  /** Does the step-up for the signed-in member. */
  prove: (proof: { password: string } | { code: string } | { passkey: AuthenticationResponse }) =>
    call<Done>("POST", "session/proof", proof),
  /** Responds 403 until a recent step-up. */
  changePassword: (password: string) => call<Done>("PUT", "session/password", { password }),
  signOut: () => call<Done>("DELETE", "session"),
  setPassword: (input: { token: string; email?: string; password: string }) => call<Session>("POST", "password", input),
};
