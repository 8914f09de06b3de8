import type { SiteFields } from "#contract/site/site.ts";
import type { FieldChange } from "#domain/site-changes.ts";
import { guardedTexts } from "#domain/site-fields.ts";
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

/** Problems of the changed texts, by path; one in a list by its place there, as `notices.0.text`. */
export async function textProblems(
  changes: readonly FieldChange[],
  problemOf: (text: string) => Promise<string | undefined>,
): Promise<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const { path, text } of changes.flatMap((change) => guardedTexts(change.path, change.after))) {
    const problem = await problemOf(text);
    if (problem !== undefined) errors[path] = problem;
  }
  return errors;
}

/**
 * The newest changes within the limits, at least one. Sensitive ones after `heldSince` are dropped last, so that nobody
 * pushes them out of sight.
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
