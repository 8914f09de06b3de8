import { defaultFigures, type FigureName, figureNames, type SiteFields } from "#contract/site/site.ts";
import type { FigureView } from "#contract/site/site-settings.ts";
import type { FieldChange } from "#domain/site-changes.ts";

/**
 * Returns the owners' decision on each figure. A default that nobody has confirmed is undecided; in a store from before
 * figures had defaults, so is an empty figure, as nobody was asked.
 */
export function figuresOf(
  { figures }: Pick<SiteFields, "figures">,
  decided: readonly FigureName[],
  isOldStore: boolean,
): FigureView[] {
  return figureNames.map((name) => {
    const value = figures[name];
    const isAsked = value === defaultFigures[name] || (isOldStore && value === "");
    return { name, usual: defaultFigures[name], isDecided: !isAsked || decided.includes(name) };
  });
}

/** The names of the figures that visitors see, and that nobody has confirmed. */
export function unconfirmedIn(views: readonly FigureView[], { figures }: Pick<SiteFields, "figures">): FigureName[] {
  return views.filter(({ name, isDecided }) => !isDecided && figures[name] !== "").map(({ name }) => name);
}

/** The decided figures once these changes are published: an owner made each. */
export function decidedAfter(decided: readonly FigureName[], changes: readonly FieldChange[]): FigureName[] {
  const changed = figureNames.filter((name) => changes.some(({ path }) => path === `figures.${name}`));
  return [...new Set([...decided, ...changed])];
}
