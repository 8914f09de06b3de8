import { teamCopy } from "#copy/current.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { badgePath, posterPath, structuredPath } from "#contract/further-paths.ts";
import { pathIn, paths, phoneBookPath } from "#contract/paths.ts";
import { defaultLanguage, type Language, languageCodes, languages } from "#domain/languages.ts";
import { useSite } from "#web/page/page-data.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Select } from "#web/ui/fields/field.tsx";
import { useCopy } from "#web/ui/buttons/copy-button.tsx";
import { languageName } from "#copy/locale/language-name.ts";
import { Section } from "./section-form.tsx";
import "./share.css";

/** What brings people to the site: posters, a badge for other sites, files with the channels. */
export function ShareSection() {
  const { brands } = useSite();
  return (
    <Section id="share" title={teamCopy.settings.sections.share} lead={teamCopy.settings.share.lead}>
      <section className="share">
        <h3 id="share-posters">{teamCopy.settings.share.posters}</h3>
        <p>{teamCopy.settings.share.postersText}</p>
        {(["home", "contact"] as const).map((brand) => (
          <div key={brand} className="share-posters">
            <h4>{brands[brand].name}</h4>
            <ul>
              {languageCodes.map((code) => (
                <li key={code}>
                  <a
                    href={`${posterPath}/${brand}/${code}`}
                    target="_blank"
                    rel="noopener"
                    aria-label={teamCopy.settings.share.poster(brands[brand].name, languageName(code))}
                  >
                    {languageName(code)}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
      <section className="share">
        <h3 id="share-badge">{teamCopy.settings.share.badge}</h3>
        <p>{teamCopy.settings.share.badgeText}</p>
        <Badge />
        <p className="soft">{teamCopy.settings.share.badgeWarning}</p>
      </section>
      <section className="share">
        <h3 id="share-files">{teamCopy.settings.share.files}</h3>
        <p>{teamCopy.settings.share.filesText}</p>
        <ul>
          {(
            [
              [phoneBookPath, teamCopy.settings.share.card],
              [structuredPath, teamCopy.settings.share.structured],
              ["/.well-known/official-channels.json", teamCopy.settings.share.list],
            ] as const
          ).map(([path, label]) => (
            <li key={path}>
              <a href={path} target="_blank" rel="noopener">
                {label}
              </a>
            </li>
          ))}
        </ul>
        <p className="soft">{teamCopy.settings.share.noFiles}</p>
      </section>
    </Section>
  );
}

/** A badge with its HTML, in a language to choose. */
function Badge() {
  const { brands } = useSite();
  const [language, setLanguage] = useState<Language>(defaultLanguage);
  const shown = useRef<HTMLElement>(null);
  const { copy: copyText, isCopied } = useCopy(shown);
  const path = pathIn(language, badgePath);
  const { data: title = brands.contact.name } = useQuery({ queryKey: ["badge", path], queryFn: () => readTitle(path) });
  const html = badgeHtml(location.origin, language, title);
  return (
    <>
      <Select
        id="badge-language"
        label={teamCopy.settings.share.badgeLanguage}
        value={language}
        onChange={({ target }) => setLanguage(languageCodes.find((code) => code === target.value) ?? defaultLanguage)}
      >
        {languageCodes.map((code) => (
          <option key={code} value={code}>
            {languageName(code)}
          </option>
        ))}
      </Select>
      <p>
        <img src={path} alt={title} lang={language} width="240" height="56" />
      </p>
      <pre className="code-block" role="group" aria-label={teamCopy.settings.share.badgeCode}>
        <code ref={shown}>{html}</code>
      </pre>
      <p>
        <Button variant="secondary" onClick={() => void copyText(html)}>
          {isCopied ? teamCopy.settings.share.copiedCode : teamCopy.settings.share.copyCode}
        </Button>
      </p>
    </>
  );
}

/** What the badge says of itself: the texts of its language are not in this page. */
async function readTitle(path: string): Promise<string> {
  // oxlint-disable-next-line no-restricted-globals -- A public image, which is no call of the API.
  const svg = await (await fetch(path)).text();
  const title = /<title>(.*?)<\/title>/.exec(svg)?.[1] ?? "";
  return Object.entries(entities).reduce((text, [entity, sign]) => text.replaceAll(entity, sign), title);
}

/** Of XML; the ampersand last, so that nothing is read twice. */
const entities = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

/** A link with an image, for pages of others: `alt` is escaped for an attribute. */
function badgeHtml(origin: string, language: Language, alt: string): string {
  const escaped = alt.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const lang = languages[language].tag;
  return (
    `<a href="${origin}${pathIn(language, paths.verify)}" hreflang="${lang}">` +
    `<img src="${origin}${pathIn(language, badgePath)}" alt="${escaped}" lang="${lang}" width="240" height="56"></a>`
  );
}
