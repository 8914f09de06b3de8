import { teamCopy } from "#copy/current.ts";
import { siteLabelIn } from "#domain/site-fields.ts";
import { languageName } from "#copy/locale/language-name.ts";

/** The label of a path of the site in the language of the page. */
export function siteLabel(path: string): string {
  const words = {
    labels: teamCopy.site.labels,
    sourceOf: teamCopy.site.sourceOf,
    translated: teamCopy.site.translated,
  };
  return siteLabelIn(words, languageName, path);
}
