import type { SiteFields, SiteNotice } from "#contract/site/site.ts";
import type { FieldChange } from "#domain/site-changes.ts";
import { cleanLogo } from "./logo.ts";

/** How many changes are remembered, and how long they are as JSON: all of them are in one signed text. */
const maxHistory = 50;
const maxHistoryLength = 250_000;

/** Problems of the fields as their schema reports them, by path. */
export function errorsOf(issues: ReadonlyArray<{ path: PropertyKey[]; message: string }>): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) {
    const text = /^must\b/.test(message) ? `This ${message}.` : "This is not right.";
    errors[path.map(String).join(".")] ??= text;
  }
  return errors;
}

/** The values with each new logo as it is stored; adds an error for one that is no picture. */
export async function withCleanLogos(
  values: SiteFields,
  before: SiteFields,
  errors: Record<string, string>,
): Promise<SiteFields> {
  const brands = { ...values.brands };
  for (const name of ["home", "contact"] as const) {
    const { logo } = brands[name];
    if (logo === undefined || logo === before.brands[name].logo) continue;
    const clean = await cleanLogo(logo);
    if (clean === null) errors[`brands.${name}.logo`] = "This must be a PNG, WebP or JPEG picture.";
    else brands[name] = { ...brands[name], logo: clean };
  }
  return { ...values, brands };
}

/** Texts that visitors read; none of them may name a number, an address or a link that is not ours. */
const texts =
  /^(brands\..+\.(name|tagline)|figures\..+|figureSources\..+|words\..+|translations\..+|legal\.governingLaw)$/;

/** Whether the value at this path is such a text. */
export function isText(path: string): boolean {
  return texts.test(path);
}

/** Problems of the changed texts, by path. */
export async function textProblems(
  changes: readonly FieldChange[],
  problemOf: (text: string) => Promise<string | undefined>,
): Promise<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const { path, after } of changes) {
    const read = isText(path) && typeof after === "string" ? [after] : [];
    // `siteFieldsSchema` has checked them.
    const notices = path === "notices" ? ((after as SiteNotice[] | undefined) ?? []) : [];
    const inNotices = notices.flatMap(({ text, translations }) => [text, ...Object.values(translations)]);
    for (const text of [...read, ...inNotices]) {
      const problem = await problemOf(text);
      if (problem !== undefined) errors[path] ??= problem;
    }
  }
  return errors;
}

/**
 * The newest changes within the limits, at least one. Sensitive ones after `heldSince` are dropped last: their undo
 * does not wait.
 */
export function shortened<Change extends { at: number; isSensitive: boolean }>(
  history: readonly Change[],
  heldSince: number,
): Change[] {
  const kept = [...history];
  while (kept.length > maxHistory || (kept.length > 1 && JSON.stringify(kept).length > maxHistoryLength)) {
    const at = kept.findIndex((entry) => !entry.isSensitive || entry.at <= heldSince);
    kept.splice(Math.max(at, 0), 1);
  }
  return kept;
}
