import { counted } from "../../locale/intl.ts";

/** The emails that were not taken. */
export const untaken = {
  title: "Not taken",
  lead: "Emails that look automatic, or could not be read.",
  kept: (days: number, count: number, megabytes: number) =>
    `Each is kept for ${days} days; of more than ${counted(count)}, or ${megabytes} MB, the oldest go first.`,
  what: "The list of emails",
  loading: "Loading the emails...",
  more: "Show more",
  empty: {
    title: "Every email was taken",
    text: "Automatic emails, and those that could not be read, are listed here.",
  },
  list: "Emails that were not taken",
  noSender: "No sender",
  noSubject: "(no subject)",
  /** An email in a button's name. */
  named: (subject: string, sender: string) => `“${subject}” from ${sender}`,
  take: "Take it",
  takeOne: (mail: string) => `Take it: ${mail}`,
  done: {
    take: "The email was taken",
    undo: "The email is listed again",
    confirm: "The reply is marked as not delivered",
  },
  /** For a report that is perhaps about a reply. */
  confirm: "Mark as not delivered",
  confirmOne: (reference: string) => `Mark as not delivered: the reply on ${reference}`,
  undoOne: (mail: string) => `Undo taking ${mail}`,
  open: "Open inquiry",
  download: "Download",
  downloadOne: (mail: string) => `Download ${mail}`,
  /** Why each was not taken. */
  reasons: {
    "auto-reply": "An automatic reply, such as “out of office”.",
    program: "Sent by a program, such as a newsletter.",
    "own-address": "From an address of the team, or our own.",
    bounce: "A report that an email did not arrive, about none of ours.",
    full: "Its conversation has too many messages without a reply.",
    "no-sender": "Could not be read: it names no sender.",
    "too-many-lines": "Could not be read: it has too many lines.",
    "too-many-headers": "Could not be read: it has too many header lines.",
    "too-many-parts": "Could not be read: it has too many parts.",
    "too-slow": "Could not be read: it took too long.",
    "too-much-memory": "Could not be read: it took too much memory.",
    crashed: "Could not be read: the program that reads emails ended.",
    tries: "Could not be taken: three tries failed.",
  },
  perhaps: (reference: string) => `A report that an email did not arrive, perhaps one about ${reference}.`,
};
