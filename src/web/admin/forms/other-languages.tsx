import { type ReactNode, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import { languageName } from "#copy/locale/language-name.ts";
import { type FurtherLanguage, furtherLanguages } from "#domain/further-languages.ts";
import { Select } from "#web/ui/fields/field.tsx";
import { Disclosure } from "#web/ui/panels/disclosure.tsx";

/**
 * Texts in the languages besides English, folded, one language at a time. `children` renders the fields of the one that
 * is chosen. `wrong` are those in which the server has refused a text; the first of them shows.
 */
export function OtherLanguages(props: {
  id: string;
  summary: string;
  hint?: string;
  isWritten: (language: FurtherLanguage) => boolean;
  wrong: readonly FurtherLanguage[];
  children: (language: FurtherLanguage) => ReactNode;
}) {
  const { id, summary, hint, isWritten, wrong, children } = props;
  const [chosen, setChosen] = useState<FurtherLanguage>(firstLanguage);
  const [seen, setSeen] = useState("");
  if (seen !== wrong.join()) {
    setSeen(wrong.join());
    const [first = chosen] = wrong;
    if (!wrong.includes(chosen)) setChosen(first);
  }
  return (
    <Disclosure summary={summary} isOpen={wrong.length > 0}>
      <div className="form other-languages">
        <LanguageSelect
          id={`${id}-language`}
          hint={hint}
          value={chosen}
          nameOf={(language) =>
            isWritten(language) ? teamCopy.forms.languages.written(languageName(language)) : languageName(language)
          }
          onChoose={setChosen}
        />
        {children(chosen)}
      </div>
    </Disclosure>
  );
}

const [firstLanguage = "hi"] = furtherLanguages;

/** The languages besides English, by their names with what there is to know of each. */
export function LanguageSelect(props: {
  id: string;
  hint?: string | undefined;
  value: FurtherLanguage;
  nameOf: (language: FurtherLanguage) => string;
  onChoose: (language: FurtherLanguage) => void;
}) {
  const { id, hint, value, nameOf, onChoose } = props;
  return (
    <Select
      id={id}
      label={teamCopy.forms.languages.label}
      hint={hint}
      value={value}
      onChange={({ target }) => onChoose(furtherLanguages.find((code) => code === target.value) ?? value)}
    >
      {furtherLanguages.map((language) => (
        <option key={language} value={language}>
          {nameOf(language)}
        </option>
      ))}
    </Select>
  );
}
