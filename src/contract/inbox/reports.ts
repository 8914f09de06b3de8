import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { languageCodes } from "#domain/languages.ts";
import { day } from "#domain/time/durations.ts";
import { daySchema } from "./inbox.ts";

/** The longest report, in days. */
const maxReportDays = 366;

/** The days of a report if only one of them, or none, is named. */
export const usualReportDays = 30;

/** The first and the last day of a report, in the site's time zone. */
export const reportQuerySchema = z
  .object({ from: daySchema.optional(), to: daySchema.optional() })
  .refine(({ from = "", to = from }) => from <= to, {
    error: say("report.last-before-first"),
    path: ["to"],
  })
  .refine(({ from = "", to = from }) => !(Date.parse(to) - Date.parse(from) >= maxReportDays * day), {
    error: say("report.too-many-days", { count: maxReportDays }),
    path: ["to"],
  });

export type ReportQuery = z.output<typeof reportQuerySchema>;

/** A picture is loaded without the header that names the page's language. */
export const chartQuerySchema = reportQuerySchema.safeExtend({ language: z.enum(languageCodes).optional() });

/** Minutes until the team's first answer, of those that got one; null if there is none. */
const answersSchema = z.object({
  answered: z.int(),
  median: z.number().nullable(),
  p90: z.number().nullable(),
  /** Whether both are read from classes of durations: some were counted by an older version, or there are too many. */
  isEstimate: z.boolean(),
});

export type AnswerTimes = z.output<typeof answersSchema>;

/** Sums over inquiries by the day on which they arrived. */
export const reportSchema = z
  .object({
    days: z.array(answersSchema.extend({ day: z.string(), received: z.int(), undelivered: z.int() })),
    /** Figures by the hour of arrival, 0 to 23. */
    hours: z.array(answersSchema.extend({ hour: z.int(), received: z.int() })),
    /** Figures by the member who gave the first answer; the email is null for one who no longer exists. */
    members: z.array(answersSchema.extend({ email: z.string().nullable() })),
    /** Figures by the tags that the inquiry had at its first answer; the name is null for tags that no longer exist. */
    tags: z.array(answersSchema.extend({ name: z.string().nullable() })),
    total: answersSchema.extend({
      received: z.int(),
      suspected: z.int(),
      reports: z.int(),
      /** Closed without an answer from the team. */
      unanswered: z.int(),
      /** The team replied, and none of the replies arrived; they are not among the answered ones. */
      undelivered: z.int(),
    }),
    /** Figures of the same number of days before, to compare. */
    before: answersSchema.pick({ answered: true, median: true, isEstimate: true }).extend({
      from: z.string(),
      to: z.string(),
      received: z.int(),
    }),
    /** Inquiries that are open now, by the time since they arrived. */
    open: z.array(z.object({ age: z.enum(["hour", "day", "week", "month", "older"]), count: z.int() })),
  })
  .meta({ id: "Report" });

export type Report = z.output<typeof reportSchema>;
