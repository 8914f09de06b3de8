import { posterPath } from "#contract/further-paths.ts";
import { logoPicturePath, pathIn, paths } from "#contract/paths.ts";
import type { BrandName, PageSite } from "#contract/site/site.ts";
import { copy } from "#copy/current.ts";
import { languageCodes, type Language, languages } from "#domain/languages.ts";

/** A4 to print: the site's address as a QR code, and how to recognize an impostor. `code` is an SVG of ours. */
export function PosterDocument(props: {
  site: PageSite;
  css: string;
  brand: BrandName;
  language: Language;
  address: URL;
  code: string;
}) {
  const { site, css, brand, language, address, code } = props;
  const { name, logo } = site.brands[brand];
  const { title, print, lead, scan, rulesTitle, rules, check, adults } = copy.poster;
  return (
    <html lang={languages[language].tag}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title(name)}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body data-brand={brand}>
        <nav>
          <p>{print}</p>
          <ul>
            {(["home", "contact"] as const).flatMap((other) =>
              languageCodes.map((code_) => (
                <li key={`${other} ${code_}`}>
                  <a
                    hrefLang={code_}
                    href={`${posterPath}/${other}/${code_}`}
                    aria-current={other === brand && code_ === language ? "page" : undefined}
                  >
                    {site.brands[other].name}, <span lang={languages[code_].tag}>{languages[code_].name}</span>
                  </a>
                </li>
              )),
            )}
          </ul>
        </nav>
        <main>
          <header>
            {logo !== undefined && <img src={logoPicturePath(logo, "512")} alt="" />}
            <h1>{title(name)}</h1>
            <p>{lead}</p>
          </header>
          <figure>
            <div role="img" aria-label={scan} dangerouslySetInnerHTML={{ __html: code }} />
            <figcaption>{shortAddress(address)}</figcaption>
          </figure>
          <section>
            <h2>{rulesTitle}</h2>
            <ul>
              {rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
            <p className="check">{check(shortAddress(new URL(pathIn(language, paths.verify), address)))}</p>
          </section>
          <footer>
            {site.legal.operator}. {adults(site.legal.minimumAge)}
          </footer>
        </main>
      </body>
    </html>
  );
}

/** Returns an address as people write it by hand: without the scheme and a last slash. */
function shortAddress({ host, pathname }: URL): string {
  return host + pathname.replace(/\/$/, "");
}
