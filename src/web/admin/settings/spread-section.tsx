import { teamCopy } from "#copy/current.ts";
import { useRef } from "react";
import { badgePath, paths, phoneBookPath, posterPath, structuredPath } from "#contract/paths.ts";
import { languageCodes } from "#domain/languages.ts";
import { useSite } from "#web/page/page-data.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { useCopy } from "#web/ui/buttons/copy-button.tsx";
import { languageName } from "../forms/language-name.ts";
import { Section } from "./section-form.tsx";
import "./spread.css";

/** What brings people to the site: posters, a badge for other sites, files with the channels. */
export function SpreadSection() {
  const { brands } = useSite();
  const shown = useRef<HTMLElement>(null);
  const { copy: copyText, isCopied } = useCopy(shown);
  const html = badgeHtml(location.origin, badgeAlt(brands.contact.name));
  return (
    <Section id="spread" title={teamCopy.settings.sections.spread} lead={teamCopy.settings.spread.lead}>
      <section className="spread">
        <h3>{teamCopy.settings.spread.posters}</h3>
        <p>{teamCopy.settings.spread.postersText}</p>
        <ul>
          {(["home", "contact"] as const).flatMap((brand) =>
            languageCodes.map((code) => (
              <li key={`${brand} ${code}`}>
                <a href={`${posterPath}/${brand}/${code}`} target="_blank" rel="noopener">
                  {teamCopy.settings.spread.poster(brands[brand].name, languageName(code))}
                </a>
              </li>
            )),
          )}
        </ul>
      </section>
      <section className="spread">
        <h3>{teamCopy.settings.spread.badge}</h3>
        <p>{teamCopy.settings.spread.badgeText}</p>
        <p>
          <img src={badgePath} alt={badgeAlt(brands.contact.name)} width="240" height="56" />
        </p>
        <pre role="group" aria-label={teamCopy.settings.spread.badgeCode}>
          <code ref={shown}>{html}</code>
        </pre>
        <p>
          <Button variant="secondary" onClick={() => void copyText(html)}>
            {isCopied ? teamCopy.settings.spread.copiedCode : teamCopy.settings.spread.copyCode}
          </Button>
        </p>
        <p className="soft">{teamCopy.settings.spread.badgeWarning}</p>
      </section>
      <section className="spread">
        <h3>{teamCopy.settings.spread.files}</h3>
        <p>{teamCopy.settings.spread.filesText}</p>
        <ul>
          {(
            [
              [phoneBookPath, teamCopy.settings.spread.card],
              [structuredPath, teamCopy.settings.spread.structured],
              ["/.well-known/official-channels.json", teamCopy.settings.spread.list],
            ] as const
          ).map(([path, label]) => (
            <li key={path}>
              <a href={path} target="_blank" rel="noopener">
                {label}
              </a>
            </li>
          ))}
        </ul>
        <p className="soft">{teamCopy.settings.spread.noFiles}</p>
      </section>
    </Section>
  );
}

/** Always in English, as the badge itself is. */
const badgeAlt = (name: string) => `Official channels of ${name}: check a number or a link`;

/** A link with an image, for pages of others: `alt` is escaped for an attribute. */
function badgeHtml(origin: string, alt: string): string {
  const escaped = alt.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return (
    `<a href="${origin}${paths.verify}">` +
    `<img src="${origin}${badgePath}" alt="${escaped}" width="240" height="56"></a>`
  );
}
