import { z } from "zod";
import { say, type ServerText } from "#copy/server/say.ts";
import { hoursLimits } from "#domain/time/availability.ts";
import { typedLine } from "../text.ts";

const time = (label: ServerText, pattern: RegExp) =>
  z.string({ error: say("field.clock-time", { label }) }).regex(pattern, say("field.clock-time", { label }));
const minutes = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`;

const spanSchema = z
  .object({
    /** Monday is 1, Sunday 7. */
    day: z.literal([1, 2, 3, 4, 5, 6, 7], { error: say("hours.choose-day") }),
    from: time(say("label.from-time"), new RegExp(`^${minutes}$`)),
    /** If not later than `from`: on the next day. */
    to: time(say("label.to-time"), new RegExp(`^(?:${minutes}|24:00)$`)),
  })
  .refine(({ from, to }) => from !== to, say("hours.begin-is-end"));

export const hoursSchema = z
  .object(
    {
      timeZone: z
        .string({ error: say("field.not-text", { label: say("label.time-zone") }) })
        .refine(isTimeZone, say("hours.time-zone")),
      weekly: z
        .array(spanSchema, { error: say("hours.list") })
        .min(1, say("hours.none"))
        .max(hoursLimits.weekly, say("hours.too-many", { count: hoursLimits.weekly })),
      holidays: z
        .array(
          z.object({
            date: z.iso.date(say("hours.holiday", { example: "2026-12-25" })),
            name: typedLine(say("label.holiday"), hoursLimits.holidayName).default(""),
          }),
          { error: say("hours.list-holidays") },
        )
        .max(hoursLimits.holidays, say("hours.too-many-holidays", { count: hoursLimits.holidays }))
        .default([]),
    },
    { error: say("hours.choose") },
  )
  .meta({ id: "Hours" });

/** Opening times without time zones: the state changes at each of `flips`, in seconds since 1970. */
export const availabilitySchema = z
  .object({ timeZone: z.string(), isOpen: z.boolean(), flips: z.array(z.int()) })
  .meta({ id: "Availability" });

/** Returns whether the platform knows this IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
