/** Numbers and dates in the current language. */
import { type Language, languages, localeOf } from "#domain/languages.ts";
import { language, locale } from "./language.ts";

/** Languages differ in how many forms there are; each has `other`. */
export function plural(count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string {
  return forms[new Intl.PluralRules(locale()).select(count)] ?? forms.other;
}

/** `plural` and `counted` in a given language, whichever is the current one. */
export function numbersIn(code: Language) {
  const tag = localeOf(languages[code].tag);
  // Made on first use: both take long, and no start needs them.
  let rules: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  return {
    plural: (count: number, forms: Parameters<typeof plural>[1]) =>
      forms[(rules ??= new Intl.PluralRules(tag)).select(count)] ?? forms.other,
    counted: (count: number) => (numbers ??= new Intl.NumberFormat(tag)).format(count),
  };
}

/** Returns a number with the separators of thousands. */
export function counted(count: number): string {
  return new Intl.NumberFormat(locale()).format(count);
}

/** The date of an ISO 8601 time in a time zone; in UTC if the engine does not know that zone. */
export function dateText(time: string, timeZone: string): string {
  const inZone = (zone: string) => new Intl.DateTimeFormat(locale(), { dateStyle: "long", timeZone: zone });
  try {
    return inZone(timeZone).format(new Date(time));
  } catch {
    return inZone("UTC").format(new Date(time));
  }
}

/** The name of a time zone: `indian` for India's, which engines call Asia/Kolkata or Asia/Calcutta. */
export function zoneText(timeZone: string, indian: string): string {
  return timeZone === "Asia/Kolkata" || timeZone === "Asia/Calcutta" ? indian : timeZone;
}

export function listed(items: readonly string[]): string {
  // Safari before 14.1.
  if (!("ListFormat" in Intl)) return items.join(", ");
  return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
}
