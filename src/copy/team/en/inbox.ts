import { counted, plural } from "../../locale/intl.ts";

/** The inbox, and what its list, its inquiries and its dialogs share. */
export const inbox = {
  title: "Inbox",
  /** The tab's title, with the number of new inquiries. */
  titleWithNew: (count: number) => `(${count}) Inbox`,
  statuses: {
    new: "New",
    "in progress": "In progress",
    answered: "Answered",
    closed: "Closed",
    suspected: "Possible spam",
  },
  kinds: { message: "Messages", impostor: "Impostor reports" },
  /** The badge of a report, and the placeholder for a visitor without a name. */
  report: "Impostor report",
  inquiries: (count: number) => plural(count, { one: "1 inquiry", other: `${counted(count)} inquiries` }),
  arrivals: (count: number) => plural(count, { one: "1 new inquiry", other: `${count} new inquiries` }),
  /** A count that the server limits. */
  limited: (count: number) => (count < 1000 ? `${count}` : "1,000 or more"),
  order: {
    newest: "Newest first",
    oldest: "Oldest first",
    toNewest: "Show the newest first",
    toOldest: "Show who has waited longest first",
    ofSearch: "A search shows the newest first",
  },
  waiting: {
    forUs: "Waiting for us",
    hours: (count: number) => `Waiting over ${count} h`,
    days: (count: number) => `Waiting over ${count} days`,
  },
  /** In the place of a tag that a link or a saved view has, and the team no longer. */
  goneTag: "A tag that is gone",
  closeNext: "Close and open the next",
  dismiss: "Dismiss",
  delete: "Delete",
  deleting: "Deleting...",
  formerMember: "A former member",
  /** Who is writing to the visitor. */
  answering: (names: readonly string[]) => `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} replying`,
  nothingOpen: {
    title: "No inquiry is open",
    /** Around the key that opens one, and the key of the list of keys. */
    beforeOpenKey: "Choose one to read it and reply, or press ",
    afterOpenKey: ". ",
    afterListKey: " lists all keys.",
  },
  connection: {
    live: "Live",
    offlineSince: (time: string) => `Offline since ${time}`,
    tryingAgain: "trying again",
  },
  /** Moving inquiries to the bin. */
  binning: {
    title: (count: number) => plural(count, { one: "Delete this inquiry?", other: `Delete ${count} inquiries?` }),
    action: (count: number) => plural(count, { one: "Delete", other: `Delete ${count}` }),
    text: (count: number) =>
      plural(count, {
        one: "It moves to the bin, where it can be restored until its days there are over.",
        other: "They move to the bin, where they can be restored until their days there are over.",
      }),
  },
  /** What was done to inquiries, as words after a reference or a count. */
  words: {
    marked: {
      new: "marked new",
      "in progress": "marked in progress",
      answered: "marked answered",
      closed: "marked closed",
      suspected: "marked as possible spam",
    },
    assigned: (name: string) => `assigned to ${name}`,
    unassigned: "assigned to nobody",
    /** `until` is one of `snooze.until`. */
    snoozed: (until: string) => `snoozed ${until}`,
    woken: "snooze ended",
    both: (first: string, second: string) => `${first} and ${second}`,
  },
  /** The bar that says what was done last. */
  done: {
    label: "Done last",
    sentence: (text: string) => `${text}.`,
    one: (reference: string, words: string) => `${reference} ${words}`,
    several: (count: number, words: string) => `${counted(count)} ${words}`,
    /** `what` is the sentence of the change. */
    undone: (what: string) => `Undone: ${what}`,
    undoneFor: (count: number, what: string) => `Undone for ${counted(count)}: ${what}`,
    /** Of many changes that were stopped. */
    stopped: (left: number) =>
      plural(left, { one: "Stopped: 1 was left as it is.", other: `Stopped: ${counted(left)} were left as they are.` }),
    restored: (count: number) =>
      plural(count, { one: "1 inquiry restored", other: `${counted(count)} inquiries restored` }),
    deleted: (count: number) =>
      count === 0
        ? "Nothing was deleted"
        : plural(count, { one: "1 inquiry deleted", other: `${counted(count)} inquiries deleted` }),
    /** `which` names them in brackets, with a space before; it may be empty. */
    kept: (count: number, which: string) =>
      plural(count, {
        one: `1 was changed by somebody else in the meantime and stays as it is${which}.`,
        other: `${counted(count)} were changed by somebody else in the meantime and stay as they are${which}.`,
      }),
    stale: (reference: string) => `${reference} was changed by somebody else meanwhile. Please look, and try again`,
    replySent: (reference: string) => `Reply to ${reference} sent`,
    replySentAndClosed: (reference: string) => `Reply to ${reference} sent, and closed`,
    replyLogged: (reference: string) => `Reply to ${reference} logged`,
    replyLoggedAndClosed: (reference: string) => `Reply to ${reference} logged, and closed`,
    replyTakenBack: (reference: string) => `Reply to ${reference} cancelled`,
    replyHasLeft: (reference: string) => `Too late to undo: the reply to ${reference} has left already`,
    replyIsGone: (reference: string) => `Too late to undo: the reply to ${reference} is no longer there`,
    senderBlocked: (reference: string) => `Sender of ${reference} blocked`,
    senderUnblocked: (reference: string) => `Sender of ${reference} unblocked`,
  },
  /** Changes that were not made. */
  failures: {
    noAnswer: "The server did not answer.",
    more: (count: number) => plural(count, { one: "1 more was not made.", other: `${count} more were not made.` }),
    retriedLater: "It is tried again when the connection is back.",
    giveUp: "Give up",
    elsewhere: (count: number) =>
      plural(count, {
        one: "1 change or reply of yours in the inbox has failed. It is kept there.",
        other: `${count} changes or replies of yours in the inbox have failed. They are kept there.`,
      }),
    toInbox: "Open the inbox",
    textChanged: "The text was changed since.",
    /** Phrases for `forms.failedTo`. */
    toReply: (reference: string) => `reply to ${reference}`,
    toChange: (reference: string) => `change ${reference}`,
    toChangeSeveral: "change the inquiries",
    toUndo: "undo",
    toTakeBack: (reference: string) => `cancel the reply to ${reference}`,
    toBlock: (reference: string) => `update the block on the sender of ${reference}`,
  },
  commands: {
    group: "List",
    onOne: "This inquiry",
    onSeveral: "These inquiries",
    selected: (count: number) => `${count} selected`,
    answer: "Reply",
    answerWithSaved: "Reply with a saved reply",
    note: "Write a note",
    details: "Details",
    tag: "Tag",
    assignToMe: "Assign to me",
    assignToNobody: "Assign to nobody",
    assignTo: (name: string) => `Assign to ${name}`,
    assignMenu: "Assign to…",
    /** Why a key does nothing. */
    noTarget: "No inquiry has the focus. Press J to go to one.",
    notOpen: "That inquiry cannot be loaded.",
    notNow: "That is not possible in this inquiry.",
    already: "Nothing changed: it is so already.",
    nothingToUndo: "There is nothing to undo.",
    undoWaits: "Undoing it as soon as it is saved.",
    /** `status` is one of `statuses`. */
    mark: (status: string) => `Mark ${status}`,
    undo: "Undo the last change",
    next: "Next inquiry",
    previous: "Previous inquiry",
    open: "Open the inquiry",
    select: "Select or deselect the inquiry",
    selectAll: "Select all loaded",
    search: "Search inquiries and notes",
    back: "Back to the list, or clear the selection",
  },
  /** The events of an inquiry; `by` is a name, `nobody`, `theAnswer` or `theFailure`. */
  history: {
    received: "Received.",
    receivedSuspected: "Received as possible spam.",
    nobody: "The system or a former member",
    theAnswer: "The visitor's answer",
    theFailure: "A reply that did not arrive",
    woken: (by: string) => `${by} ended the snooze.`,
    /** `until` is one of `snooze.until`. */
    snoozed: (by: string, until: string) => `${by} snoozed it ${until}.`,
    /** `from` and `to` are of `statuses`. */
    status: (by: string, from: string, to: string) => `${by} changed the status from ${from} to ${to}.`,
    blocked: (by: string) => `${by} blocked the sender.`,
    unblocked: (by: string) => `${by} unblocked the sender.`,
    binned: (by: string) => `${by} deleted it.`,
    restored: (by: string) => `${by} restored it from the bin.`,
    tagged: (by: string, tag: string) => `${by} tagged it ${tag}.`,
    untagged: (by: string, tag: string) => `${by} removed the tag ${tag}.`,
    unassigned: (by: string) => `${by} assigned it to nobody.`,
    taken: (by: string) => `${by} assigned it to themselves.`,
    assigned: (by: string, to: string) => `${by} assigned it to ${to}.`,
    /** `source` is a program or `aFile`. */
    imported: (source: string) => `Imported from ${source}.`,
    importedNumber: (source: string, number: string) => `Imported from ${source}, number ${number}.`,
    aFile: "a file",
    /** `other` is a reference or `erased`. */
    merged: (by: string, other: string) => `${by} merged it into ${other}.`,
    absorbed: (by: string, other: string) => `${by} merged ${other} into it.`,
    released: (by: string, other: string) => `${by} undid the merge of ${other}.`,
    unmerged: (by: string, other: string) => `${by} undid the merge into ${other}.`,
    /** By the software: the other one was erased, or its visitor wrote while the other one was in the bin. */
    unmergedItself: (other: string) => `It is no longer merged into ${other}.`,
    erased: "an inquiry that is erased",
    /** A change that its member undid at once. */
    undone: (sentence: string) => `${sentence} Undone.`,
  },
  /** Which text of a saved reply was inserted, by the visitor's language. */
  inserted: {
    variant: (language: string) => `The ${language} text of the saved reply was inserted.`,
    main: (language: string) => `This saved reply has no ${language} text: its main text was inserted.`,
  },
  /** The views that members save. */
  views: {
    save: "Save this view",
    editTitle: "Change this view",
    nothing: "Set a filter or another order first, then save them as a view.",
    name: "Name",
    search: "The search is not saved: its words may name a visitor.",
    shared: "Share with the team",
    sharedByOther: "A colleague shares it, and only they can stop sharing it.",
    sharedHint: "Everybody sees it. You and the owners can change and delete it.",
    saved: "View saved",
    deleted: "View deleted",
    /** Phrases for `forms.failedTo`. */
    toSave: "save the view",
    toDelete: "delete the view",
    deleteTitle: (name: string) => `Delete the view ${name}?`,
    deleteShared: "It is gone for the whole team. The inquiries stay as they are.",
    deleteOwn: "Only you have it. The inquiries stay as they are.",
  },
  snooze: {
    /** The view of the snoozed ones, and their mark in other views. */
    snoozed: "Snoozed",
    snooze: "Snooze",
    /** Ends a snooze before its time. */
    wake: "End the snooze",
    until: (time: string) => `until ${time}`,
    untilAnswer: "until they answer",
    /** `until` is one of the two before. */
    state: (until: string) => `Snoozed ${until}`,
    /** Of an inquiry that has come back by itself. */
    over: "Snooze is over",
    overSince: (time: string) => `Snooze over since ${time}`,
    title: (count: number) => plural(count, { one: "Snooze until", other: `Snooze ${count} inquiries until` }),
    lead: "It leaves the list until then. An answer of the visitor brings it back at once.",
    none: "Closed inquiries and possible spam cannot be snoozed.",
    inOneHour: "In 1 hour",
    thisEvening: "This evening",
    tomorrow: "Tomorrow morning",
    nextWeek: "Next week",
    answer: "The visitor answers",
    own: "Date and time",
    zone: (timeZone: string) => `${timeZone}.`,
    past: "Choose a time in the future.",
    missing: "Choose a date and a time.",
  },
  blocked: {
    /** What a sender is blocked by. */
    kinds: { phone: "phone number", email: "email address" },
    block: "Block this sender",
    unblock: "Unblock",
    /** `hint` is a part of the number or of the address. */
    unblockOne: (hint: string) => `Unblock ${hint}`,
    title: "Block this sender?",
    lead:
      "What they send from now on goes to Possible spam, and nobody is notified. They are not told. It ends when you " +
      "unblock them, or after a year.",
    choices: { phone: "Their phone number", email: "Their email address" },
    strangers: "Anyone can enter another person's address, so block only addresses you have seen misused.",
    none: "Choose what is blocked.",
    /** `kinds` is one of `kinds`, or both. */
    by: (kinds: string) => `Blocked by ${kinds}`,
    list: "Blocked senders",
    listNamed: "The list of blocked senders",
    listLead: "We store only a code and this hint of each. Unblocking deletes both.",
    loading: "Loading the list...",
    nobody: "Nobody is blocked. You can block a sender in the details of their inquiry.",
    unblocked: (hint: string) => `${hint} is unblocked.`,
    again: (hint: string) => `${hint} is blocked again.`,
  },
};
