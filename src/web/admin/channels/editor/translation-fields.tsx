import { teamCopy } from "#copy/current.ts";
import { channelLimits, type Translations } from "#domain/channels/channel-list.ts";
import { type FurtherLanguage, furtherLanguages } from "#domain/further-languages.ts";
import { languages } from "#domain/languages.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { OtherLanguages } from "../../forms/other-languages.tsx";
import { descriptionLabel } from "../descriptions.ts";

/** A channel's description in the languages besides English, folded. */
export function TranslationFields(props: {
  id: string;
  translations: Translations | undefined;
  /** The server's errors by language. */
  errors: Readonly<Record<string, string>>;
  onChange: (translations: Translations) => void;
}) {
  const { id, translations = {}, errors, onChange } = props;
  const isWritten = (language: FurtherLanguage) => (translations[language] ?? "").trim() !== "";
  const written = furtherLanguages.filter(isWritten).length;
  return (
    <div className="translation-fields">
      <OtherLanguages
        id={id}
        summary={teamCopy.channels.editor.otherLanguages(written, furtherLanguages.length)}
        hint={teamCopy.site.notices.translationHint}
        isWritten={isWritten}
        // An error of all of them shows at the one that is chosen.
        wrong={errors[""] === undefined ? furtherLanguages.filter((language) => language in errors) : furtherLanguages}
      >
        {(language) => (
          <Field
            key={language}
            id={`${id}-${language}`}
            label={descriptionLabel(language)}
            error={errors[language] ?? errors[""]}
            rows={2}
            input={{
              lang: languages[language].tag,
              maxLength: channelLimits.proof,
              value: translations[language] ?? "",
              onChange: ({ target }) => onChange({ ...translations, [language]: target.value }),
            }}
          />
        )}
      </OtherLanguages>
    </div>
  );
}
