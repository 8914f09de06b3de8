import { teamCopy } from "#copy/current.ts";
import type { TeamChannel } from "#contract/channels/channel.ts";
import type { Translations } from "#domain/channels/channel-list.ts";
import { furtherLanguages, type FurtherLanguage } from "#domain/further-languages.ts";
import { languageName } from "#copy/locale/language-name.ts";

/** Returns a label such as `Description (Hindi)`. */
export const descriptionLabel = (language: FurtherLanguage): string =>
  teamCopy.site.translated(teamCopy.channels.editor.description, languageName(language));

/** The translations that were edited, an emptied one as an empty text; undefined if none was. */
export function changedTranslations(before: Translations = {}, after: Translations = {}): Translations | undefined {
  const text = (translations: Translations, language: FurtherLanguage) => (translations[language] ?? "").trim();
  const changed = furtherLanguages.filter((language) => text(before, language) !== text(after, language));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((language) => [language, text(after, language)]));
}

/** A channel's texts as the server would store them: without surrounding blanks. */
export function trimmed<Fields extends Pick<TeamChannel, "value" | "proof" | "translations">>(fields: Fields): Fields {
  const { value, proof, translations } = fields;
  return { ...fields, value: value.trim(), proof: proof.trim(), translations: changedTranslations({}, translations) };
}
