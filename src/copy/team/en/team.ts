import { counted, plural } from "../../locale/intl.ts";

/** The members of the team. */
export const team = {
  title: "Team",
  loading: "Loading the members...",
  /** What could not be loaded. */
  theMembers: "The members",
  search: "Search the team",
  searchHint: "Name or address",
  nobodyMatches: (search: string) => `Nobody matches “${search}”`,
  onlyYou: "You are the only member",
  onlyYouLead: "Invite the agents who reply to inquiries, and a second owner who can approve your changes.",
  /** Members by their state. */
  sections: { active: "Members", invited: "Invitations", deactivated: "Deactivated" },
  roles: {
    agent: { label: "Agent", may: "Replies to inquiries and sees the channels" },
    owner: { label: "Owner", may: "May do everything, including channels, team and settings" },
  },
  invite: {
    title: "Invite a member",
    email: "Email",
    emailHint: "You get a link for them, with which they set a password.",
    role: "Role",
    action: "Invite",
    busy: "Inviting...",
  },
  /** The card with a one-time link. */
  link: {
    title: (name: string) => `Pass this link on to ${name}`,
    /** Around the member's address. */
    before: "With it, ",
    after: " sets a password. It works once, and is not shown again.",
    afterUntil: (until: string) => ` sets a password. It works once, until ${until}, and is not shown again.`,
    mailed: "It has also been sent by email.",
    label: "One-time link",
    hint: "The first person to open it is signed in: hand it over in a private chat or in person, not in a group.",
    copy: "Copy the link",
    copied: "Copied",
    copiedToast: "The link is copied",
    notCopied: "Please copy the selected link yourself",
    done: "Done",
  },
  table: {
    person: "Person",
    role: "Role",
    openInquiries: "Open inquiries",
    openOf: (count: number, name: string) => `${counted(count)}, assigned to ${name}`,
    linkUntil: "Link works until",
    expired: "Expired",
    newLinkFor: (email: string) => `New link: ${email}`,
    invited: "Invited",
    memberSince: "Member since",
    secondFactor: "Second factor",
    factorOn: "On",
    factorNone: "None yet",
    proposed: "Proposed",
    approvesFrom: (at: string) => `Can approve from ${at}`,
    you: "You",
    unverified: "Unverified",
    unverifiedHint:
      "This member was changed outside this program and cannot sign in. The operator of the server can repair it.",
    noTurns: "Takes no turns",
    setUpFactor: "Set up a second factor",
    shownOf: (shown: number, all: number) => `${shown} of ${counted(all)}`,
    showMore: "Show more",
    actions: "Actions",
    actionsOf: (email: string) => `Actions: ${email}`,
  },
  /** What the menu of a member has. */
  menu: {
    giveUpRole: "Give up your role",
    makeAgent: "Make an agent",
    makeOwner: "Make an owner",
    leaveOut: "Leave out of turns",
    giveTurns: "Give turns again",
    newLink: "New link",
    endSessions: "End sessions",
    reassign: "Reassign inquiries",
    activate: "Activate",
    resetFactor: "Reset second factor",
    deactivate: "Deactivate",
  },
  /** Before a member changes; `about` follows their address. */
  questions: {
    deactivate: {
      title: "Deactivate this member?",
      action: "Deactivate",
      busy: "Deactivating...",
      about: "is signed out everywhere at once and cannot sign in any more. You can activate them again.",
    },
    role: {
      title: "Give up your role?",
      action: "Give up the role",
      busy: "Changing...",
      about: "will no longer manage channels, team and settings. Only another owner can give the role back.",
    },
    reassign: {
      title: "Reassign the open inquiries?",
      action: "Reassign",
      busy: "Reassigning...",
      about: "is deactivated, and still has open inquiries that nobody replies to.",
    },
  },
  /** Before something is done to a member's account; likewise. */
  securing: {
    sessions: {
      title: "End all sessions of this member?",
      action: "End them",
      busy: "Ending...",
      about: "is signed out everywhere at once, and can sign in again.",
    },
    "second factor": {
      title: "Reset this member's second factor?",
      action: "Reset it",
      busy: "Resetting...",
      about:
        "loses all passkeys, one-time codes and recovery codes, is signed out everywhere, and signs in with the " +
        "password alone until they set up others. Do it only for somebody who asks you in person: a caller may be " +
        "somebody else.",
    },
  },
  /** Who gets a member's open inquiries. */
  takeOver: {
    label: (count: number) =>
      plural(count, {
        one: "Their open inquiry goes to",
        other: `Their ${counted(count)} open inquiries go to`,
      }),
    nobody: "Nobody",
    keep: "Leave them assigned",
  },
  /** A member who is to become an owner. */
  proposal: {
    /** After their name and address. */
    about: "becomes an owner once another owner approves it.",
    byYou: (at: string) => `Proposed by you, ${at}.`,
    byFormer: (at: string) => `Proposed by a former member, ${at}.`,
    by: (name: string, at: string) => `Proposed by ${name}, ${at}.`,
    approve: "Approve",
    approveOf: (email: string) => `Approve as an owner: ${email}`,
    withdraw: "Withdraw",
    withdrawOf: (email: string) => `Withdraw as an owner: ${email}`,
    reject: "Reject",
    rejectOf: (email: string) => `Reject as an owner: ${email}`,
  },
  turns: {
    nobody: "Nobody takes turns, so new inquiries stay unassigned.",
    label: "I take my turn at new inquiries",
    on: "New inquiries come to you in turn. Switch it off while you are away.",
    off: "You are away: new inquiries go to the others, and yours stay yours.",
  },
  /** After a change. */
  toasts: {
    changed: (email: string, role: string, state: string) => `${email}: ${role}, ${state}`,
    roles: { owner: "owner", agent: "agent" },
    states: { active: "active", invited: "invited", deactivated: "deactivated" },
    waits: (email: string) => `${email}: another owner has to approve that they become an owner`,
    isOwner: (email: string) => `${email} is an owner`,
    noOwner: (email: string) => `${email} does not become an owner`,
  },
  confirms: {
    invite: "invite",
    change: "change the member",
    turns: "change the turns",
    approve: "approve",
    withdraw: "take it back",
    renewLink: "make a new link",
    resetFactor: "reset the second factor",
    endSessions: "end the sessions",
  },
};
