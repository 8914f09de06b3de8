import { legalLanguage } from "#copy/locale/language.ts";
import { pathIn } from "#contract/paths.ts";
import { defaultLanguage, type Language, languages } from "#domain/languages.ts";
import { buttonClass } from "#web/ui/buttons/button.tsx";

/** Page in place of a legal page that is not in this language: the languages in which it is. */
export function LegalElsewhere({ title, path }: { title: string; path: string }) {
  const codes: Language[] = [legalLanguage() ?? defaultLanguage, defaultLanguage];
  return (
    <article className="legal">
      <h1>{title}</h1>
      {codes.map((code) => (
        <p key={code}>
          <a className={buttonClass("secondary")} href={pathIn(code, path)} lang={code} hrefLang={code}>
            {languages[code].suggestion}
          </a>
        </p>
      ))}
    </article>
  );
}
