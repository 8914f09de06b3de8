import { plural } from "../../locale/intl.ts";

/** Emails to the team, and the same in its Telegram chat. */
export const mails = {
  /** A day and a time, with the name of the time zone. */
  at: (time: string, zone: string) => `${time}, ${zone}`,
  /** Lines that say what an email is about. */
  lines: {
    when: (at: string) => `When: ${at}`,
    who: (name: string) => `Who: ${name}`,
    by: (name: string) => `By: ${name}`,
    device: (device: string) => `With: ${device}`,
    read: (link: string) => `Read it: ${link}`,
    reply: (link: string) => `Reply: ${link}`,
    more: (count: number) => `… and ${count} more`,
  },
  /** In the place of a name, or of a browser. */
  unknown: {
    device: "an unknown browser",
    member: "a former member",
    actor: "the member, by a link, or the operator of the server",
    operator: "The operator of the server",
    program: "a mailed link, or the program itself",
    scheduled: "the front desk, as it was scheduled or approved earlier",
  },
  /** A new inquiry, and what its visitor wrote after that. */
  inquiry: {
    subject: (reference: string) => `New inquiry ${reference}`,
    reportSubject: (reference: string) => `Impostor report ${reference}`,
    spamSubject: (reference: string) => `Possible spam ${reference}`,
    arrived: (reference: string) => `Inquiry ${reference} has arrived.`,
    reportArrived: (reference: string) => `Impostor report ${reference} has arrived.`,
    isSpam: "It looks like spam.",
    reads: (language: string) => `The visitor reads ${language}.`,
    /** Before a colon. */
    labels: {
      name: "Full Name",
      phone: "Phone Number",
      email: "Email Address",
      city: "City",
      query: "Message",
      reported: "Reported",
    },
    shortened: "(Shortened: the whole message is in the inbox.)",
    answerSubject: (reference: string) => `Answer on inquiry ${reference}`,
    answered: (reference: string) => `The visitor has answered on inquiry ${reference}.`,
    unprovenSubject: (reference: string) => `Unverified email on inquiry ${reference}`,
    unproven: (reference: string) =>
      `An email about inquiry ${reference} names the visitor as its sender, which anybody can forge. Decide in the inbox.`,
  },
  undelivered: {
    subject: (reference: string) => `A reply on inquiry ${reference} did not arrive`,
    /** `problem` is a sentence. */
    text: (reference: string, problem: string) => `A reply on inquiry ${reference} did not arrive. ${problem}`,
    meaning: (link: string) =>
      `The inquiry is open again, first in its list and under “Not delivered”. Reply in another way: ${link}`,
  },
  /** What is new for a member. */
  own: {
    subjects: {
      mention: (reference: string) => `You were mentioned on inquiry ${reference}`,
      assignment: (reference: string) => `Inquiry ${reference} was assigned to you`,
      answer: (reference: string) => `The visitor has written on inquiry ${reference}`,
      undelivered: (reference: string) => `A reply on inquiry ${reference} did not arrive`,
    },
    texts: {
      mention: (reference: string) => `A colleague mentioned you in a note on inquiry ${reference}.`,
      assignment: (reference: string) => `Inquiry ${reference} was assigned to you.`,
      answer: (reference: string) => `The visitor of inquiry ${reference}, which is assigned to you, has written.`,
      undelivered: (reference: string) => `A reply on inquiry ${reference} did not arrive.`,
    },
    severalSubject: (count: number) =>
      plural(count, {
        one: `${count} thing is new for you in the inbox`,
        other: `${count} things are new for you in the inbox`,
      }),
    more: (count: number, link: string) => `And ${count} more: ${link}`,
  },
  /** Emails with a one-time link. */
  link: {
    holds: (hours: number) =>
      plural(hours, {
        one: "The link works once, for 1 hour:",
        other: `The link works once, for ${hours} hours:`,
      }),
    invitationSubject: (brand: string) => `You are invited to the front desk of ${brand}`,
    /** `by` is an address, or the operator; by the role that the member gets. */
    invites: {
      owner: (by: string, brand: string) =>
        `${by} invites you to the front desk of ${brand}, as an owner, who decides what visitors see.`,
      agent: (by: string, brand: string) =>
        `${by} invites you to the front desk of ${brand}, as an agent, who replies to what visitors write.`,
    },
    /** Before `holds`. */
    begin: "Set a password to begin.",
    invitationCare: "If you were not expecting this, ignore it: without a password nobody can use the account.",
    passwordSubject: "Set a new password",
    asked: (brand: string) => `Somebody has asked for a new password for your account at the front desk of ${brand}.`,
    passwordCare: "If it was not you, do nothing: your password stays as it is.",
  },
  test: {
    subject: (brand: string) => `Test from ${brand}`,
    text: (brand: string) => `This is a test from the front desk of ${brand}. News of inquiries will arrive here.`,
    supportSubject: (brand: string) => `Test of the support address of ${brand}`,
    support: (brand: string, code: string) =>
      `Visitors of ${brand} are told to write to this address. To say that mail arrives here, an owner types this ` +
      `code in the set-up: ${code}`,
  },
  /** Events of the sign-in of a member, and of changes among the owners. */
  security: {
    ifYou: "If it was you, there is nothing to do.",
    ifNot: "If it was not you:",
    ifNotSteps: {
      sessions: (link: string) => `1. Open ${link} and end all of your sessions.`,
      password: "2. Set a new password: choose “Forgot your password?” where you sign in.",
      owner: "3. Tell an owner of the front desk.",
    },
    newDevice: {
      subject: "A sign-in from a new device",
      text: "Your account at the front desk was signed in to from a browser that it has not been used in before.",
    },
    recoveryCode: {
      subject: "A recovery code was used",
      text: "Your account at the front desk was signed in to with one of its recovery codes. It does not work again.",
      ifYou: "If it was you and you have lost your phone, set up another one and make new recovery codes.",
    },
    passwordChanged: {
      subject: "Your password was changed",
      text:
        "The password of your account at the front desk was changed by somebody who was signed in to it. All other " +
        "sessions have ended.",
      ifNot:
        "If it was not you, choose “Forgot your password?” where you sign in, and tell an owner of the front desk.",
    },
    factorReset: {
      subject: "Your second factor was reset",
      text:
        "An owner, or the operator of the server, has removed the passkeys, one-time codes and recovery codes of your " +
        "account at the front desk, and ended its sessions.",
      ifYou: "If you have asked for it, sign in with your password and set up a second factor again.",
      ifNot: "If you have not, tell an owner of the front desk.",
    },
    ofOwner: {
      noApproval: "For 24 hours from then on this member cannot approve anything.",
      advice: "If you do not know of it, deactivate the member, and end the sessions of the member who did it:",
    },
    ownerProposed: {
      subject: "A new owner waits for approval",
      text: "A member of the front desk was proposed as an owner. They become one once another owner approves it.",
    },
    ownerAdded: {
      subject: "There is a new owner",
      text: "A member was made an owner of the front desk. Invited people become owners once they accept.",
    },
    ownerLink: {
      subject: "A password link for an owner",
      text: "A one-time link was made with which an owner's password can be set. Anybody with the link can set it.",
    },
    ownerPassword: {
      subject: "An owner's password was set by a link",
      text: "The password of an owner was set with a one-time link.",
    },
    ownerFactor: {
      subject: "An owner's second factor was reset",
      text: "The passkeys, one-time codes and recovery codes of an owner were removed.",
    },
    token: {
      subject: "An API token was made",
      text: "A key was made with which a program can read or change inquiries, or read the reports, without signing in.",
      advice: "If you do not know of it, revoke it, and end the sessions of the member who did it:",
    },
  },
  /** What a member did in the inbox, for the owners. */
  done: {
    exported: {
      subject: "Inquiries were exported",
      text: (by: string, inquiries: string) => `${by} has exported ${inquiries}.`,
      oneByOne: (by: string, inquiries: string) => `${by} has exported ${inquiries}, one by one within an hour.`,
      advice:
        "The file holds personal data of visitors. If nobody agreed to this, end the member's sessions and " +
        "deactivate them:",
    },
    deleted: {
      subject: "Inquiries were deleted",
      text: (by: string, inquiries: string) => `${by} has deleted ${inquiries}.`,
      oneByOne: (by: string, inquiries: string) => `${by} has deleted ${inquiries}, one by one within an hour.`,
      advice: "They are in the bin. If this was a mistake, restore them there:",
    },
    erased: {
      subject: "Inquiries were erased for good",
      text: (by: string, inquiries: string) => `${by} erases ${inquiries} for good.`,
      oneByOne: (by: string, inquiries: string) => `${by} erases ${inquiries} for good, one by one within an hour.`,
      advice:
        "They cannot be restored from the bin. If nobody agreed to this, end the member's sessions and deactivate them:",
    },
    /** The object of these sentences. */
    inquiries: (count: number) => plural(count, { one: "1 inquiry", other: `${count} inquiries` }),
    many: "more than 1,000 inquiries",
  },
  late: {
    subject: "Visitors wait longer than the site says",
    /** `claimed`, `median`: durations; `day`: a date. */
    text: (claimed: string, days: number, day: string, median: string) =>
      `The site promises a response in ${claimed}. In the ${days} days up to ${day} half of the visitors waited for ` +
      `more than ${median}.`,
    advice: "Let the site show the measured time, or change figures.messageResponse in the configuration:",
    weekly: "You get this at most once a week, while it stays so.",
  },
  site: {
    subject: "The site was changed",
    waitsSubject: "A change of the site waits",
    changed: (by: string) => `${by} has changed what the site says.`,
    proposed: (by: string) => `${by} has proposed a change of what the site says.`,
    published: "A change of what the site says was published, since its delay is over.",
    value: (label: string, before: string, after: string) => `${label}: ${before} → ${after}`,
    cut: (value: string, count: number) => `${value}… (${count} more characters)`,
    adviceWaits: "Approve it or withdraw it, if nobody agreed to it:",
    advice: "If nobody agreed to this, undo it, and end the member's sessions:",
    notice: "Any owner takes a notice down at once: “Take it down” at the top of each page, or there.",
  },
  /** A change of a channel, or of the rule for publishing channels. */
  channels: {
    what: (kind: string) => `What: ${kind}`,
    kinds: {
      added: "A channel was added",
      edited: "A channel was changed",
      switched: "A channel was switched on or off",
      removed: "A channel was deleted",
      moved: "The order was changed",
      scheduled: "A change was scheduled",
      unscheduled: "A scheduled change was cancelled",
      began: "A scheduled change has begun",
      ended: "A scheduled change is over",
      imported: "A list of channels was imported",
      undone: "An earlier change was undone",
      rule: "What a change has to wait for was changed",
      proposed: "A change was proposed",
      withdrawn: "A proposal was withdrawn",
      hidden: "All channels were hidden",
      shown: "The channels were shown again",
      restored: "The last good list was put back",
    },
    approvedBy: (name: string) => `Approved by: ${name}`,
    /** `before`, `after`: a rule each. */
    rule: (before: string, after: string) => `Rule: ${before} → ${after}`,
    rules: {
      none: "changes are public at once",
      approval: "changes wait for a second owner's approval",
      delay: (minutes: number) =>
        plural(minutes, { one: `changes wait ${minutes} minute`, other: `changes wait ${minutes} minutes` }),
    },
    /** Lines that say which channel. */
    added: (channel: string) => `New: ${channel}`,
    changed: (before: string, after: string) => `${before} → ${after}`,
    removed: (channel: string) => `Gone: ${channel}`,
    off: (channel: string) => `${channel} (off)`,
    described: (channel: string, description: string) => `${channel}, described as "${description}"`,
    notDescribed: (channel: string) => `${channel}, without description`,
    describedIn: (channel: string, language: string, description: string) =>
      `${channel}, described in ${language} as "${description}"`,
    notDescribedIn: (channel: string, language: string) => `${channel}, without description in ${language}`,
    subjects: {
      channelsChanged: "The support channels have changed",
      channelsWait: "A change of the support channels is waiting",
      channelsScheduled: "A change of the support channels is scheduled",
      ruleChanged: "The rule for publishing channels has changed",
      ruleWaits: "A change of the rule for publishing channels is waiting",
    },
    /** Whether the change is in effect. */
    ruleInEffect: "It is in effect from now on.",
    seen: "Visitors see it now.",
    seenFrom: (from: string) => `Visitors see it from ${from} on, unless somebody cancels it.`,
    seenFromUntil: (from: string, until: string) =>
      `Visitors see it from ${from} until ${until}, unless somebody cancels it.`,
    /** The sentence after one of those below, if the change begins later. */
    thenFrom: (from: string) => `Then visitors see it from ${from} on.`,
    thenFromUntil: (from: string, until: string) => `Then visitors see it from ${from} until ${until}.`,
    ruleNeedsOwner: "It is not in effect yet: it waits until a second owner approves it.",
    needsOwner: "Visitors do not see it yet: it waits until a second owner approves it.",
    ruleTakesEffect: (at: string) =>
      `It is not in effect yet: it takes effect automatically on ${at}, unless somebody withdraws it.`,
    published: (at: string) =>
      `Visitors do not see it yet: it is published automatically on ${at}, unless somebody withdraws it.`,
    accepted: (at: string) =>
      `Visitors do not see it yet: it is accepted automatically on ${at}, unless somebody withdraws it.`,
    review: (link: string) => `Look at it: ${link}`,
    advice:
      "If you did not expect this, sign in at once, undo it there or press `Hide all channels now`, and set a new " +
      "password.",
    withoutDetails: {
      subject: "The support channels were changed",
      text:
        "The support channels were changed. The history that said how has been restarted since, so that no more can " +
        "be told here.",
      review: (link: string) => `Look at the channels and at the history: ${link}`,
    },
  },
  /** Changes with which one owner could act as two. */
  trust: {
    kinds: {
      mail: "the mail server or From",
      incoming: "where visitors' answers by email go",
      webhook: "the webhook",
      telegram: "the Telegram chat",
      publicAddress: "the address of the site, where every link leads",
      "api-token": "an API token that may write",
      "password-link": "a link that sets an owner's password",
      "password-reset": "a new password for an owner, set with a mailed link",
      "second-factor": "removing an owner's second factor",
      "owner-removal": "removing an owner's rights",
      "new-owner": "a new owner",
    },
    subjects: {
      waits: "A change that carries trust waits",
      done: "A change that carries trust is in effect",
      stopped: "A change that carries trust was stopped",
    },
    /** Before what it is. */
    said: {
      waits: "This change was asked for, and has no effect yet:",
      done: "This change is in effect:",
      stopped: "This change was stopped, and has no effect:",
    },
    needsApproval: "It waits for the approval of another owner.",
    takesEffect: (at: string) => `It takes effect at ${at}.`,
    canStop: "Any owner can stop it until then.",
    adviceDone: "If nobody agreed to this, change it back, and end the sessions of the member who did it:",
    adviceWaits: "If nobody agreed to this, stop it, and end the sessions of the member who did it:",
    review: "What waits, and what has changed:",
  },
};
