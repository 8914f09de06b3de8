import { teamCopy } from "#copy/current.ts";
import { channelLimits, type Translations } from "#domain/channels/channel-list.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { languages } from "#domain/languages.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { Disclosure } from "#web/ui/panels/disclosure.tsx";
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
  const written = furtherLanguages.filter((language) => (translations[language] ?? "").trim() !== "").length;
  return (
    <div className="translation-fields">
      <Disclosure
        summary={teamCopy.channels.editor.otherLanguages(written, furtherLanguages.length)}
        isOpen={Object.keys(errors).length > 0}
      >
        <p className="hint">{teamCopy.site.notices.translationHint}</p>
        <div className="translations">
          {furtherLanguages.map((language) => (
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
          ))}
        </div>
      </Disclosure>
    </div>
  );
}
