import { unitPattern } from "../words/language-words.ts";
import { dayOf, zoneClock } from "./day.ts";
import { day } from "./durations.ts";

/** The last days whose answers are compared with what the site promises. */
export const comparedDays = 7;
/** Min number of answers for the comparison. */
const fewestAnswers = 5;

/** The median, if it is longer than the time that the text `promised` says; null if not, or if either is unknown. */
export function lateMedian(
  promised: string,
  { answered, median }: { answered: number; median: number | null },
): number | null {
  const minutes = minutesIn(promised);
  const isLate = minutes !== null && median !== null && answered >= fewestAnswers && median > minutes;
  return isLate ? median : null;
}

/** Each unit's words in the languages of the site, with the minutes that it has. */
const unitWords: ReadonlyArray<[minutes: number, words: RegExp]> = (
  [
    [1 / 60, "second"],
    [1, "minute"],
    [60, "hour"],
    [1440, "day"],
  ] as const
).map(([minutes, unit]) => [minutes, new RegExp(`^${unitPattern([unit])}`, "iu")]);
/** The digits of those languages; each script's zero is six places after the begin of sixteen. */
const indicDigit = /[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g;

/** A number, or the end of a range, and the word after it. */
const amountAndUnit = /(?:\d+\s*[-–—]\s*)?(\d+(?:\.\d+)?)[\s-]*([\p{L}\p{M}]+)/gu;

/**
 * The minutes in a text such as `5 minutes`, `५ मिनट` or `1 hour 30 min`, in any of the site's languages; the longest
 * of a range such as `5–10 minutes`. Null if it says no duration, or a number that is none.
 */
export function minutesIn(text: string): number | null {
  const plain = text.replace(indicDigit, (digit) => String((digit.charCodeAt(0) % 16) - 6));
  if (/\d/.test(plain.replace(amountAndUnit, ""))) return null;
  const minutes = [...plain.matchAll(amountAndUnit)].map(([, amount, word = ""]) => {
    const unit = unitWords.find(([, words]) => words.test(word));
    return unit === undefined ? null : Number(amount) * unit[0];
  });
  return minutes.reduce(
    (sum, each) => (sum === null || each === null ? null : sum + each),
    minutes.length > 0 ? 0 : null,
  );
}

/** Hours below this are written with their minutes. */
const preciseHours = 10;

/** A duration in minutes, such as `12 min`, `1 h 23 min`, `14 h` or `2 days`, in a language; a dash for none. */
export function formatDuration(
  minutes: number | null,
  texts: Record<"minutes" | "hours" | "days", (count: number) => string>,
): string {
  if (minutes === null) return "–";
  const whole = Math.max(1, Math.round(minutes));
  const unit = durationUnit(whole);
  if (unit === 1) return texts.minutes(whole);
  if (unit === 1440) return texts.days(Math.round(whole / unit));
  if (whole >= preciseHours * 60) return texts.hours(Math.round(whole / 60));
  const rest = whole % 60;
  return [texts.hours(Math.floor(whole / 60)), ...(rest === 0 ? [] : [texts.minutes(rest)])].join(" ");
}

/** The minutes of the largest unit in which a duration is written: 1, 60 or 1440. */
export function durationUnit(minutes: number): 1 | 60 | 1440 {
  return minutes < 60 ? 1 : minutes < 36 * 60 ? 60 : 1440;
}

/** The last days until `now`, in a time zone. */
export function spanOf(days: number, now: number, timeZone: string): { from: string; to: string } {
  const wall = zoneClock(timeZone).wallAt(now);
  return { from: dayOf(wall - (days - 1) * day), to: dayOf(wall) };
}
