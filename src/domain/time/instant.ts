/**
 * A time in milliseconds since 1970 as JSON carries it, such as `2026-11-27T09:30:00.000Z`. PostgreSQL returns large
 * numbers as text.
 */
export const instant = (time: number): string => new Date(Number(time)).toISOString();

export const instantOrNull = (time: number | null): string | null => (time === null ? null : instant(time));
