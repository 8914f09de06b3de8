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
  totals: {
    inquiries: "Inquiries",
    kinds: (spam: number, impostors: number) =>
      `${counted(spam)} possible spam, ` +
      `${plural(impostors, { one: "1 report", other: `${counted(impostors)} reports` })} of impostors`,
    firstAnswer: "First answer, median",
    nineOfTen: (duration: string) => `9 of 10 within ${duration}`,
    answered: "Answered",
    unanswered: (count: number) => `${counted(count)} closed without an answer from us`,
    undelivered: "Not delivered",
    notAnswered: "our reply did not arrive; not counted as answered",
  },
  charts: {
    received: "Inquiries a day",
    answers: "First answer in minutes, median by day",
    hours: "Inquiries by hour",
    alt: (title: string) => `Chart: ${title}. The table below has its values.`,
    table: "Table",
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
    answered: "Answered",
    median: "Median",
    ninety: "90 % within",
  },
  /** A duration that is no exact one. */
  estimated: (duration: string) => `about ${duration}`,
  estimateNote:
    "Times with “about” are estimates: some of these answers were counted by an older version, or there are too many.",
  durations: {
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    days: (count: number) => `${count} days`,
  },
};
