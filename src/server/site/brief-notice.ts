import { unitPattern } from "#domain/words/language-words.ts";
import { languageCodes } from "#domain/languages.ts";
import type { IsOurs } from "#domain/lookalike/named-places.ts";
import { asciiSign } from "#domain/lookalike/normal-text.ts";
import { day } from "#domain/time/durations.ts";

/** A notice of the site, with what decides whether it is brief. */
export interface Notice {
  text: string;
  translations: Readonly<Partial<Record<string, string>>>;
  from: string | null;
  until: string | null;
}

/** Max duration of a notice that does not wait for the publishing rule. */
const longest = day;
/** Max dates or times: more than a start and an end could spell a number. */
const maxDates = 2;
const maxTimes = 2;

/**
 * Returns whether a change of the notices may be published at once: what it adds or edits is brief, and runs at most a
 * day; taking notices away, or ending them sooner, always may.
 */
export function isBriefChange(
  before: readonly Notice[],
  after: readonly Notice[],
  { isOurs, now }: { isOurs: IsOurs; now: number },
): boolean {
  const known = new Set(before.map((notice) => JSON.stringify(notice)));
  return after
    .filter((notice) => !known.has(JSON.stringify(notice)))
    .every((notice) => isBrief(notice, isOurs, now) && !before.some((old) => isLonger(notice, old)));
}

/**
 * The brief notices that are not over, and that another owner than `viewer` has published alone: any owner may take
 * them down. `history` has the changes of the site, oldest first.
 */
export function unapprovedBriefNotices<Actor extends { id: string; email: string } | null>(
  notices: readonly Notice[],
  history: ReadonlyArray<{
    at: number;
    by: Actor;
    approvedBy?: Actor;
    changes: ReadonlyArray<{ path: string; before?: unknown; after?: unknown }>;
  }>,
  { viewer, isOurs, now }: { viewer: string; isOurs: IsOurs; now: number },
) {
  return notices.flatMap((notice) => {
    const { text, from, until } = notice;
    const added = history.findLast(({ changes }) =>
      changes.some(
        ({ path, before, after }) => path === "notices" && includes(after, notice) && !includes(before, notice),
      ),
    );
    if (added === undefined || added.approvedBy !== undefined || added.by?.id === viewer) return [];
    if (until === null || Date.parse(until) <= now || !isBrief(notice, isOurs, added.at)) return [];
    return [{ text, from, until, by: added.by?.email ?? null, at: added.at }];
  });
}

const includes = (list: unknown, notice: Notice) => Array.isArray(list) && list.some((one) => same(one, notice));

function isBrief({ text, translations, from, until }: Notice, isOurs: IsOurs, now: number): boolean {
  if (until === null) return false;
  const begins = from === null ? now : Math.max(now, Date.parse(from));
  if (Date.parse(until) - begins > longest) return false;
  return [text, ...Object.values(translations)].every((one = "") => !hasOtherDigits(one, isOurs));
}

/** Returns whether a notice is the same as another one, but ends later: it would run for more than a day in all. */
function isLonger(notice: Notice, old: Notice): boolean {
  const isSameText = notice.text === old.text && same(notice.translations, old.translations);
  return isSameText && old.until !== null && (notice.until === null || notice.until > old.until);
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns whether a text holds digits that are no time, no date and no number of ours. */
export function hasOtherDigits(text: string, isOurs: IsOurs): boolean {
  let left = text.normalize("NFKC").replace(/\p{Nd}/gu, asciiSign);
  left = left.replace(/(?<!\p{N})\+?\d(?:[\d\s().-]*\d)?(?!\p{N})/gu, (number) => (isOurs(number) ? " " : number));
  for (const [shape, max] of [
    [dates(), maxDates],
    [times, maxTimes],
  ] as const) {
    let count = 0;
    left = left.replace(shape, (written) => ((count += 1) > max ? written : " "));
  }
  return /\p{N}/u.test(left);
}

const clock = String.raw`(?:[01]?\d|2[0-3])(?:[:.][0-5]\d)?`;
/** Words after the number of an hour, or of hours, minutes and days; endings may follow. */
const units = unitPattern(["clock", "hour", "minute", "day"]);
const times = new RegExp(
  String.raw`(?<![\p{N}:./-])(?:${clock}\s?(?:[-–—]|to\b|and\b)\s?)?(?:(?:[01]?\d|2[0-3])[:.][0-5]\d(?!\p{N}|[:./-]\p{N})|${clock}\s?${units})`,
  "giu",
);

let datesShape: RegExp | undefined;

function dates(): RegExp {
  if (datesShape !== undefined) return datesShape;
  const dayOfMonth = String.raw`(?:3[01]|[12]\d|0?[1-9])`;
  const month = "(?:1[0-2]|0?[1-9])";
  const names = languageCodes.flatMap((language) =>
    (["long", "short"] as const).flatMap((style) => {
      const format = new Intl.DateTimeFormat(language, { month: style, timeZone: "UTC" });
      return Array.from({ length: 12 }, (_, at) => format.format(Date.UTC(2026, at, 1)).replace(/\.$/, ""));
    }),
  );
  // The longest first, so that "Jun" does not end inside "June".
  const named = `(?:${[...new Set(names)].toSorted((one, other) => other.length - one.length).join("|")})`;
  const year = String.raw`(?:,?\s?20\d\d)?`;
  datesShape = new RegExp(
    String.raw`(?<![\p{N}:./-])(?:` +
      [
        `20\\d\\d-${month}-${dayOfMonth}`,
        String.raw`${dayOfMonth}([./-])${month}(?:\1(?:20)?[2-3]\d)?`,
        String.raw`${dayOfMonth}(?:st|nd|rd|th)?(?:\s?[-–—]\s?${dayOfMonth}(?:st|nd|rd|th)?)?\s${named}\.?${year}`,
        String.raw`${named}\.?\s${dayOfMonth}(?:st|nd|rd|th)?${year}`,
      ].join("|") +
      String.raw`)(?!\p{N}|[:./-]\p{N})`,
    "giu",
  );
  return datesShape;
}
