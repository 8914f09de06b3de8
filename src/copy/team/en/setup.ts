import { plural } from "../../locale/intl.ts";

/** The checklist of an owner before visitors come. */
export const setup = {
  title: "Set up your front desk",
  forOwners: "Only owners set up the site",
  youAreAgent: "You are signed in as an agent.",
  loading: "Loading the steps...",
  what: "The steps",
  left: (count: number) =>
    count === 0
      ? "Your site is ready for visitors."
      : plural(count, {
          one: "One step is left before visitors come.",
          other: `${count} steps are left before visitors come.`,
        }),
  /** On the public pages. */
  notReady: "Not ready yet: example names are still shown. Only owners see this line.",
  /** On the public pages. */
  unconfirmed: (figures: string) => `Nobody has confirmed these figures yet: ${figures}. Only owners see this line.`,
  figures: {
    isTrue: "It is true",
    edit: "Edit",
    takeOff: "Take it off",
    save: "Save",
    cancel: "Cancel",
    confirms: "decide about the figure",
    decided: "Saved",
    unconfirmed: "Not confirmed",
    offered: "Not shown yet",
    removed: "Taken off",
    /** In the settings, at the field. */
    hint: "Visitors see it, and nobody has confirmed it yet.",
  },
  support: {
    sources: {
      owner: "is what an owner entered.",
      channel: "is your first email channel.",
      host: "follows from the address of the site.",
      nobody: "is a stand-in: without an address of the site, or one of yours, nobody gets mail there.",
    },
    send: (email: string) => `Send a test to ${email}`,
    untested: "Nobody has tested yet whether mail arrives there.",
    waits: (email: string) => `A test was sent to ${email}, and has not arrived yet. Type the code that it holds.`,
    code: "Code from the email",
    arrived: "It arrived",
  },
  /** Addresses of our emails on a domain that no channel has. */
  senders: {
    about: {
      "mail.from": (address: string) =>
        `Visitors get emails from ${address}, but no active email or website channel is on that domain. Who gets one ` +
        "cannot find on the site that it is yours.",
      "incoming.replyTo": (address: string) =>
        `Visitors answer to ${address}, but no active email or website channel is on that domain. They cannot find on ` +
        "the site that it is yours.",
    },
    add: (address: string) => `Add ${address} as a channel`,
  },
  /** Before the languages that lack what owners wrote in English. */
  missing: {
    texts: "Your texts are still missing in:",
    descriptions: "Descriptions of channels are still missing in:",
    count: (language: string, count: number) => `${language} (${count})`,
  },
  /** The button of the test message, once it has arrived. */
  reply: "Reply in the inbox",
  progress: "Steps done",
  done: "Done",
  optional: "Optional",
  /** What a step may lack. */
  gaps: {
    "no-public-url": "Links in emails lead to this machine until the site has an address of its own.",
    "not-https": "The address does not start with https://.",
    "no-second-factor": "A password alone can be stolen.",
    "no-recovery-codes": "They open your account if the second factor is lost.",
    "figures-offered": "Figures that visitors do not see yet.",
    "no-channel": "Visitors see no way to reach you yet.",
    "no-hours": "Without hours, visitors read “Open now”, “Online Now” and “24/7 Available”, day and night.",
    "no-mail": "Email is not set up.",
    "mail-untested": "Send a test, to see that it arrives.",
    "support-unset": "Enter an address, or set the address of the site.",
    "support-untested": "Nobody has tested yet whether mail arrives there.",
    "one-owner": "If you lose your account, nobody else can help.",
    "owner-invited": "Another owner is invited, and has not joined yet.",
    "no-backups":
      "Set BACKUP_DIR, BACKUP_EVERY_HOURS and BACKUP_PASSPHRASE on the server, and start it again. Keep the " +
      "passphrase elsewhere, too: without it no backup can be read.",
    "no-backup-yet": "The first one has not been made yet.",
    "no-inquiry": "Send one as a visitor would, and reply to it in the inbox.",
    "no-reply": "A message has arrived in the inbox, and nobody has replied yet.",
  },
  /** For each step: what it is good for, and the text of its button. */
  steps: {
    address: {
      label: "Public address and HTTPS",
      why: "Passkeys and the links in emails belong to it: set it before you make a passkey.",
      action: "Set the address",
    },
    "second-factor": {
      label: "Second factor",
      why: "A passkey or codes of an app, asked for after your password.",
      action: "Set up a second factor",
    },
    "recovery-codes": {
      label: "Recovery codes",
      why: "Print them, or keep them where your phone is not.",
      action: "Make recovery codes",
    },
    brand: {
      label: "Names and brand",
      why: "What the site is called, its colours and its texts.",
      action: "Edit the site",
    },
    figures: {
      label: "Your figures",
      why: "Visitors see them from the first day. Say of each whether it is true; you can change it at any time.",
      action: "Edit the figures",
    },
    legal: {
      label: "Legal particulars",
      why: "Who runs the site, the grievance officer, and an address for questions.",
      action: "Fill them in",
    },
    channels: {
      label: "First channels",
      why: "Where visitors reach you: WhatsApp, Telegram, phone.",
      action: "Add a contact",
    },
    hours: {
      label: "Opening hours",
      why: "So that nobody waits for a reply at night.",
      action: "Set hours of a channel",
    },
    mail: {
      label: "Email, with a test",
      why: "Tells the team of messages, owners of changes, and visitors of replies.",
      action: "Set up and test email",
    },
    support: {
      label: "Support address",
      why: "The terms and the privacy policy tell visitors to write there.",
      action: "Enter another address",
    },
    "second-owner": {
      label: "A second owner",
      why: "Approves changes of where visitors are sent, and helps when you are locked out.",
      action: "Invite an owner",
    },
    backups: {
      label: "Backups",
      why: "Made by the server, to another disk or to a bucket.",
      action: "See the backups",
    },
    "test-inquiry": {
      label: "A first test message",
      why: "Try the whole way: send it as a visitor, and reply to it.",
      action: "Write a test message",
    },
  },
};
