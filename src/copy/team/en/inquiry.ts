import { counted, plural } from "../../locale/intl.ts";

/** The open inquiry: its head, the conversation, where the member writes, and the details. */
export const inquiry = {
  title: "Inquiry",
  named: (reference: string) => `Inquiry ${reference}`,
  namedFrom: (reference: string, name: string) => `Inquiry ${reference} from ${name}`,
  loading: "Loading inquiry...",
  gone: "This inquiry is no longer there. It was erased for good, or its retention period ended.",
  what: "The inquiry",
  /** In the place of a name that the visitor has not given. */
  aVisitor: "A visitor",
  head: {
    back: "Back to the list",
    linkCopied: "Link copied",
    linkNotCopied: "Copying is not allowed here. The link is the address of this page.",
    close: "Close",
    reopen: "Reopen",
    more: "More actions",
    changeSnooze: "Change the snooze",
    copyLink: "Copy the link",
    isHere: (name: string) => `${name} is here, too`,
    /** `names` are those before the last one. */
    areHere: (names: string, last: string) => `${names} and ${last} are here, too`,
  },
  details: {
    title: "Details",
    noName: "No name given",
    phone: "Phone",
    call: "Call",
    callNumber: (number: string | null) => `Call ${number}`,
    notCallable: "This number cannot be called.",
    email: "Email",
    received: "Received",
    language: "Language",
    status: "Status",
    assignedTo: "Assigned to",
    nobody: "Nobody",
    /** `who` is a name and an address. */
    deactivated: (who: string) => `${who} (deactivated)`,
    cannotAnswer: (name: string) => `${name} is deactivated and cannot reply.`,
    delete: "Delete this inquiry",
    history: "History",
    earlierEntries: (count: number) => plural(count, { one: "1 earlier entry", other: `${count} earlier entries` }),
    samePerson: (count: string) => `From the same person (${count})`,
    newestShown: (count: number) => `The newest ${count} are shown.`,
  },
  /** What colleagues or the visitor have done since the member looked. */
  changes: {
    noteAdded: (name: string) => `${name} added a note.`,
    visitorWrote: "The visitor wrote.",
    replied: (name: string) => `${name} replied.`,
    /** `assigned` is such as "assigned to Asha". */
    now: (status: string, assigned: string) => `It is ${status} now, ${assigned}.`,
    theVisitor: "the visitor",
    you: "you",
    /** Who has written: the beginning of `wrote` and `arrived`. */
    has: (name: string) => `${name} has`,
    /** `names` are such as "Asha and the visitor". */
    have: (names: string) => `${names} have`,
    youHave: "You have",
    wrote: (whoHas: string) => `${whoHas} written meanwhile.`,
    arrived: (whoHas: string) => `${whoHas} written.`,
    changed: "The inquiry has changed meanwhile.",
    and: (changes: readonly string[]) => changes.join(" and "),
    /** `change` is such as "marked closed and assigned to Asha". */
    notMade: (reference: string, change: string) => `${reference} was not ${change}`,
    draftSaved: "Your draft is saved below.",
    doIt: "Do it anyway",
    leaveIt: "Leave it as it is",
  },
  thread: {
    label: "Conversation",
    missed: (count: number) => plural(count, { one: "1 new message", other: `${count} new messages` }),
    earlierChanges: (count: number) => `${count} earlier changes`,
    /** By which way the first message came; `unknown`: of an earlier version. */
    arrival: { form: "contact form", email: "email", import: "imported", api: "sent by a program", unknown: "message" },
    suspectedBlocked: "Its sender is blocked. Mark it New to move it out of Possible spam.",
    suspected: "It looks like spam. If it is not, mark it New.",
    wasSuspected: "It came in as possible spam.",
    /** Before the number, name or link of an impostor. */
    reported: "Reported",
    note: "note, only the team sees it",
    showEarlier: (count: number) => `Show ${count} earlier`,
    earlierShown: (count: number) => `${count} earlier shown above.`,
    answer: "answer",
    answerByEmail: "answer by email",
    notProven:
      "Sender not verified: matched by subject and sender address only, and both can be forged. No visitor sees it, and it reopens nothing.",
    isVisitors: "It is the visitor",
    notVisitors: "Not the visitor after all",
    acceptedBy: (who: string) => `${who} accepted it as the visitor's. They see it once their address is proved.`,
    otherAddress: "From another address:",
    quoted: "Quoted text",
    /** What the server says below the text of an email (`domain/inquiries/mail-remarks.ts`). */
    remarks: {
      noText: {
        empty: "This email has no text.",
        unreadable: "This email could not be read. It is in the mailbox.",
      },
      lost: (files: string) => `Not kept here: ${files}.`,
      unnamed: "a file",
      named: (name: string) => `“${name}”`,
      file: (file: string, reason: string) => `${file} (${reason})`,
      more: (count: number) => `${count} more`,
      reasons: {
        type: "neither a picture nor a PDF",
        size: (megabytes: number) => `larger than ${megabytes} MB`,
        count: (files: number) => `more than ${files} files`,
        unreadable: "it cannot be read",
        cut: "the email is too large",
        full: "no room for more files",
      },
    },
    /** Pictures of an email that are likely a logo. */
    showLogos: (count: number) => (count === 1 ? "Show 1 hidden picture" : `Show ${count} hidden pictures`),
    hideLogos: "Hide them again",
    /** How a member replied. */
    ways: {
      email: "email",
      page: "on the private page",
      whatsapp: "WhatsApp, logged",
      phone: "phone, logged",
    },
    leaving: (seconds: number) => `sends in ${plural(seconds, { one: "1 second", other: `${seconds} seconds` })}`,
    /** How far a reply by email has got. */
    delivery: { delivered: "delivered", sending: "sending", again: "trying again" },
    /** How far the email about a reply on the page has got. */
    noticeDelivery: { delivered: "email delivered", sending: "email sending", again: "email trying again" },
    undelivered: (why: string | null) => (why === null ? "Email not delivered." : `Email not delivered: ${why}`),
    noticeUndelivered: (why: string | null) =>
      why === null ? "Email about it not delivered." : `Email about it not delivered: ${why}`,
    sendAgain: "Send again",
    sendingAgain: "Sending...",
  },
  composer: {
    label: "What to write",
    length: (count: number, limit: number) => `${counted(count)} of ${counted(limit)} characters`,
    tooLong: (over: number, limit: number) =>
      plural(over, { one: "1 character", other: `${counted(over)} characters` }) +
      ` too long: ${counted(limit)} fit. Please shorten it; nothing was cut.`,
    /** The tabs. Narrow windows show only the words of `email` and `page`, with a capital. */
    replyBy: "Reply by",
    email: "email",
    on: "On the",
    page: "private page",
    note: "Note",
    draft: "draft",
    text: "Text",
    placeholder: "Write a reply. Type / for saved replies.",
    noWay: "They left no number and no address: they see a reply on the private page only.",
    notReachable: "This number cannot be called or written to.",
    notSent: "Not sent.",
    kept: "Your text is kept, and is never sent twice.",
    missing: "Write a reply first.",
    onlyGreeting: "Write a reply first: there is only the greeting.",
    missingCall: "Write what was said first.",
    missingChat: "Write what you sent first.",
    send: "Send",
    sending: "Sending...",
    sendAndClose: "Send and close",
    copyText: "Copy the text",
    copied: "Copied.",
    notCopied: "The browser did not allow it. The text is selected: copy it from there.",
    savedRepliesKey: "Saved replies ( / at an empty line)",
    findReply: "Find a saved reply",
    repliesNotLoaded: (why: string) => `The replies could not be loaded. ${why}`,
    noReplies: "Nobody has saved a reply yet.",
    moreReplies: (count: number) => `${count} more: type to narrow the list.`,
    addReplies: "Add saved replies",
    unsentReply: (reference: string) => `The reply to ${reference} was not sent.`,
    unsentKept: "Its text is kept.",
    open: (reference: string) => `Open ${reference}`,
  },
  /** Replies from another app. */
  elsewhere: {
    links: { whatsapp: "WhatsApp", phone: "Call", email: "Email" },
    bar: {
      whatsapp: {
        question: "Log what you sent on WhatsApp?",
        no: "Do not log",
        close: "Log and close",
        done: "Log",
      },
      phone: {
        question: "Log what was said, as written above?",
        no: "Do not log",
        close: "Log and close",
        done: "Log",
      },
      email: {
        question: "Mark as answered?",
        no: "Not yet",
        close: "Answered and closed",
        done: "Mark as answered",
      },
    },
  },
  /** A reply or a note to what has changed meanwhile. */
  conflict: {
    again: {
      send: { question: "Send anyway?", action: "Send anyway", leave: "Do not send" },
      log: { question: "Log anyway?", action: "Log anyway", leave: "Do not log" },
      note: { question: "Add the note anyway?", action: "Add anyway", leave: "Do not add" },
    },
    textSaved: "Your text is saved below.",
    /** Shows what was written while the member writes. */
    read: "Read it",
  },
  files: {
    label: "Files",
    attach: "Attach files",
    notAdded: "The files could not be added. Please check the connection, and choose them again.",
    notInDraft: "The draft keeps no files: after a reload, choose them again.",
    adding: "Adding the files...",
    tooMany: (max: number) => `A reply has up to ${max} files. Please remove some.`,
  },
  drafts: {
    saved: "Draft saved in this browser",
    savedAt: (time: string) => `Draft saved ${time}`,
    where: "In this browser and on the server, for you alone",
    discard: "Discard draft",
    conflict: {
      changed: "You have written another text here, in another tab or on another device:",
      ended: "In another tab or on another device, this draft was sent or discarded.",
      takeOther: "Use that text",
      takeNone: "Discard this draft",
      keepThis: "Keep this text",
    },
  },
  notes: {
    label: "New note",
    placeholder: "Write a note. Only the team sees it. @ mentions a member.",
    add: "Add note",
    adding: "Adding...",
    added: "Note added",
    notAdded: "Failed to add note",
    members: "Members",
    membersFound: (count: number) =>
      plural(count, {
        one: `${count} member: up and down to choose, Enter to insert.`,
        other: `${count} members: up and down to choose, Enter to insert.`,
      }),
  },
  /** Notifications and sounds of this browser. */
  alerts: {
    title: "Notifications and sound",
    lead:
      "In this browser, while the inbox is open in a tab: for new inquiries, visitors’ answers, and notes that " +
      "mention you.",
    show: "Show notifications",
    play: "Play a sound",
    quiet: "Quiet hours",
    from: "From",
    to: "To",
    test: "Test now",
    /** What a notification says: nothing of the visitor, since it may be on a locked screen. */
    titles: {
      added: "New inquiry",
      answered: "New answer",
      mentioned: "You were mentioned in a note",
    },
    several: (count: number) => `${count} new in the inbox`,
    testTitle: "This is a test",
    /** Why notifications cannot be shown, and what to do, by the browser's permission. */
    permissions: {
      default: "The browser will ask whether it may show them.",
      granted: "They say only what happened, such as “New inquiry”, while you are in another tab or program.",
      denied:
        "This browser blocks notifications from this site. To allow them, press the icon before the address, open " +
        "the site’s permissions, and set Notifications to Allow.",
      missing: "This browser cannot show notifications of a page. The sound works.",
    },
    soundHint: "Two short tones, from one tab only. After a reload, click the page once to allow sound.",
    quietHint: (zone: string) => `No notification and no sound between these times: ${zone}.`,
    testDone: "Done. If nothing came, see whether this device is muted or in a do-not-disturb mode.",
  },
};
