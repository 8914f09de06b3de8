import type { Report } from "#contract/reports.ts";

/** The spans that a report can have, in days until today. */
export const spans = [7, 30, 90, 365] as const;

export const openWords: Record<Report["open"][number]["age"], string> = {
  hour: "less than an hour",
  day: "less than a day",
  week: "less than a week",
  month: "less than 30 days",
  older: "longer",
};
