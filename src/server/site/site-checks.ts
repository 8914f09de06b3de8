import type { SiteFields } from "#contract/site/site.ts";
import type { ServerText } from "#copy/server/say.ts";
import { descriptionProblem, splitsIn } from "#domain/lookalike/description-check.ts";
import { type Language, languageCodes } from "#domain/languages.ts";
import type { IsOurs } from "#domain/lookalike/named-places.ts";
import type { FieldChange } from "#domain/site-changes.ts";
import { guardedTexts } from "#domain/site-fields.ts";
import { shownText } from "../http/problem.ts";
import { textProblem } from "../lib/text-problem.ts";
import { cleanLogo } from "./logo.ts";
import { type ShownDescription, shownPages } from "./shown-texts.ts";

/** Max number of changes in the history, and max length of them as JSON: all of them are in one signed text. */
const maxHistory = 50;
const maxHistoryLength = 250_000;

/** Problems of the fields as their schema reports them, by path. */
export function errorsOf(
  issues: ReadonlyArray<{ path: PropertyKey[]; message: string; code?: string }>,
): Record<string, ServerText> {
  const errors: Record<string, ServerText> = {};
  for (const issue of issues) {
    errors[issue.path.map(String).join(".")] ??= shownText(issue);
  }
  return errors;
}

/** The values with each new logo as it is stored; adds an error for one that is not taken. */
export async function withCleanLogos(
  values: SiteFields,
  before: SiteFields,
  errors: Record<string, ServerText>,
): Promise<SiteFields> {
  const brands = { ...values.brands };
  for (const name of ["home", "contact"] as const) {
    const { logo } = brands[name];
    if (logo === undefined || logo === before.brands[name].logo) continue;
    const clean = await cleanLogo(logo);
    if (clean.ok) brands[name] = { ...brands[name], logo: clean.logo };
    else errors[`brands.${name}.logo`] = clean.reason;
  }
  return { ...values, brands };
}

/**
 * Returns whether a text is a number or an address that a line about us may give: no link, messenger name or payment
 * id.
 */
const isNumberOrEmail = (written: string) =>
  /^\+?\d[\d ().-]*$/.test(written) || /^[\w.+-]+@(?:[a-z\d-]+\.)+[a-z]{2,}$/i.test(written);

/** Context for the check of public texts. */
export interface TextSurroundings {
  isOurs: IsOurs;
  /** The descriptions of the channels that visitors of a language read. */
  describedIn: (language: Language) => readonly ShownDescription[];
  now: number;
}

/**
 * Problems of the changed texts, by path; one in a list by its place there, as `notices.0.text`. `values` are those
 * after the changes.
 */
export function textProblems(
  changes: readonly FieldChange[],
  before: SiteFields | null,
  values: SiteFields,
  surroundings: TextSurroundings,
): Record<string, ServerText> {
  const { isOurs } = surroundings;
  const errors: Record<string, ServerText> = {};
  const changed = changes.flatMap((change) => guardedTexts(change.path, change.after));
  for (const { path, text, kind } of changed) {
    const mayName = kind === "contact" ? (written: string) => isOurs(written) || isNumberOrEmail(written) : isOurs;
    const problem = descriptionProblem(text, mayName, "text");
    if (problem !== undefined) errors[path] = textProblem(problem);
  }
  if (changes.length === 0) return errors;
  // Texts that visitors could read before do not block another change.
  const known = new Set(before === null ? [] : splitsOf(before, surroundings).map(({ name }) => name));
  const isChanged = ({ path }: { path: string }) => changed.some((one) => one.path === path);
  for (const { name, taken, problem } of splitsOf(values, surroundings)) {
    if (known.has(name)) continue;
    const at = taken.find(isChanged) ?? taken[0] ?? changes[0];
    if (at !== undefined) errors[at.path] ??= textProblem(problem);
  }
  return errors;
}

/** Returns what the texts of a page name only together, in any language. */
function splitsOf(values: SiteFields, { isOurs, describedIn, now }: TextSurroundings) {
  const pages = languageCodes.flatMap((language) => shownPages(language, values, describedIn(language), now));
  return splitsIn(pages, isOurs, "text").map(({ taken, ...split }) => ({
    ...split,
    taken: taken.filter((one) => "path" in one),
  }));
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
