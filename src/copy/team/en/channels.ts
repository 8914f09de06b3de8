import type { ChannelType } from "#domain/brands/brands.ts";
import { channelLimits } from "#domain/channels/channel-list.ts";
import { plural } from "../../locale/intl.ts";

export const channels = {
  /** What a change does: for the toast of a failure, and for the step-up. */
  tasks: {
    add: "add contact",
    addThis: "add this channel",
    save: "save contact",
    saveThis: "save this channel",
    delete: "delete contact",
    deleteThis: "delete this channel",
    move: "move contact",
    load: "load contacts",
    export: "export the channels",
    import: "import the channels",
    schedule: "schedule the change",
    unschedule: "cancel the change",
    undo: "undo",
    approve: "approve",
    withdraw: "withdraw",
    hide: "hide the channels",
    show: "show the channels",
    restore: "put the list back",
  },
  list: {
    title: "Contact Management",
    views: {
      label: "Channels",
      all: "All contacts",
      waiting: "Waiting for approval",
      hidden: "Hidden",
      history: "History",
    },
    forAgents: "Only owners change the channels.",
    preview: "Preview",
    actions: "More actions",
    import: "Import",
    export: "Export",
    addNew: "Add New Contact",
    newContact: "New contact",
    add: "Add Contact",
    adding: "Adding...",
    editContact: (value: string) => `Edit contact: ${value}`,
    added: "Contact added successfully",
    saved: "Contact saved",
    deleted: "Contact deleted successfully",
    /** After a change that has no text of its own. */
    done: "Saved",
    /** For `forms.notLoaded`. */
    contacts: "The contacts",
    loading: "Loading contacts...",
    waiting: (count: number) => `Waiting for approval (${count})`,
    none: "No contacts found",
    all: (count: number) => `All Contacts (${count})`,
    hidden: (count: number) => `Hidden (${count})`,
    search: "Search channels",
    addFirst: "Add your first contact to get started",
    noneHidden: "No contact is hidden.",
    noMatch: (query: string) => `No contact matches “${query}”.`,
    matches: (shown: number, count: number) => `${shown} of ${count} match.`,
    columns: {
      channel: "Channel, in the visitors' order",
      hours: "Hours",
      changed: "Last change",
      shown: "Shown",
    },
    moved: (name: string, place: number, count: number) => `${name}: now number ${place} of ${count}.`,
    row: {
      active: "Active",
      hidden: "Hidden",
      /** Names its switch. */
      activeOf: (value: string) => `Active ${value}`,
      linkBroken: "Link does not open",
      checkText: "Check text",
      changesWait: (count: number) => plural(count, { one: "1 change waits", other: `${count} changes wait` }),
      tryLink: "Try the link",
      move: "Move",
      moveHow: "Drag to another place, or press the arrow keys",
      more: "More",
      schedule: "Schedule a change",
      moveUp: "Move up",
      moveDown: "Move down",
      copy: "Copy value",
      open: "Open link",
      history: "History",
      delete: "Delete",
    },
    deletion: {
      title: "Are you sure you want to delete this contact?",
      action: "Delete",
      busy: "Deleting...",
    },
    /** The channels as visitors see them. */
    visitors: {
      title: "As visitors see it",
      draftTitle: "As visitors will see it",
      preview: "Preview",
      hidePreview: "Hide the preview",
      opensNothing: "Visitors see no card yet, because this opens nothing.",
      hidden: "It is hidden. Visitors see this once it is active.",
      unknownZone: "There is no time zone with this name, so visitors see it as closed.",
      page: "Page",
      pages: { home: "Home", quick: "Contact: Quick Contact", community: "Contact: Community" },
      allHidden: "All channels are hidden: visitors see none of them.",
      none: "Visitors see no channel on the home page.",
    },
    hideAll: {
      action: "Hide all channels now",
      busy: "Hiding...",
      show: "Show them again",
      showing: "Showing...",
      ownerShows: "An owner can show them again.",
      /** “All channels are hidden from visitors since 21 Nov, by Asha Rao. The message form still works.” */
      hidden: "All channels are hidden",
      beforeTime: " from visitors since ",
      afterTime: "",
      beforeName: ", by ",
      afterName: "",
      end: ". The message form still works.",
    },
  },
  editor: {
    type: "Type",
    value: "Value",
    description: "Description",
    pasteUrl: "Paste the full URL, starting with https://.",
    describes:
      "Optional. Visitors see it under the channel. It may name your active channels, " +
      "but no other number, name or link.",
    /** On what holds them folded. `written` of `all` languages have a text. */
    otherLanguages: (written: number, all: number) => `Description in other languages · ${written} of ${all}`,
    opensNothing: (problem: string) => `Opens nothing yet. ${problem}`,
    /** Before the link. */
    opensInTab: "Opens in a new tab:",
    chooseType: "Choose a type of channel, such as WhatsApp or Telegram.",
    valueRequired: "Value is required.",
    /** Why a value opens nothing. `expected` is one of the texts below. */
    problems: {
      "too long": (expected: string) => `At most ${channelLimits.value} characters: write ${expected}.`,
      "hidden character": (expected: string) => `This holds a hidden character: type by hand ${expected}.`,
      "no such place": (expected: string) => `Write ${expected}.`,
      "trunk zero": (expected: string) => `The 0 after the country code is not dialled: write ${expected}.`,
      "a post": (expected: string) => `This is a single post or video, not a channel: write ${expected}.`,
      "a share link": (expected: string) =>
        `This link only shares a text or page, it is no channel: write ${expected}.`,
      "a redirect": (expected: string) => `This link only leads on to another address: write ${expected}.`,
      "a sign-in page": (expected: string) => `This is a page to sign in, not a channel: write ${expected}.`,
      "a page of the service": (expected: string) =>
        `This is a page of the service itself, not a channel: write ${expected}.`,
    },
    /** On the button that takes over the usual form of a value. */
    saveAs: (value: string) => `Save as ${value}`,
    /** What differs from `domain/brands/`, which has these in English: all of them in another language. */
    expected: {} as Partial<Record<ChannelType, string>>,
    /** The same of values that open, but are unusual. */
    warnings: {} as Partial<Record<string, string>>,
    active: "Active",
    seenOnceSaved: "Visitors see it once it is saved.",
    notSeen: "Visitors do not see it.",
    looksLike: (value: string) => `This looks like ${value}, but is not it.`,
    compare: "Compare each character.",
    changes: "What changes",
    changedOf: (changed: number, fields: number) => `${changed} of ${fields} values`,
    opens: "Opens",
    nothing: "nothing",
    isNew: "This is new to the site.",
    /** A channel that will open something else, and when. */
    reached: {
      atOnce: (label: string) => `Everyone who taps ${label} will reach it.`,
      onceApproved: (label: string) => `Everyone who taps ${label} will reach it once another owner approves it.`,
      after: (label: string, minutes: number) =>
        plural(minutes, {
          one: `Everyone who taps ${label} will reach it, 1 minute after you save it.`,
          other: `Everyone who taps ${label} will reach it, ${minutes} minutes after you save it.`,
        }),
    },
  },
  schedule: {
    title: "Schedule a change",
    done: "The change is scheduled",
    changes: "What changes",
    parts: {
      value: "The value",
      isActive: "Whether visitors see it",
      proof: "The description",
      hours: "The hours",
    },
    active: "Active",
    from: "From",
    zone: (timeZone: string) => `${timeZone}.`,
    until: "Until (optional)",
    untilHint: "Then everything is as before. Leave it empty if the change stays.",
    action: "Schedule",
    busy: "Scheduling...",
    /** Names the changes of a channel. */
    scheduledOf: (value: string) => `Scheduled: ${value}`,
    isOn: "Now",
    isPlanned: "Scheduled",
    end: "End it now",
    cancel: "Cancel it",
    cancelling: "Cancelling...",
    /** “From 21 Nov until 22 Nov: ...” */
    beforeFrom: "From ",
    afterFrom: "",
    beforeUntil: " until ",
    afterUntil: "",
    told: {
      value: (value: string) => `value ${value}`,
      seen: "visitors see it",
      notSeen: "visitors do not see it",
      description: (text: string) => `description ${text}`,
      noDescription: "no description",
    },
    /** The form of the hours. */
    answers: "When somebody answers",
    weekly: "Weekly hours",
    timeZone: "Time zone",
    timeZoneHint: "The hours are those of its clocks, also when they change to summer time.",
    closed: "Closed",
    /** `nth` counts the times of a day, from 1. */
    startOf: (day: string, nth: number) => (nth === 1 ? `${day} from` : `${day} from, time ${nth}`),
    endOf: (day: string, nth: number) => (nth === 1 ? `${day} to` : `${day} to, time ${nth}`),
    removeTime: (day: string, nth: number) => `Remove ${day}, time ${nth}`,
    addHours: "Add hours",
    copyToAll: "Copy to all days",
    wholeDay: "The whole day",
    sameTime: "This begins and ends at the same time.",
    untilMidnight: "Until midnight",
    pastMidnight: (time: string, day: string) => `Goes on past midnight, until ${time} on ${day}`,
    holidays: {
      title: "Holidays",
      hint: "Days on which nobody answers. Hours that began the day before still end.",
      day: (nth: number) => `Day of holiday ${nth}`,
      name: (nth: number) => `Name of holiday ${nth}`,
      example: "Diwali",
      remove: (nth: number) => `Remove holiday ${nth}`,
      add: "Add a holiday",
    },
    /** Hours in words. Monday is 1. */
    days: {
      1: "Monday",
      2: "Tuesday",
      3: "Wednesday",
      4: "Thursday",
      5: "Friday",
      6: "Saturday",
      7: "Sunday",
    },
    shortDays: { 1: "Mon", 2: "Tue", 3: "Wed", 4: "Thu", 5: "Fri", 6: "Sat", 7: "Sun" },
    everyDay: "Every day",
    always: "Always available",
    /** In a narrow column. */
    alwaysBrief: "Always",
    allDay: "all day",
    midnight: "midnight",
    /** `minute` has two digits. */
    clock: (hour: number, minute: string) => `${hour % 12 || 12}:${minute} ${hour < 12 ? "am" : "pm"}`,
    clockBrief: (hour: number, minute: string) =>
      `${hour % 12 || 12}${minute === "00" ? "" : `:${minute}`} ${hour < 12 ? "am" : "pm"}`,
    daysFromTo: (first: string, last: string) => `${first} to ${last}`,
    timesFromTo: (from: string, to: string) => `${from} to ${to}`,
    /** The times of a day. */
    times: (times: readonly string[]) => times.join(" and "),
    week: (days: string, timeZone: string, holidays: number) =>
      holidays === 0
        ? `${days} (${timeZone})`
        : plural(holidays, {
            one: `${days} (${timeZone}), 1 holiday`,
            other: `${days} (${timeZone}), ${holidays} holidays`,
          }),
  },
  history: {
    title: "History of the channels",
    allChanges: "All changes",
    /** For `forms.notLoaded`. */
    channels: "The list of the channels",
    name: "The history",
    loading: "Loading the history...",
    nothingYet: "Nothing has changed yet",
    changes: "Changes",
    changesOf: (name: string) => `Changes of ${name}`,
    empty: "Every change of the channels appears here, with the way to undo it.",
    more: "Show more",
    server: "The server",
    /** Between who did it and what they did. */
    afterAuthor: " ",
    /** What somebody did. `name` is the channel, or how many there are. */
    did: {
      added: (name: string) => `added ${name}`,
      edited: (name: string) => `changed ${name}`,
      showed: (name: string) => `showed ${name}`,
      hid: (name: string) => `hid ${name}`,
      removed: (name: string) => `deleted ${name}`,
      scheduled: (name: string) => `scheduled a change of ${name}`,
      unscheduled: (name: string) => `cancelled a scheduled change of ${name}`,
      began: (name: string) => `began the scheduled change of ${name}`,
      ended: (name: string) => `ended the scheduled change of ${name}`,
      imported: (name: string) => `imported a file: ${name}`,
      undone: (name: string) => `undid a change of ${name}`,
      proposed: (name: string) => `proposed a change of ${name}`,
      withdrawn: (name: string) => `withdrew a change of ${name}`,
    },
    /** The same without a channel. */
    didAlone: {
      added: "added",
      edited: "changed",
      switched: "switched",
      removed: "deleted",
      moved: "changed the order",
      scheduled: "scheduled a change",
      unscheduled: "cancelled a scheduled change",
      began: "began the scheduled change",
      ended: "ended the scheduled change",
      imported: "imported a file",
      undone: "undid a change",
      rule: "changed when changes are published",
      proposed: "proposed a change",
      withdrawn: "withdrew a change",
      hidden: "hid all channels",
      shown: "showed all channels again",
      restored: "put the last good list back",
    },
    /** Before a channel with both of its values. */
    didValue: { edited: "changed", proposed: "proposed", withdrawn: "withdrew" },
    /** In the place of a name. */
    count: (count: number) => `${count} channels`,
    /** When changes are published; these stand after “published”. */
    rules: {
      none: "at once",
      approval: "once a second owner approves them",
      delay: (minutes: number) => plural(minutes, { one: "after 1 minute", other: `after ${minutes} minutes` }),
    },
    /** Before the old and the new rule. */
    rule: "Changes are published:",
    fields: {
      type: "Type",
      value: "Value",
      visitors: "Visitors",
      description: "Description",
      hours: "Hours",
    },
    /** After “Visitors”. */
    seeIt: "see it",
    doNotSeeIt: "do not see it",
    before: "before:",
    after: "after:",
    none: "none",
    /** After the channel's name. */
    moved: (from: number, to: number) => `from place ${from} to ${to}`,
    andMore: (count: number) => `And ${count} more`,
    andMoreEnd: (count: number) => `And ${count} more.`,
    reordered: "The order of the list has changed as well.",
    undone: "Undone",
    change: (number: number) => `Change ${number}`,
    approvedBy: (name: string) => `approved by ${name}`,
    undoes: (number: number) => `undoes change ${number}`,
    undoneBy: (number: number) => `undone by change ${number}`,
    changedSince: "Changed since, so it cannot be undone on its own.",
    undoing: "Undoing...",
    /** Asked if undoing hides all channels. */
    hideAll: {
      title: "Hide all channels from visitors?",
      action: "Hide all channels",
      busy: "Hiding...",
      about: "Undoing this hides every channel at once, as before. The message form still works.",
    },
  },
  import: {
    title: "Import channels",
    /** Why a file, or a line or link of it, cannot be imported. */
    reasons: {
      line: (line: number) => `Line ${line}`,
      link: (link: number) => `Link ${link}`,
      empty: "This file is empty.",
      notUtf8: "This is no text in UTF-8. In Excel, save it as CSV UTF-8.",
      noButtons: "This page has no links of the class button, such as those of littlelink and LinkStack.",
      noValueColumn: (line: number) =>
        `Line ${line}: there is no column named value. The first line of a CSV file names its columns: ` +
        "value, and perhaps type, description and active.",
      noValue: "There is no value. Write a link, a number or an address.",
      /** `place` is such as "Line 7". */
      again: (place: string) => `This is the channel of ${place} again.`,
      rest: (count: number) => `The file has more than ${count} entries. This one and the rest were not read.`,
      most: (count: number) => `A file may hold at most ${count} channels. Put the others into another file.`,
      type: (types: string) => `Type: write one of ${types}.`,
      active: "Active: write yes or no.",
      description: (characters: number) => `Description: write at most ${characters} characters.`,
      noPlatform:
        "This link is on no platform that has channels here. If it is your own page, add it as a website: in a CSV " +
        "file with the type website, or with Add New Contact.",
      callsOrWhatsapp:
        "This number can be for calls or for WhatsApp. Write phone or whatsapp into a column named type.",
      unclear: "The type is not clear from this value. Write it into a column named type, or write the full link.",
    },
    done: "The channels are imported",
    file: "File",
    hint:
      "A JSON file from Export, a CSV file with a column named value (and perhaps type, description and active), " +
      "LinkStack's exported links, or a page of littlelink. You see what it would change before anything does.",
    comparingWithList: "Comparing it with the list...",
    stale: "The list has changed meanwhile, so nothing was imported. This is what the file would change now.",
    comparing: "Comparing...",
    importing: "Importing...",
    action: "Import",
    actionOf: (count: number) => plural(count, { one: "Import 1 channel", other: `Import ${count} channels` }),
    plan: (file: string) => `What ${file} would change`,
    noChannel: "Nothing: the file names no channel.",
    same: "Nothing: the list is already as in the file.",
    added: "Added",
    changed: "Changed",
    deleted: "Deleted",
    /** Before a number. */
    unchanged: "Unchanged:",
    reorders: "The order of the list changes.",
    othersStay: (count: number) =>
      plural(count, {
        one: "1 other channel of the list stays: they can only be deleted by a file without errors.",
        other: `${count} other channels of the list stay: they can only be deleted by a file without errors.`,
      }),
    deleteOthers: (count: number) =>
      plural(count, {
        one: "Delete the 1 channel that the file does not name",
        other: `Delete the ${count} channels that the file does not name`,
      }),
    /** `names` are the first ones. */
    namesAndMore: (names: string, count: number) => `${names} and ${count} more`,
    refused: "Not imported",
    /** There are others, which can be imported. */
    someRefused: (count: number) =>
      plural(count, {
        one: "1 line or link cannot be imported. Correct the file and choose it again, or import only the others.",
        other:
          `${count} lines or links cannot be imported. Correct the file and choose it again, ` +
          "or import only the others.",
      }),
    allRefused: (count: number) =>
      plural(count, {
        one: "1 line or link cannot be imported. Correct the file and choose it again.",
        other: `${count} lines or links cannot be imported. Correct the file and choose it again.`,
      }),
    columnsIgnored: (columns: string) => `Columns that are not imported: ${columns}.`,
    tooLarge: "Choose a file of at most 4 MB.",
    unreadable: "This file can no longer be read. Choose it again.",
    notJson: (why: string) => `This file is not JSON. ${why}`,
    /** `line` is "?" if it is unknown. */
    problemAt: (line: string, channel: number, problem: string) => `Line ${line}, channel ${channel}, ${problem}`,
    notAnObject: "a channel must be an object.",
  },
  banners: {
    label: "Alarms and changes of the channels",
    /** For `forms.notLoaded`. */
    state: "The state of the channels",
    alarm: {
      title: "The channels were changed outside this program.",
      /** “Noticed 21 Nov, 3:40 pm. Visitors see the last good list.” */
      beforeTime: "Noticed ",
      afterTime: ". Visitors see the last good list.",
      tellOwner: "Tell an owner at once.",
      restore: "Put the last good list back",
      asks: "Put the last good list back?",
      action: "Put it back",
      busy: "Putting it back...",
      empty: "There is no good list, so it will be empty.",
      contents: (count: number) => plural(count, { one: "It has one channel.", other: `It has ${count} channels.` }),
      about:
        "What was written into the store outside this program is discarded. Keep a copy of the store first if you " +
        "want to find out who did it.",
    },
    store: {
      title: "The store was changed outside this program.",
      beforeTime: "Noticed ",
      afterTime:
        ". Nobody whose row was changed can sign in or approve. Tell the person who runs the server at once; " +
        "docs/operating.md says how to repair it.",
    },
    recent: {
      label: "Changes of the last 24 hours",
      /** Before a channel with both of its values. */
      changed: "Changed",
      /** After the time. */
      by: (name: string) => `by ${name}`,
      review: "Review",
      more: (count: number) => plural(count, { one: "1 more today", other: `${count} more today` }),
      dismiss: "Dismiss",
    },
    pending: {
      label: "Changes that wait",
      toBePublished: "1 change waits to be published.",
      forYou: "1 change waits for your approval.",
      forOther: "1 change waits for another owner's approval.",
      several: (count: number) => `${count} changes wait to be published.`,
      /** After who proposed the newest, and when. */
      notSeen: (count: number) =>
        plural(count, { one: ". Visitors do not see it yet.", other: ". Visitors do not see them yet." }),
      review: "Review",
      none: "No change waits. Changes that need another owner's approval appear here.",
      stale: "The list has changed meanwhile, so this can no longer be published. Withdraw it and make it again.",
      publishedOn: (time: string) => `It is published on ${time}, unless somebody withdraws it.`,
      onceYouApprove: "It is published once you approve it.",
      onceApproved: "It is published once another owner approves it.",
      approvesFrom: (time: string) => `You became an owner recently. You can approve from ${time}.`,
      approve: "Approve",
      approving: "Approving...",
      withdraw: "Withdraw",
      withdrawing: "Withdrawing...",
    },
  },
};
