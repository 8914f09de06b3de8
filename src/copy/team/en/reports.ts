import { counted, plural } from "../../locale/intl.ts";
/** Figures about inquiries. */
export const reports = {
  title: "Reports",
  /** Before "could not be loaded". */
  what: "The report",
  loading: "Loading the report...",
  days: "Days",
  lastDays: (count: number) => `Last ${count} days`,
  none: "No inquiries in these days",
  noneHint: "Figures appear here a minute after inquiries arrive.",
  csv: "Export CSV",
  totals: {
    inquiries: "Inquiries",
    firstAnswer: "First answer, median",
    nineOfTen: (duration: string) => `9 of 10 within ${duration}`,
    answered: "Answered",
    open: "Open now",
    olderThanDay: (count: number) => `${counted(count)} for more than a day`,
    toInbox: "Inbox",
    suspected: (count: number) => `${counted(count)} possible spam`,
    impostors: (count: number) =>
      plural(count, { one: "1 report of an impostor", other: `${counted(count)} reports of impostors` }),
    unanswered: (count: number) => `${counted(count)} closed without an answer from us`,
    undelivered: (count: number) =>
      plural(count, {
        one: "1 reply did not arrive, and is not counted as answered",
        other: `${counted(count)} replies did not arrive, and are not counted as answered`,
      }),
  },
  /** Compared with as many days before, such as `1 to 30 Sep`. */
  before: {
    span: (from: string, to: string) => `${from} to ${to}`,
    change: (percent: string, span: string) => `${percent} against ${span}`,
    same: (span: string) => `as many as from ${span}`,
    faster: (duration: string, span: string) => `${duration} faster than ${span}`,
    slower: (duration: string, span: string) => `${duration} slower than ${span}`,
    asFast: (span: string) => `as fast as ${span}`,
    none: (span: string) => `none from ${span}`,
  },
  charts: {
    received: "Inquiries a day",
    answers: "First answer, median by day",
    hours: "Inquiries by hour",
    inquiries: (count: number) => plural(count, { one: "1 inquiry", other: `${counted(count)} inquiries` }),
    noAnswer: "no answer",
    alt: (title: string) => `Chart: ${title}. The table below has its values.`,
    table: "As a table",
  },
  members: {
    title: "First answers by member",
    none: "Nobody has answered in these days.",
    former: "Former members",
  },
  tags: { title: "First answers by tag", deleted: "Deleted tags" },
  open: {
    title: "Open now, by age",
    ages: {
      hour: "less than an hour",
      day: "less than a day",
      week: "less than a week",
      month: "less than 30 days",
      older: "longer",
    },
  },
  columns: {
    day: "Day",
    hour: "Hour",
    member: "Member",
    tag: "Tag",
    age: "Age",
    inquiries: "Inquiries",
    undelivered: "Not delivered",
    answered: "Answered",
    median: "Median",
    ninety: "90 % within",
  },
  /** A duration that is no exact one. */
  estimated: (duration: string) => `about ${duration}`,
  estimateNote:
    "Times with “about” are estimates: some of these answers were counted by an older version, or there are too many.",
  durations: {
    minutes: (count: number) => `${counted(count)} min`,
    hours: (count: number) => `${counted(count)} h`,
    days: (count: number) => plural(count, { one: "1 day", other: `${counted(count)} days` }),
  },
};
