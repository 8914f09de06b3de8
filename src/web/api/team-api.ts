import type { AuthenticationResponse } from "#contract/auth/second-factor.ts";
import type { OwnSettingsChange } from "#contract/auth/own-settings.ts";
import type { ProfileInput } from "#contract/auth/profile.ts";
import type { MemberChange } from "#contract/auth/team.ts";
import type { Waiting } from "#contract/trust.ts";
import type { Role } from "#domain/member.ts";
import { api } from "./team-call.ts";

/** The team's calls, except channels, inbox and settings. Each throws an `ApiError`. */
export const teamApi = {
  members: async () => (await api("GET /members")).members,
  inviteMember: (invitation: { email: string; role: Role }) => api("POST /members", { body: invitation }),
  changeMember: (id: string, change: MemberChange) => api("PATCH /members/:id", { id, body: change }),
  resetSecondFactor: (id: string) => api("DELETE /members/:id/second-factor", { id }),
  approveOwner: (id: string) => api("POST /members/:id/ownership", { id }),
  withdrawOwner: (id: string) => api("DELETE /members/:id/ownership", { id }),
  endMemberSessions: (id: string) => api("DELETE /members/:id/sessions", { id }),
  setTurns: (id: string, takesTurns: boolean) => api("PUT /members/:id/turns", { id, body: { takesTurns } }),
  renewMemberLink: (id: string) => api("POST /members/:id/link", { id }),
  sessions: async () => (await api("GET /sessions")).sessions,
  endSession: (id: string) => api("DELETE /sessions/:id", { id }),
  endOtherSessions: () => api("DELETE /sessions"),
  /** Including the current session. */
  endAllSessions: () => api("DELETE /sessions", { query: { all: "true" } }),
  resetPassword: (email: string) => api("POST /password-reset", { body: { email } }),

  signIn: (email: string, password: string) => api("POST /session", { body: { email, password } }),
  /** Does the step-up for the signed-in member. */
  stepUp: (credential: { password: string } | { code: string } | { passkey: AuthenticationResponse }) =>
    api("POST /session/proof", { body: credential }),
  /** Responds 403 until a recent step-up. */
  changePassword: (password: string) => api("PUT /session/password", { body: { password } }),
  ownSettings: () => api("GET /session/settings"),
  changeOwnSettings: (change: OwnSettingsChange) => api("PUT /session/settings", { body: change }),
  profile: () => api("GET /profile"),
  /** Responds 403 until a recent step-up. */
  saveProfile: (input: ProfileInput) => api("PUT /profile", { body: input }),
  profiles: async () => (await api("GET /members/profiles")).profiles,
  showPicture: (id: string, pictureId: string) => api("POST /members/:id/profile/picture", { id, body: { pictureId } }),
  removeProfile: (id: string) => api("DELETE /members/:id/profile", { id }),
  /** Returns the current session. */
  session: () => api("GET /session"),
  signOut: () => api("DELETE /session"),
  setPassword: (input: { token: string; email?: string; password: string }) => api("POST /password", { body: input }),
};

/** Returns whether a change waits before it takes effect. */
export function isWaiting(answer: object): answer is Waiting {
  return "takesEffectAt" in answer;
}
