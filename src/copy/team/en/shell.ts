import { plural } from "../../locale/intl.ts";

/** What stands around every page of the team, and what they all share. */
export const shell = {
  needsScripts: "The admin area needs JavaScript. Please switch it on for this site.",
  /** What search engines would read of each page. */
  description: "For the team.",
  /** The title of each document. */
  titles: {
    channels: "Contact Management",
    history: "History of the channels",
    inbox: "Inbox",
    replies: "Saved replies",
    reports: "Reports",
    team: "Team",
    settings: "Settings",
    setup: "Set up",
    auditLog: "Audit log",
    security: "Your security",
    ownSettings: "Your settings",
    password: "Set a password",
  },
  /** In the navigation. */
  toInbox: "Open the inbox",
  areas: {
    inbox: "Inbox",
    channels: "Channels",
    team: "Team",
    replies: "Saved replies",
    reports: "Reports",
    settings: "Settings",
    auditLog: "Audit log",
    security: "Your security",
    ownSettings: "Your settings",
  },
  /** After the number of inquiries, and of proposals, for screen readers. */
  newInquiries: "new",
  waitingProposals: "waiting",
  bell: {
    title: "Notifications",
    /** The button's name. */
    unread: (count: number) => `Notifications: ${count} unread`,
    isUnread: "Unread",
    markRead: "Mark all read",
    empty: "Nothing yet. Mentions, assignments and what visitors write in your inquiries show here.",
    older: "Only the newest are listed.",
    choose: "Choose what you are told",
    kinds: {
      mention: (name: string) => `${name} mentioned you in a note`,
      assignment: (name: string) => `${name} assigned this to you`,
      assigned: "This was assigned to you",
      answer: "The visitor has written",
      undelivered: "A reply was not delivered",
    },
    confirms: "mark your notifications as read",
    somebody: "A colleague",
  },
  /** The navigation of the areas at a desk, and on phones. */
  admin: "Admin",
  areasOnPhones: "Areas",
  more: "More",
  /** Above the areas in the menu. */
  team: "Team",
  signOut: "Sign out",
  signOutFailed: "Failed to sign out",
  signOutUnsaved: "You have unsaved changes. Signing out discards them.",
  stillSignedIn: (why: string) => `You are still signed in. ${why}`,
  signedInAs: (email: string) => `Signed in as ${email}`,
  roles: { owner: "Owner", agent: "Agent" },
  signedOut: "You are signed out. What you typed is still here.",
  signInAgain: "Sign in again",
  sessionOver: {
    title: "Please sign in again",
    about: "Your session has ended. Nothing you typed is lost: sign in here, then press the button once more.",
  },
  setUpFirst: "Set up a second factor",
  /** How an instant is shown. */
  dates: {
    now: "now",
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    today: "Today",
    yesterday: "Yesterday",
  },
  /** The name of the time zone of India, in the place of `Asia/Kolkata`. */
  indianTime: "Indian time (IST)",
  deliveryNames: { email: "Email", webhook: "Webhook", telegram: "Telegram" },
  alarms: {
    tellOwner: "Please tell an owner.",
    openSettings: "Open the settings",
    showBackups: "Show the backups",
    showAll: "Show all of the message",
    showLess: "Show one line of the message",
    dismiss: "Hide until something else fails",
    deliveries: {
      title: "Notifications are not getting through.",
      /** For each channel by its name. */
      failing: (channel: string, messages: number, since: string) =>
        plural(messages, {
          one: `${channel}: 1 message since ${since}`,
          other: `${channel}: ${messages} messages since ${since}`,
        }),
      about: (failing: string) => `${failing}. Nothing is lost: every inquiry is in the inbox.`,
      open: "Open the delivery log",
    },
    incoming: {
      title: "Visitors' emails do not come in",
      about: (since: string, problem: string) => `since ${since}: ${problem} They wait in the mailbox.`,
    },
    answers: {
      title: (claimed: string) => `The site promises a response in ${claimed}.`,
      /** `median`: such as "12 min". */
      about: (days: number, median: string) =>
        `In the last ${days} days half of the visitors waited for more than ${median}. ` +
        "Let the site show the measured time, or correct the configuration.",
      dismiss: "Not now",
    },
    damage: {
      title: "The store is damaged.",
      about: "Keep a copy of the data folder, then restore a backup as the operating guide describes.",
      show: "Show what is damaged",
    },
    unwatched: {
      title: "Data loss cannot be detected:",
      about: (why: string) => `${why}.`,
    },
    backup: {
      title: "The last backup failed",
      about: (at: string, problem: string) => `on ${at}: ${problem}`,
      none: "There is no backup yet; it is retried automatically.",
      lastGood: (at: string) => `The last good one is from ${at}; it is retried automatically.`,
    },
    copies: {
      title: "The last backup was not copied elsewhere",
      about: (at: string, problem: string) => `on ${at}: ${problem}. It is retried automatically.`,
    },
    settings: {
      title: "The settings were changed outside this program.",
      /** Around a time. */
      beforeNoticed: "Noticed ",
      afterNoticed: ".",
      strict: "No good settings are known: nothing is sent, and everybody needs a second factor.",
      lastGood: "The last good settings apply.",
      restore: "Restore the last good settings",
      confirms: "restore the last good settings",
      restored: "The last good settings are back",
      notRestored: "Failed to restore the settings",
      ask: {
        title: "Restore the last good settings?",
        action: "Restore them",
        busy: "Restoring...",
        strict:
          "None are known, so the settings are reset, with a second factor for everybody. Set up email, " +
          "webhook and Telegram again afterwards.",
        about:
          "What was written into the store from outside is discarded. To find out who did it, keep a copy of the " +
          "store first.",
      },
    },
  },
};
