import { teamCopy } from "#copy/current.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { badgePath, posterPath, structuredPath } from "#contract/further-paths.ts";
import { pathIn, paths, phoneBookPath } from "#contract/paths.ts";
import { defaultLanguage, type Language, languageCodes, languages } from "#domain/languages.ts";
import { useSite } from "#web/page/page-data.ts";
import { Button, buttonClass } from "#web/ui/buttons/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Select } from "#web/ui/fields/field.tsx";
import { useCopy } from "#web/ui/buttons/copy-button.tsx";
import { languageName } from "#copy/locale/language-name.ts";
import { AdminIcon, type AdminIconName } from "../shell/icons.tsx";
import { Section } from "./section-form.tsx";
import "./share.css";

/** Section with things that bring people to the site: posters, a badge for other sites, files with the channels. */
export function ShareSection() {
  const { brands } = useSite();
  const words = teamCopy.settings.share;
  return (
    <Section id="share" title={teamCopy.settings.sections.share} lead={words.lead}>
      <section className="share-group">
        <h3 id="share-posters">{words.posters}</h3>
        <p>{words.postersText}</p>
        <div className="share-cards">
          {(["home", "contact"] as const).map((brand) => (
            <article key={brand} className="card share-card">
              <PosterPicture />
              <div className="share-text">
                <h4>{brands[brand].name}</h4>
                <p className="hint">{words.postersFor[brand]}</p>
              </div>
              <ul className="share-languages">
                {languageCodes.map((code) => (
                  <li key={code}>
                    <a
                      href={`${posterPath}/${brand}/${code}`}
                      target="_blank"
                      rel="noopener"
                      aria-label={words.poster(brands[brand].name, languageName(code))}
                    >
                      {languageName(code)}
                    </a>
                  </li>
                ))}
              </ul>
            </article>
          ))}
        </div>
      </section>
      <section className="share-group">
        <h3 id="share-badge">{words.badge}</h3>
        <p>{words.badgeText}</p>
        <Badge />
      </section>
      <section className="share-group">
        <h3 id="share-files">{words.files}</h3>
        <p>
          {words.filesText} {words.noFiles}
        </p>
        <ul className="plain-list card share-files">
          <FileRow icon="person" path={phoneBookPath} {...words.file.card} />
          <FileRow icon="search" path={structuredPath} {...words.file.structured} />
          <FileRow icon="key" path="/.well-known/official-channels.json" {...words.file.list} />
        </ul>
      </section>
    </Section>
  );
}

/** A poster in small: a heading, the code and two lines. Decorative. */
function PosterPicture() {
  return (
    <svg className="share-picture" viewBox="0 0 42 60" aria-hidden="true">
      <path className="poster-paper" d="M.5.5h41v59H.5z" />
      <path className="poster-mark" d="M21 5a4 4 0 1 0 0 8 4 4 0 1 0 0-8" />
      <path className="poster-ink" d={posterInk} />
    </svg>
  );
}

const posterInk =
  "M9 17h24v2H9zM11 23h7v7h-7zm2 2v3h3v-3zM24 23h7v7h-7zm2 2v3h3v-3zM11 36h7v7h-7zm2 2v3h3v-3zM20 24h2v3h-2zM20 29h2v3h-2z" +
  "M24 32h3v2h-3zM29 32h2v4h-2zM12 32h4v2h-4zM20 34h3v4h-3zM25 37h3v3h-3zM29 40h2v3h-2zM21 40h2v3h-2zM9 48h24v1.5H9zM12 52h18v1.5H12z";

/** A file that follows the channels: what it is for, its name, and its download. */
function FileRow(props: { icon: AdminIconName; path: string; name: string; text: string }) {
  const { icon, path, name, text } = props;
  const id = useId();
  return (
    <li className="share-card">
      <AdminIcon name={icon} />
      <div className="share-text">
        <h4 id={id}>{name}</h4>
        <p className="hint">{text}</p>
        <code>{path.split("/").at(-1)}</code>
      </div>
      <a
        id={`${id}-download`}
        className={buttonClass("secondary", "small")}
        href={path}
        download
        aria-labelledby={`${id}-download ${id}`}
      >
        <AdminIcon name="download" />
        {teamCopy.settings.share.download}
      </a>
    </li>
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
    <article className="card share-badge">
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
      <p className="badge-picture">
        <img src={path} alt={title} lang={language} width="240" height="56" />
      </p>
      <pre className="code-block" role="group" aria-label={teamCopy.settings.share.badgeCode}>
        <code ref={shown}>{html}</code>
      </pre>
      <p className="share-warning">
        <span className="hint">{teamCopy.settings.share.badgeWarning}</span>
        <Button variant="secondary" size="small" onClick={() => void copyText(html)}>
          <Icon name={isCopied ? "check" : "copy"} />
          {isCopied ? teamCopy.settings.share.copiedCode : teamCopy.settings.share.copyCode}
        </Button>
      </p>
    </article>
  );
}

/** Reads the badge's own title: the texts of its language are not in this page. */
async function readTitle(path: string): Promise<string> {
  // oxlint-disable-next-line no-restricted-globals -- A public image, which is no call of the API.
  const svg = await (await fetch(path)).text();
  const title = /<title>(.*?)<\/title>/.exec(svg)?.[1] ?? "";
  return Object.entries(entities).reduce((text, [entity, sign]) => text.replaceAll(entity, sign), title);
}

/** Entities of XML; the ampersand last, so that nothing is decoded twice. */
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
