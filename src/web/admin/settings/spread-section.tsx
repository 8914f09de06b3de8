import { useRef } from "react";
import { badgePath, paths, phoneBookPath, posterPath, structuredPath } from "#contract/paths.ts";
import { englishNameOf } from "#domain/further-languages.ts";
import { languageCodes } from "#domain/languages.ts";
import { useSite } from "#web/page/page-data.ts";
import { Button } from "#web/ui/button.tsx";
import { useCopy } from "#web/ui/copy-button.tsx";
import { Section } from "./section-form.tsx";
import { spreadCopy as copy } from "./spread-copy.ts";
import "./spread.css";

/** What brings people to the site: posters, a badge for other sites, files with the channels. */
export function SpreadSection() {
  const { brands } = useSite();
  const shown = useRef<HTMLElement>(null);
  const { copy: copyText, isCopied } = useCopy(shown);
  const html = badgeHtml(location.origin, copy.badge.alt(brands.contact.name));
  return (
    <Section id="spread" title={copy.title} lead={copy.lead}>
      <section className="spread">
        <h3>{copy.posters.title}</h3>
        <p>{copy.posters.text}</p>
        <ul>
          {(["home", "contact"] as const).flatMap((brand) =>
            languageCodes.map((code) => (
              <li key={`${brand} ${code}`}>
                <a href={`${posterPath}/${brand}/${code}`} target="_blank" rel="noopener">
                  {copy.posters.open(brands[brand].name, englishNameOf(code))}
                </a>
              </li>
            )),
          )}
        </ul>
      </section>
      <section className="spread">
        <h3>{copy.badge.title}</h3>
        <p>{copy.badge.text}</p>
        <p>
          <img src={badgePath} alt={copy.badge.alt(brands.contact.name)} width="240" height="56" />
        </p>
        <pre role="group" aria-label={copy.badge.code}>
          <code ref={shown}>{html}</code>
        </pre>
        <p>
          <Button variant="secondary" onClick={() => void copyText(html)}>
            {isCopied ? copy.badge.copied : copy.badge.copy}
          </Button>
        </p>
        <p className="soft">{copy.badge.warning}</p>
      </section>
      <section className="spread">
        <h3>{copy.files.title}</h3>
        <p>{copy.files.text}</p>
        <ul>
          {(
            [
              [phoneBookPath, copy.files.card],
              [structuredPath, copy.files.structured],
              ["/.well-known/official-channels.json", copy.files.list],
            ] as const
          ).map(([path, label]) => (
            <li key={path}>
              <a href={path} target="_blank" rel="noopener">
                {label}
              </a>
            </li>
          ))}
        </ul>
        <p className="soft">{copy.files.none}</p>
      </section>
    </Section>
  );
}

/** A link with an image, for pages of others: `alt` is escaped for an attribute. */
export function badgeHtml(origin: string, alt: string): string {
  const escaped = alt.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return (
    `<a href="${origin}${paths.verify}">` +
    `<img src="${origin}${badgePath}" alt="${escaped}" width="240" height="56"></a>`
  );
}
