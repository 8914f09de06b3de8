import { z } from "zod";
import { hoursLimits } from "#domain/time/availability.ts";
import { typedLine } from "../text.ts";

const time = (label: string, pattern: RegExp) =>
  z
    .string({ error: `${label} must be a time such as 09:00.` })
    .regex(pattern, `${label} must be a time such as 09:00.`);
const minutes = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`;

const spanSchema = z
  .object({
    /** Monday is 1, Sunday 7. */
    day: z.literal([1, 2, 3, 4, 5, 6, 7], { error: "Choose a day of the week." }),
    from: time("From", new RegExp(`^${minutes}$`)),
    /** If not later than `from`: on the next day. */
    to: time("To", new RegExp(`^(?:${minutes}|24:00)$`)),
  })
  .refine(
    ({ from, to }) => from !== to,
    "Hours must begin and end at different times; use 00:00 to 24:00 for a whole day.",
  );

export const hoursSchema = z
  .object(
    {
      timeZone: z
        .string({ error: "Time zone must be text." })
        .refine(isTimeZone, "Time zone must be one such as Asia/Kolkata."),
      weekly: z
        .array(spanSchema, { error: "List the times at which somebody answers." })
        .min(1, "Hours must have at least one time at which somebody answers; leave them out for always.")
        .max(hoursLimits.weekly, `List at most ${hoursLimits.weekly} times.`),
      holidays: z
        .array(
          z.object({
            date: z.iso.date("Holiday must be a day such as 2026-12-25."),
            name: typedLine("Holiday", hoursLimits.holidayName).default(""),
          }),
          { error: "List the holidays." },
        )
        .max(hoursLimits.holidays, `List at most ${hoursLimits.holidays} holidays.`)
        .default([]),
    },
    { error: "Set weekly hours in a time zone, or choose that somebody always answers." },
  )
  .meta({ id: "Hours" });

/** Opening times without time zones: the state changes at each of `flips`, in seconds since 1970. */
export const availabilitySchema = z
  .object({ timeZone: z.string(), isOpen: z.boolean(), flips: z.array(z.int()) })
  .meta({ id: "Availability" });

/** Whether the platform knows this IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
