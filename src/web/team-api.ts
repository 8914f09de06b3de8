import type { Contact, ContactInput, ContactList } from "#contract/contact.ts";
import type { Done } from "#contract/done.ts";
import type { Session } from "#contract/session.ts";
import type { Invited, MemberChange, SessionEntries, Team, TeamMember } from "#contract/team.ts";
import type { Role } from "#domain/role.ts";
import { call } from "./api-client.ts";

/** The calls of the team, those of the inbox and the settings apart. Each answers what the contract says, or throws an `ApiError`. */
export const teamApi = {
  contacts: async () => (await call<ContactList>("GET", "contacts")).contacts,
  addContact: (contact: ContactInput) => call<Contact>("POST", "contacts", contact),
  replaceContact: (id: string, contact: ContactInput) =>
    call<Contact>("PUT", `contacts/${encodeURIComponent(id)}`, contact),
  switchContact: (id: string, isActive: boolean) =>
    call<Contact>("PATCH", `contacts/${encodeURIComponent(id)}`, { isActive }),
  orderContacts: async (ids: string[]) => (await call<ContactList>("PUT", "contacts/order", { ids })).contacts,
  deleteContact: (id: string) => call<Done>("DELETE", `contacts/${encodeURIComponent(id)}`),

  members: async () => (await call<Team>("GET", "members")).members,
  inviteMember: (invitation: { email: string; role: Role }) => call<Invited>("POST", "members", invitation),
  changeMember: (id: string, change: MemberChange) =>
    call<TeamMember>("PATCH", `members/${encodeURIComponent(id)}`, change),
  renewMemberLink: (id: string) => call<Invited>("POST", `members/${encodeURIComponent(id)}/link`),
  sessions: async () => (await call<SessionEntries>("GET", "sessions")).sessions,
  endSession: (id: string) => call<Done>("DELETE", `sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => call<Done>("DELETE", "sessions"),
  resetPassword: (email: string) => call<Done>("POST", "password-reset", { email }),

  signIn: (email: string, password: string) => call<Session>("POST", "session", { email, password }),
  signOut: () => call<Done>("DELETE", "session"),
  setPassword: (input: { token: string; email?: string; password: string }) => call<Session>("POST", "password", input),
};
