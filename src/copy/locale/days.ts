/** Calendar days (`2026-10-30`) in the current language. */
import { locale } from "./language.ts";

/** A day without its year: `30 Oct`. `hasYear` adds it. */
export function dayText(day: string, hasYear = false): string {
  const year = hasYear ? ({ year: "numeric" } as const) : {};
  return new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short", timeZone: "UTC", ...year }).format(
    new Date(day),
  );
}

/** Returns two days, the first without what it shares with the last: `1` and `30 Sep`, `30 Sep` and `29 Oct`. */
export function spanTexts(from: string, to: string): [from: string, to: string] {
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return [isOneMonth ? String(Number(from.slice(8))) : dayText(from, !isOneYear), dayText(to, !isOneYear)];
}
