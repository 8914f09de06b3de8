import { plural } from "../../locale/intl.ts";

/** The settings, for owners. */
export const settings = {
  title: "Settings",
  forOwners: "Only owners change the settings",
  youAreAgent: "You are signed in as an agent. If something here should be different, please ask an owner.",
  loading: "Loading settings...",
  what: "The settings",
  start: "Getting started",
  unsaved: "Unsaved",
  on: "On",
  off: "Off",
  optional: "Optional",
  sending: "Sending...",
  savedToast: "Settings saved",
  toChange: "change the settings",
  toSave: "save the settings",
  /** In the menu, and above each section. */
  groups: {
    site: "Site",
    inquiries: "Inquiries",
    notifications: "Notifications",
    safety: "Safety",
    share: "Share",
    system: "System",
  },
  sections: {
    address: "Public address",
    retention: "Inquiries and retention",
    notifications: "Notifications",
    mail: "Email",
    incoming: "Incoming email",
    webhook: "Webhook",
    telegram: "Telegram",
    deliveries: "Delivery log",
    publishing: "Channel approval",
    secondFactor: "Second factor",
    share: "Posters, badge and files",
    tokens: "API tokens",
    backups: "Backups",
  },
  form: {
    setUp: "Set up",
    stale:
      "Another owner has changed the settings in the meantime. What you typed is still here: " +
      "save again to replace theirs.",
    showSaved: "Show what is saved",
    unsaved: "Unsaved changes",
    switchOff: "Switch off",
    switchingOff: "Switching off...",
    switchOffTitle: (what: string) => `Switch off ${what}?`,
    switchOffMeaning: "These settings and their secret are deleted, and nothing more is sent or received this way.",
    toSwitchOff: (what: string) => `switch ${what} off`,
    test: "Send a test",
    testSaved: "Save first: a test uses the saved settings.",
  },
  secret: {
    label: "Secret",
    /** After dots that stand for it. */
    isSet: "set",
    replace: "Replace",
    replaceIt: "Replace it with a new one",
    shownOnce: "It is shown only once:",
    unreadable: (label: string) => `${label} cannot be decrypted with this signing key: enter it again.`,
    unreadableMade: "It cannot be decrypted with this signing key: replace it with a new one.",
  },
  /** A mail server, and the account on it. */
  server: {
    host: "Server",
    port: "Port",
    security: "Encryption",
    tls: (port: number) => `TLS (usually port ${port})`,
    starttls: (port: number) => `STARTTLS (usually port ${port})`,
    none: "None (this machine only)",
    provider: "Provider",
    otherProvider: "Another one",
    providerHint:
      "Fills in server, port and encryption. With two-step sign-in, Gmail, Zoho, Yahoo, iCloud and Fastmail want an app password, which you make in your account there.",
    user: "User",
    password: "Password",
  },
  address: {
    lead: "Links in emails, posters and search engines lead to this address, and the team signs in there.",
    label: "Address",
    hint:
      "Point the name and its proxy to this server first. When you save, the server fetches the site through the new " +
      "address, and keeps the old one if that fails.",
    /** Code stands between backquotes. */
    ofServer: "Set on the server, as `PUBLIC_URL`. Only there can it be changed.",
    askTitle: (url: string) => `Use ${url}?`,
    askMeaning:
      "Everybody signs in again at the new address. Passkeys belong to the old name and do not work there: keep your " +
      "password, and your recovery codes or an app for codes, at hand. The site under other names only shows.",
    askAction: "Check and use it",
    noneTitle: "Use no public address?",
    noneMeaning: "Links in emails then lead to the server itself, where visitors cannot follow them.",
    noneAction: "Use none",
  },
  retention: {
    leadBefore: "The ",
    leadLink: "privacy page",
    leadAfter: " tells visitors about these periods as soon as you save them.",
    days: "Days until a closed inquiry is erased",
    daysHint: "From 1 to 3650, counted from the day it was closed.",
    binDays: "Days that a deleted inquiry stays in the bin",
    binDaysHint: (max: number) => `From 1 to ${max}. Until then it can be restored; the bin keeps nothing for longer.`,
    measured: "Show visitors the measured response time",
    measuredHint:
      "The median of the last 30 days, such as “about 2 hours”, in place of the configured time. It needs 20 replies.",
    inTurn: "Assign new inquiries to the agents in turn",
    inTurnHint: "Each goes to the next agent who takes turns, except possible spam. Without one it stays unassigned.",
    bulk: "Let agents export inquiries and delete several at once",
    bulkHint: "With it they merge and delete tags. Owners always can, and are notified of exports and deletions.",
    closedSoonerTitle: "Erase closed inquiries sooner?",
    deletedSoonerTitle: "Erase deleted inquiries sooner?",
    closedSooner: (days: number) =>
      plural(days, {
        one: "Inquiries closed more than 1 day ago are erased within the hour, for good.",
        other: `Inquiries closed more than ${days} days ago are erased within the hour, for good.`,
      }),
    deletedSooner: (days: number) =>
      plural(days, {
        one: "Inquiries deleted more than 1 day ago are erased within the hour, for good.",
        other: `Inquiries deleted more than ${days} days ago are erased within the hour, for good.`,
      }),
    eraseSooner: "Erase them sooner",
  },
  notifications: {
    lead: "These settings apply to email, webhook and Telegram.",
    says: "Choose what a notification contains",
    contents: {
      reference: {
        label: "The reference and a link",
        hint: "No visitor data leaves this server. The link opens the inquiry for team members who are signed in.",
      },
      all: {
        label: "Everything the visitor wrote",
        hint: "Copies end up in mailboxes and chats, where erasing the inquiry does not reach them.",
      },
    },
    language: "Language of notifications",
    languageHint:
      "For Telegram, for addresses that are no member's, and for members who have chosen none of their own.",
    acknowledge: "Send visitors a receipt by email",
    acknowledgeHint: "It contains the reference and nothing else. Email must be set up for it.",
    replyMail: "Email visitors when you reply on the private page",
    replyMailHint: "Email must be set up for it. Visitors can stop these emails.",
    replyMails: {
      link: "That there is a reply, with a link",
      text: "The whole reply, with a link",
      off: "No email",
    },
  },
  mail: {
    lead: "Sends notifications of new inquiries, links for forgotten passwords and, if you like, receipts to visitors.",
    userHint: "Leave it empty if the server requires no sign-in.",
    from: "From",
    fromHint: "The address that emails come from.",
    to: "Who is notified of a new inquiry",
    toHint: "One address per line, up to 20. Leave it empty to notify nobody by email.",
  },
  incoming: {
    lead: "Visitors can answer your emails. Their answers join the conversation in the inbox.",
    use: "Your provider sends this secret with each email.",
    address: "Address",
    addressHint:
      "Your emails ask to be answered here. It must also receive mail with a plus sign in it, " +
      "such as desk+k7p@example.com.",
    unmatched: "An email that belongs to no inquiry",
    unmatchedInquiry: "Becomes a new inquiry",
    unmatchedLeave: "Stays in the mailbox",
    way: "How emails come in",
    wayImap: "Read from a mailbox (IMAP)",
    wayPush: "Pushed by your mail provider",
    passwordHint: "Only new emails are read, and nothing in the mailbox is changed.",
    /** Code stands between backquotes. */
    push: (path: string) =>
      `Your provider posts each email, in its raw form, to \`${path}\` of this site, ` +
      "with the type `message/rfc822` and the secret as Bearer token.",
    authservId: "Authentication server (optional)",
    authservIdHint:
      "The name at the start of Authentication-Results in the emails that you receive. Emails that it has verified " +
      "have limits of their own, so that forged ones do not use them up. It must remove such lines that strangers write.",
    soon: "The mailbox will be opened in a moment.",
    opening: "Opening the mailbox...",
    isOpen: "The mailbox is open. New emails are read at once.",
    problem: (why: string) => `The mailbox cannot be read, and is tried again: ${why}`,
  },
  webhook: {
    /** Around the name of the standard. */
    leadBefore: "Calls a program of yours for each new inquiry, signed according to ",
    leadAfter: ".",
    use: "Your program checks the calls with this secret.",
    address: "Address",
    addressHint: "It must start with https:// and lead to a public address.",
  },
  telegram: {
    lead: "A bot posts to a chat of your team. Create one with @BotFather and add it to the chat.",
    token: "Bot token",
    tokenHint: "From @BotFather, such as 123456:ABC-DEF.",
    chat: "Chat",
    chatHint: "The chat's number, such as -1001234567890, or a channel's @name.",
  },
  deliveries: {
    lead: "A failed message is tried eight times in about 18 hours. Sent messages are listed for 30 days.",
    loading: "Loading deliveries...",
    what: "The deliveries",
    show: "Show",
    all: "All messages",
    states: { waiting: "Waiting", delivered: "Sent", dead: "Failed" },
    kinds: {
      inquiry: "New inquiry",
      answer: "Answer of a visitor",
      acknowledgement: "Receipt for a visitor",
      reply: "Reply to a visitor",
      "reply-notice": "Notice of a reply",
      "address-code": "Code for a private page",
      "new-link": "New link to a private page",
      "channel-change": "Channel change",
      "password-reset": "Forgotten password",
      invitation: "Invitation",
      "security-notice": "Security notice",
      "inbox-notice": "Export or deletion",
      mention: "Mention in a note",
      assignment: "An inquiry assigned to a member",
      "own-answer": "An answer in a member's inquiry",
      undelivered: "Reply that did not arrive",
      "late-answers": "Late replies",
      "site-change": "Change of the site",
      "trust-change": "Change that carries trust",
      "inquiry-replied": "Reply, to the webhook",
      "inquiry-status": "Changed status, to the webhook",
      "inquiry-erased": "Erased inquiry, to the webhook",
    },
    none: "Nothing has been sent yet",
    noneHint: "Notifications appear here once email, a webhook or Telegram is set up.",
    noSuch: "No such messages",
    noSuchHint: (state: string) => `No message is in the state “${state}”.`,
    showMore: "Show more",
    tries: (count: number) => plural(count, { one: "1 try", other: `${count} tries` }),
    /** Around the time of the next try, after `tries`. */
    nextBefore: ", next on ",
    nextAfter: "",
    triesEnd: ".",
    sendAgain: "Send again",
    /** `what`: the kind of delivery, the reference and the address. */
    sendAgainOf: (what: string) => `Send again: ${what}`,
    sendAllAgain: "Send all again",
    toSendAgain: "send again",
  },
  publishing: {
    what: "The rule",
    loading: "Loading the rule...",
    toSave: "save the rule",
    /** Around the rule, such as "at once". */
    leadBefore: "A change of where a channel opens, or of its description, is now published ",
    leadAfter:
      ". Hiding, switching off, deleting and removing a description never wait, so that an impostor's number is " +
      "gone at once.",
    when: "When a change is published",
    kinds: {
      none: { label: "At once", hint: "Visitors see what an owner saves within seconds." },
      approval: {
        label: "Once a second owner approves it",
        hint: "A stolen password then sends no visitor anywhere. Needs at least two active owners.",
      },
      delay: {
        label: "After a while",
        hint: "The whole team sees what waits, and anybody can withdraw it before it is published.",
      },
    },
    minutes: "Minutes until it is published",
    minutesHint: "From 1 to 10080, which is a week.",
  },
  secondFactor: {
    /** Around the link to the member's own security. */
    leadBefore: "A passkey or one-time codes in addition to the password. Each member sets up their own under ",
    leadAfter: ".",
    require: "Require for everyone on the team",
    requireHint: "Members without one have to set one up before they can do anything else.",
    needsOwn: "You need one yourself first.",
    askTitle: "Require a second factor for everyone?",
    askAction: "Require it",
    affectsUnknown:
      "Members without one can do nothing else until they have set one up, starting with their next step.",
    affectsNobody: "Everybody has one already. New members will set one up first.",
    affects: (count: number) =>
      plural(count, {
        one: "One member has none, and can do nothing else until they have set one up, starting with their next step.",
        other:
          `${count} members have none, and can do nothing else until they have set one up, ` +
          "starting with their next step.",
      }),
    /** Addresses, after `affects`; `more` are not named. */
    affected: (addresses: string, more: number) => (more > 0 ? `${addresses} and ${more} more.` : `${addresses}.`),
  },
  share: {
    lead: "Bring people to the genuine channels before an impostor does.",
    posters: "Posters",
    postersText: "An A4 page with this site's address as a QR code and the safety rules, to print or to save as a PDF.",
    poster: (name: string, language: string) => `${name}, ${language}`,
    badge: "Badge for other sites",
    badgeText:
      "Partners put this into their pages. It has no script, and leads to the page on which visitors check " +
      "a number or a link.",
    badgeLanguage: "Language of the badge",
    badgeWarning: "Anybody can copy a badge, so it proves nothing. Only the page that it leads to does.",
    badgeCode: "HTML of the badge",
    copyCode: "Copy HTML",
    copiedCode: "Copied",
    files: "Files",
    filesText: "They hold the active channels and follow each change. Copies that somebody has saved do not.",
    card: "Contact card (vCard)",
    structured: "Channels for search engines (JSON-LD)",
    list: "Signed list for apps",
    noFiles: "Without an active channel, or while all are hidden, the card and the JSON-LD do not exist.",
  },
  tokens: {
    lead:
      "A token lets a program read inquiries or reply to them over the API, without a sign-in. It acts under its own name. " +
      "It reaches nothing but what you choose, and never the channels, the team or the settings.",
    what: "The tokens",
    loading: "Loading the tokens...",
    make: "Make a token",
    making: "Making...",
    name: "Name",
    nameHint: "Of the program that uses it. The history of inquiries and the audit log show it.",
    may: "What it may do",
    scopes: {
      "inquiries:read": { label: "Read inquiries", hint: "With names, numbers, addresses, messages and files." },
      "inquiries:status": { label: "Set the status of inquiries", hint: "Such as closed. Needs “Read inquiries”." },
      "inquiries:reply": { label: "Reply to visitors", hint: "In the team's name. Needs “Read inquiries”." },
      "reports:read": {
        label: "Read reports",
        hint: "Figures, with the addresses of the members, and no visitor's data.",
      },
    },
    expires: "It works for",
    onDate: "Until a date",
    days: (count: number) => `${count} days`,
    lastDay: "Last day",
    lastDayHint: "At most two years from now.",
    fresh: (name: string) =>
      `The token “${name}”. Give it to the program; it opens what you chose to anyone who has it.`,
    none: "No tokens yet",
    noneHint: "Make one for each program, so that you can revoke one without stopping the others.",
    /** Before and after the name of who made it. */
    madeBefore: "Made by ",
    madeAfter: (date: string) => ` on ${date}`,
    usedOn: (day: string) => `last used: ${day}`,
    neverUsed: "never used",
    /** Before and after its last moment. */
    untilBefore: (isOver: boolean): string => (isOver ? "worked until " : "works until "),
    untilAfter: "",
    expired: "Expired",
    revoke: "Revoke",
    revoking: "Revoking...",
    revokeOf: (name: string) => `Revoke: ${name}`,
    revokeTitle: (name: string) => `Revoke the token “${name}”?`,
    revokeMeaning: "The program that uses it loses access now. This cannot be undone: it would need a new token.",
    madeToast: "API token made",
    revokedToast: "API token revoked",
    toMake: "make the API token",
    toRevoke: "revoke the API token",
  },
  backups: {
    lead: "Backups are configured on the server, by environment variables.",
    what: "The state of the backups",
    loading: "Loading the backups...",
    last: "Last backup",
    none: "None yet.",
    madeOn: (date: string) => `Made on ${date}.`,
    running: "One is being made now.",
    schedule: "Schedule",
    /** Code stands between backquotes, here and below. */
    off:
      "Off. Set `BACKUP_DIR`, `BACKUP_EVERY_HOURS` and `BACKUP_PASSPHRASE` on the server, and start it again. " +
      "Keep the passphrase elsewhere, too: without it no backup can be read.",
    every: (hours: number) => plural(hours, { one: "Every hour.", other: `Every ${hours} hours.` }),
    copies: "Copies elsewhere",
    noCopies: "None. Set `BACKUP_S3_BUCKET` or `BACKUP_HOOK` to copy each backup to another place.",
    inBucket: (date: string) => `In the bucket: the one made on ${date}.`,
    noneInBucket: "In the bucket: none known yet.",
    byHook: (date: string) => `By \`BACKUP_HOOK\`: the one made on ${date}.`,
    noneByHook: "By `BACKUP_HOOK`: none known yet.",
    tryFailed: (why: string) => `The last try failed: ${why}`,
    store: "Store",
    inPostgres: "In PostgreSQL, which checks its own storage.",
    checking: "Being checked.",
    checkedOn: (date: string) => `Checked on ${date}; no damage found.`,
  },
};
