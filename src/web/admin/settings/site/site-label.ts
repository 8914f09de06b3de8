import { teamCopy } from "#copy/current.ts";
import { isLanguage } from "#domain/languages.ts";
import { translatedTexts } from "#domain/site-fields.ts";
import { languageName } from "../../forms/language-name.ts";

/** The label of a path in the language of the page, also of a translated text and of a figure's source. */
export function siteLabel(path: string): string {
  const labels: Readonly<Record<string, string>> = teamCopy.site.labels;
  const label = labels[path];
  if (label !== undefined) return label;
  const [group = "", name = "", text = ""] = path.split(".");
  if (group === "figureSources") return teamCopy.site.sourceOf(labels[`figures.${name}`] ?? name);
  if (group === "translations") {
    const translated = labels[translatedTexts[text] ?? ""] ?? text;
    return teamCopy.site.translated(translated, isLanguage(name) ? languageName(name) : name);
  }
  return path;
}
