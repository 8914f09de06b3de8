import type { Done } from "#contract/done.ts";
import type { AuthenticationResponse } from "#contract/second-factor.ts";
import type { Session } from "#contract/session.ts";
import type { Invited, MemberChange, SessionEntries, Team, TeamMember } from "#contract/team.ts";
import type { Role } from "#domain/role.ts";
import { call } from "./api-client.ts";

/** The calls of the team, those of the channels, the inbox and the settings apart. Each answers what the contract says, or throws an `ApiError`. */
export const teamApi = {
  members: async () => (await call<Team>("GET", "members")).members,
  inviteMember: (invitation: { email: string; role: Role }) => call<Invited>("POST", "members", invitation),
  changeMember: (id: string, change: MemberChange) =>
    call<TeamMember>("PATCH", `members/${encodeURIComponent(id)}`, change),
  resetSecondFactor: (id: string) => call<Done>("DELETE", `members/${encodeURIComponent(id)}/second-factor`),
  endMemberSessions: (id: string) => call<Done>("DELETE", `members/${encodeURIComponent(id)}/sessions`),
  renewMemberLink: (id: string) => call<Invited>("POST", `members/${encodeURIComponent(id)}/link`),
  sessions: async () => (await call<SessionEntries>("GET", "sessions")).sessions,
  endSession: (id: string) => call<Done>("DELETE", `sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => call<Done>("DELETE", "sessions"),
  /** This one, too. */
  endAllSessions: () => call<Done>("DELETE", "sessions?all=true"),
  resetPassword: (email: string) => call<Done>("POST", "password-reset", { email }),

  signIn: (email: string, password: string) => call<Session>("POST", "session", { email, password }),
  /** Proves once more who is signed in. */
  prove: (proof: { password: string } | { passkey: AuthenticationResponse }) =>
    call<Done>("POST", "session/proof", proof),
  signOut: () => call<Done>("DELETE", "session"),
  setPassword: (input: { token: string; email?: string; password: string }) => call<Session>("POST", "password", input),
};
