import { locale } from "./language.ts";

/** The clock of a dictionary: `minute` has two digits. */
type Clock = (hour: number, minute: string) => string;

interface Style {
  /** The time zone; the browser's if undefined. */
  timeZone?: string | undefined;
  date?: Intl.DateTimeFormatOptions;
  hasSeconds?: boolean;
}

/**
 * A date and a time of day: `28 नवंबर 2026, दोपहर 12:28 बजे`. `Intl` has no such form for the languages of India: it
 * says `28 नवंबर 2026 को 12:28 pm बजे`.
 */
export function momentText(time: number | Date, clock: Clock, style: Style = {}): string {
  const { date = { dateStyle: "long" }, timeZone } = style;
  return `${formatOf({ ...date, timeZone }).format(time)}, ${timeText(time, clock, style)}`;
}

/** A time of day on a clock of the language. */
export function timeText(time: number | Date, clock: Clock, { timeZone, hasSeconds = false }: Style = {}): string {
  const format = formatOf({ timeZone, hour: "numeric", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  const {
    hour,
    minute = "",
    second,
  } = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return clock(Number(hour), hasSeconds ? `${minute}:${second}` : minute);
}

/** Formatters by language, zone and parts: creating one takes a phone about 100 ms. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale(), options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  formats.set(key, format);
  return format;
}
