import { teamPaths, pathWithId } from "#contract/team-api-paths.ts";
import type { Done } from "#contract/done.ts";
import type { AuthenticationResponse } from "#contract/auth/second-factor.ts";
import type { OwnSettings, OwnSettingsChange } from "#contract/auth/own-settings.ts";
import type { MemberProfile, Profile, ProfileInput } from "#contract/auth/profile.ts";
import type { FirstStep, Session } from "#contract/auth/session.ts";
import type { Invited, MemberChange, SessionEntries, Team, TeamMember } from "#contract/auth/team.ts";
import type { Waiting } from "#contract/trust.ts";
import type { Role } from "#domain/member.ts";
import { call } from "./api-client.ts";

/**
 * The team's calls, except channels, inbox and settings. Each returns what the contract says, or throws an `ApiError`.
 */
export const teamApi = {
  members: async () => (await call<Team>("GET", teamPaths.members)).members,
  inviteMember: (invitation: { email: string; role: Role }) => call<Invited>("POST", teamPaths.members, invitation),
  changeMember: (id: string, change: MemberChange) =>
    call<TeamMember | Waiting>("PATCH", pathWithId(teamPaths.member, id), change),
  resetSecondFactor: (id: string) => call<Done | Waiting>("DELETE", pathWithId(teamPaths.memberSecondFactor, id)),
  approveOwner: (id: string) => call<TeamMember>("POST", pathWithId(teamPaths.ownership, id)),
  withdrawOwner: (id: string) => call<TeamMember>("DELETE", pathWithId(teamPaths.ownership, id)),
  endMemberSessions: (id: string) => call<Done>("DELETE", pathWithId(teamPaths.memberSessions, id)),
  setTurns: (id: string, takesTurns: boolean) =>
    call<Done>("PUT", pathWithId(teamPaths.memberTurns, id), { takesTurns }),
  renewMemberLink: (id: string) => call<Invited>("POST", pathWithId(teamPaths.memberLink, id)),
  sessions: async () => (await call<SessionEntries>("GET", teamPaths.sessions)).sessions,
  endSession: (id: string) => call<Done>("DELETE", pathWithId(teamPaths.oneSession, id)),
  endOtherSessions: () => call<Done>("DELETE", teamPaths.sessions),
  /** Including the current session. */
  endAllSessions: () => call<Done>("DELETE", `${teamPaths.sessions}?all=true`),
  resetPassword: (email: string) => call<Done>("POST", teamPaths.passwordReset, { email }),

  signIn: (email: string, password: string) => call<FirstStep>("POST", teamPaths.session, { email, password }),
  /** Does the step-up for the signed-in member. */
  stepUp: (credential: { password: string } | { code: string } | { passkey: AuthenticationResponse }) =>
    call<Done>("POST", teamPaths.stepUp, credential),
  /** Responds 403 until a recent step-up. */
  changePassword: (password: string) => call<Done>("PUT", teamPaths.ownPassword, { password }),
  ownSettings: () => call<OwnSettings>("GET", teamPaths.ownSettings),
  changeOwnSettings: (change: OwnSettingsChange) => call<OwnSettings>("PUT", teamPaths.ownSettings, change),
  profile: () => call<Profile>("GET", teamPaths.profile),
  /** Responds 403 until a recent step-up. */
  saveProfile: (input: ProfileInput) => call<Profile>("PUT", teamPaths.profile, input),
  profiles: async () => (await call<{ profiles: MemberProfile[] }>("GET", teamPaths.profiles)).profiles,
  showPicture: (id: string, pictureId: string) =>
    call<Done>("POST", pathWithId(teamPaths.profilePicture, id), { pictureId }),
  removeProfile: (id: string) => call<Done>("DELETE", pathWithId(teamPaths.memberProfile, id)),
  /** Returns the current session. */
  session: () => call<Session>("GET", teamPaths.session),
  signOut: () => call<Done>("DELETE", teamPaths.session),
  setPassword: (input: { token: string; email?: string; password: string }) =>
    call<FirstStep | Waiting>("POST", teamPaths.password, input),
};

/** Returns whether a change waits before it takes effect. */
export function isWaiting(answer: object): answer is Waiting {
  return "takesEffectAt" in answer;
}
