/** Stands for a stored time that is none, such as that of a damaged row. No schema takes it for a time. */
export const noTime = "unreadable";

/**
 * A time in milliseconds since 1970 as JSON carries it, such as `2026-11-27T09:30:00.000Z`. PostgreSQL returns large
 * numbers as text. Never throws: one damaged row must not take a list away.
 */
export function instant(time: number): string {
  const date = new Date(Number(time));
  return Number.isNaN(date.getTime()) ? noTime : date.toISOString();
}

export const instantOrNull = (time: number | null): string | null => (time === null ? null : instant(time));
