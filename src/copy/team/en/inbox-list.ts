import { counted, plural } from "../../locale/intl.ts";

/** The list of inquiries with its filters and tags, the bin, the export, and merging two inquiries. */
export const inboxList = {
  list: {
    label: "Inquiries",
    loadingAll: "Loading inquiries...",
    notLoaded: (why: string) => `The inquiries could not be loaded. ${why}`,
    newNotLoaded: (why: string) => `What is new could not be loaded. ${why}`,
    moreNotLoaded: "More could not be loaded.",
    loadMore: "Load more",
    suspectedHint: "These look like spam, or their sender is blocked. Mark one New to move it to the others.",
    /** The size of a view that is not wholly loaded. */
    moreThan: (count: number) =>
      plural(count, { one: `More than ${counted(count)} inquiry`, other: `More than ${counted(count)} inquiries` }),
    selectAllLoaded: (count: number) => `Select all ${counted(count)} loaded`,
    selected: (count: number) => `${counted(count)} selected`,
    /** What a search says above what it found. */
    search: {
      similar: (search: string) => `No inquiry has “${search}”. These have similar words.`,
      /** Such as `13 more in Possible spam`, or `More than 50 in Possible spam`. */
      inView: (count: number, hasMore: boolean, view: string) =>
        hasMore ? `More than ${counted(count)} in ${view}` : `${counted(count)} more in ${view}`,
    },
    views: {
      label: "Views",
      waiting: "Waiting",
      all: "All",
      undelivered: "Not delivered",
      untaken: "Not taken",
      bin: "Bin",
      mine: "Mine",
      mentions: "Mentions",
      unassigned: "Unassigned",
      saved: "Saved views",
      tags: "Tags",
    },
    head: {
      more: "More",
      export: "Export",
      changeView: (name: string) => `Change “${name}”`,
      alerts: "Notifications and sound",
      filters: "Filters",
      filtersSet: (count: number) => `Filters: ${count} set`,
      search: "Search inquiries and notes",
      searchHint: "Name, number, text",
    },
    /** What is done with the selected inquiries. */
    bulk: {
      label: "Selected inquiries",
      selectAll: (count: number) => `Select all ${counted(count)}`,
      selectAllOfView: "Select all of this view",
      /** What of the view is selected. */
      allLoaded: (count: number) => `All ${counted(count)} loaded are selected.`,
      allOfView: (count: number) => `All ${counted(count)} of this view are selected.`,
      first: (count: number) => `The first ${counted(count)} of this view are selected. One action takes no more.`,
      notSelected: (why: string) => `The others could not be selected. ${why}`,
      /** Before how far it is, such as `400 of 1,234`. */
      selecting: "Selecting",
      changing: "Changing",
      clear: "Clear the selection",
      assign: "Assign",
      nobody: "Nobody",
      status: "Status",
      markClosed: "Mark closed",
      export: "Export",
    },
    filters: {
      label: "Filters",
      assignedTo: "Assigned to",
      everyone: "Everyone",
      me: "Me",
      nobody: "Nobody",
      notInTeam: "Somebody who is not in the team",
      deactivated: "Deactivated members",
      kind: "Kind",
      all: "All",
      tag: "Tag",
      anyTag: "Any or none",
      waiting: "Waiting",
      receivedFrom: "Received from",
      receivedUntil: "Received until",
      reversed: "“Received until” is before “Received from”.",
      /** The filters that are set, each with a button that removes it. */
      set: "Filters that are set",
      remove: (filter: string) => `Remove the filter “${filter}”`,
      clear: "Clear filters",
      assignedToOne: (name: string) => `Assigned to ${name}`,
      assignedToMe: "Assigned to me",
      assignedToNobody: "Assigned to nobody",
      assignedToFormer: "Assigned to a former member",
      /** `day` as in ISO 8601. */
      from: (day: string) => `From ${day}`,
      until: (day: string) => `Until ${day}`,
    },
    /** Headings of the groups of those that wait, by how long. */
    groups: {
      undelivered: "Not delivered",
      minutes: (count: number) => `Over ${count} min`,
      hours: (count: number) => (count === 1 ? "Over an hour" : `Over ${count} hours`),
      days: (count: number) => (count === 1 ? "Over a day" : `Over ${count} days`),
      onTime: "On time",
    },
    /** What waits, as the rows do not move under the pointer. */
    held: (count: number) => `${counted(count)} new`,
    unread: (count: number) => `${counted(count)} unread`,
    row: {
      unread: "Unread",
      unproven: "Unverified answer",
      select: (name: string, reference: string) => `Select ${name}, ${reference}`,
      inBin: "In the bin",
      nobody: "Nobody",
      assignedTo: (name: string) => `assigned to ${name}`,
      tagged: (tags: string) => `tagged ${tags}`,
      others: (count: number) =>
        plural(count, { one: `${count} other from the same person`, other: `${count} others from the same person` }),
    },
    empty: {
      notFound: "No inquiry found",
      none: "No inquiries yet",
      noneWaiting: "Nobody is waiting",
      whatWaits: "An inquiry is listed here when its visitor waits for a reply.",
      noneSnoozed: "No inquiry is snoozed",
      noneUndelivered: "Every reply has arrived",
      noneMentioned: "No mentions",
      whatMentions: "An inquiry shows here if a colleague mentions you in a note, with @ and your name.",
      whatFails: "If the email of a reply does not arrive, its inquiry opens again and is listed here.",
      ofStatus: {
        new: "Nothing here: no inquiry is new",
        "in progress": "Nothing here: no inquiry is in progress",
        answered: "Nothing here: no inquiry is answered",
        closed: "Nothing here: no inquiry is closed",
        suspected: "Nothing here: no inquiry looks like spam",
      },
      whatComes: "What visitors send through the contact form appears here at once.",
      howToSnooze: "Snooze an inquiry with the moon icon in its header, or press S. It waits here until its time.",
      reversed: "“Received until” is before “Received from”: no day is in between.",
      changeFilters: "Change the filters, or look at all of them.",
      otherWords: "Try other words, or look at all of them.",
      otherWordsOrFilters: "Try other words or filters, or look at all of them.",
      all: "All inquiries",
    },
  },
  merge: {
    title: "Merge another inquiry into this one",
    lead:
      "Its message, replies and notes then show in this conversation. The other inquiry's visitor sees only " +
      "that one; what they write there arrives here.",
    label: "Reference of the other inquiry",
    hint: "Such as K7P-4MX.",
    find: "Find",
    finding: "Looking...",
    merge: "Merge into this one",
    undo: "Undo merge",
    mergeOne: (reference: string) => `Merge ${reference} into this one`,
    undoOne: (reference: string) => `Undo merge of ${reference}`,
    /** The place of the status of a merged inquiry. */
    merged: "Merged",
    /** Around the link of the inquiry that was merged into the open one. */
    fromBefore: "merged from ",
    fromAfter: "",
    mark: (reference: string) => `from ${reference}`,
    /** Around the link of the inquiry that the open one is merged into. */
    intoBefore: "Merged into ",
    intoAfter: ".",
    goesOn:
      "The conversation goes on there. What the visitor writes on the private page or by email arrives there, too.",
    unsent: {
      answer: "Your reply was not sent. Copy it to go on with it there:",
      note: "Your note was not added. Copy it to go on with it there:",
    },
    copy: { answer: "Copy the reply", note: "Copy the note" },
    copied: "Copied",
    /** What was done; shown with a full stop. */
    mergedInto: (from: string, into: string) => `${from} merged into ${into}`,
    onItsOwn: (reference: string) => `Merge of ${reference} undone`,
    /** What failed. */
    merging: (reference: string) => `merge ${reference}`,
    undoing: (reference: string) => `undo the merge of ${reference}`,
    errors: {
      format: "Enter a reference of six characters, such as K7P-4MX.",
      none: "No inquiry has this reference. Check it, and try again.",
      itself: "This is the open inquiry itself. Enter the reference of the other one.",
      binned: "This inquiry is in the bin. Restore it first.",
      merged: (into: string) => `This inquiry is merged into ${into} already. Undo that merge first.`,
    },
    cannot: {
      merged: "This inquiry is merged itself. Open the one that it is merged into, and merge into that.",
      suspected: "This inquiry is possible spam, whose answers notify nobody. Mark it New first.",
      binned: "This inquiry is in the bin. Restore it first.",
    },
  },
  export: {
    title: "Export",
    /** `inquiries` is their number as text. */
    allOfView: (inquiries: string) => `All of this view: ${inquiries}, with their notes.`,
    selected: (count: number) => `The ${count} selected, with their notes.`,
    personalData: "The file holds personal data, and the owners are notified of each export.",
    tooMany: (max: number) =>
      `At most ${max} can be exported by selection. Select fewer, or none to export the whole view.`,
    formats: {
      csv: "for Excel and other spreadsheets",
      jsonl: "for other programs, one inquiry on each line",
    },
    failed: (why: string) => `The export failed. ${why}`,
    stop: "Stop",
    saved: (file: string, count: number) =>
      plural(count, {
        one: `Saved as ${file}: ${counted(count)} inquiry.`,
        other: `Saved as ${file}: ${counted(count)} inquiries.`,
      }),
    progress: "Export",
    progressOf: (done: number, all: number) => `${counted(done)} of ${counted(all)}`,
  },
  bin: {
    title: "Bin",
    lead: "Deleted inquiries.",
    restorable: (days: number) =>
      plural(days, {
        one: `Restorable for ${days} day, then erased for good.`,
        other: `Restorable for ${days} days, then erased for good.`,
      }),
    /** Who deleted it, in the place of a name. */
    formerMember: "a former member",
    loading: "Loading the bin...",
    what: "The bin",
    more: "Show more",
    empty: { title: "The bin is empty", text: "Deleted inquiries come here first." },
    restore: "Restore",
    restoring: "Restoring...",
    restoreCount: (count: number) => `Restore ${count}`,
    restoreOne: (name: string, reference: string) => `Restore ${name}, ${reference}`,
    restoredOne: (reference: string) => `${reference} restored`,
    notRestored: (why: string) => `Nothing was restored. ${why}`,
    emptyBin: "Empty the bin",
    erase: "Erase for good",
    erasing: "Erasing...",
    eraseCount: (count: number) => `Erase ${count} for good`,
    eraseOne: (name: string, reference: string) => `Erase ${name}, ${reference}, for good`,
    eraseTitle: (count: number) =>
      plural(count, {
        one: `Erase ${counted(count)} inquiry for good?`,
        other: `Erase ${counted(count)} inquiries for good?`,
      }),
    eraseAllTitle: "Erase everything in the bin for good?",
    eraseText:
      "All that visitors sent goes, with its notes and history. This cannot be undone. The owners are notified.",
    erased: (count: number) =>
      plural(count, {
        one: `${counted(count)} inquiry erased for good`,
        other: `${counted(count)} inquiries erased for good`,
      }),
    list: "Deleted inquiries",
    /** The heads of the columns. */
    columns: { inquiry: "Inquiry", deleted: "Deleted", by: "By", erasedIn: "Erased in" },
    /** Before the time, the name and the time left of a row. */
    deleted: "Deleted",
    by: "by",
    erasedIn: "Erased in",
    days: (count: number) => plural(count, { one: `${count} day`, other: `${count} days` }),
    nextHour: "the next hour",
    /** Of an open inquiry: around the time when it was deleted, and the one when it is erased. */
    notice: {
      title: "This inquiry is in the bin.",
      deletedBy: (who: string) => `Deleted by ${who}, `,
      erasedOn: ". It is erased for good on ",
      restoreFirst: " at the latest. To reply or change it, restore it first.",
    },
  },
  tags: {
    title: "Tags",
    colors: {
      grey: "Grey",
      red: "Red",
      orange: "Orange",
      olive: "Olive",
      green: "Green",
      teal: "Teal",
      blue: "Blue",
      purple: "Purple",
    },
    full: (max: number) => `An inquiry has at most ${max} tags. Remove one first.`,
    none: "No tags yet. Type a name to create the first one.",
    noneInMenu: "No tags yet.",
    loading: "Loading tags...",
    notLoaded: (why: string) => `The tags could not be loaded. ${why}`,
    /** What could not be loaded. */
    theTags: "The tags",
    notFound: "No other tag has these letters.",
    manage: "Manage tags",
    cannotBeUndone: "This cannot be undone.",
    /** What was done, after a reference or a count. */
    tagged: (tags: string) => `tagged ${tags}`,
    untagged: (tags: string) => `untagged ${tags}`,
    taggedInPlace: (tags: string, others: string) => `tagged ${tags} in place of ${others}`,
    /** In the place of the name of a tag. */
    goneTag: "with a tag that is gone",
    /** The menu of the selected inquiries. */
    tag: "Tag",
    notTagged: (count: number, max: number) =>
      plural(count, {
        one: `${counted(count)} inquiry not tagged: ${max} tags already`,
        other: `${counted(count)} inquiries not tagged: ${max} tags already`,
      }),
    /** For readers, before the name. */
    removeBefore: "Remove the tag ",
    remove: (name: string) => `Remove the tag ${name}`,
    add: "Add a tag",
    addByKey: "Add a tag (T)",
    find: "Find or create a tag",
    make: (name: string) => `Create tag “${name}”`,
    dialog: {
      none: "No tags yet",
      all: (count: number, max: number) => `All tags (${count} of ${max})`,
      actions: (name: string) => `Actions for ${name}`,
      edit: "Rename or recolour",
      merge: "Merge into another",
      delete: "Delete",
      whoRemoves: "Owners, and agents whom an owner allowed, merge and delete tags.",
    },
    form: {
      new: "New tag",
      change: (name: string) => `Change ${name}`,
      name: "Name",
      color: "Colour",
      add: "Add tag",
    },
    /** What failed. */
    saving: "save the tag",
    merging: "merge the tags",
    deleting: "delete the tag",
    merge: {
      title: (name: string) => `Merge ${name} into another tag?`,
      action: "Merge",
      busy: "Merging...",
      into: "Into",
      /** Around the name of the other tag, and the one of the tag that is deleted. */
      before: (count: number) =>
        plural(count, { one: `${counted(count)} inquiry gets `, other: `${counted(count)} inquiries get ` }),
      between: " instead, and ",
      after: " is deleted.",
      done: "Tags merged",
    },
    delete: {
      title: (name: string) => `Delete the tag ${name}?`,
      action: "Delete",
      busy: "Deleting...",
      ofNone: "No inquiry has it.",
      loses: (count: number) =>
        plural(count, { one: `${counted(count)} inquiry loses it.`, other: `${counted(count)} inquiries lose it.` }),
      done: "Tag deleted",
    },
  },
};
