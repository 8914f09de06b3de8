import { logoPicturePath, manifestPath, noticesFeedPath, pathIn } from "#contract/paths.ts";
import { Fragment } from "react";
import { inkOn } from "#domain/contrast.ts";
import { language, tag } from "#copy/locale/language.ts";
import type { BuiltFile, PageData, StyleFile } from "#contract/page.ts";
import { writePageData } from "./embedded-data.ts";
import type { Page, PageName } from "./pages.tsx";
import iconSvg from "./page-icon.svg?raw";

/** The logo; without one the ball of `static/favicon.svg`, drawn shorter, in a brand's colour. */
function iconOf(logo: string | undefined, color: string): string {
  if (logo !== undefined) return logoPicturePath(logo, "32");
  const svg = iconSvg.replace("#ff9933", color).replace("#1c1206", inkOn(color));
  return `data:image/svg+xml,${encodeURI(svg).replaceAll("#", "%23")}`;
}

export interface DocumentProps {
  name: PageName;
  page: Page;
  description: string;
  /** The canonical URL; undefined for a page that search engines must not index. */
  canonical: string | undefined;
  /** The addresses of the same page in each language; none if it has no other. */
  alternates: Array<[hreflang: string, href: string]>;
  picture: string;
  /** Colour such as `#ff9933`. */
  iconColor: string;
  data: PageData;
  /** The rendered HTML of the app. */
  body: string;
  /** The styles of all documents, and of this one. */
  css: string;
  /** Styles of notices, if there are any. */
  noticesCss: string | undefined;
  styles: StyleFile[];
  /** Undefined for a document without scripts. */
  scripts: DocumentScripts | undefined;
  /** The script of a document that is no page of the app; it does not import anything. */
  ownScript?: string;
}

export interface DocumentScripts {
  entry: BuiltFile;
  /** The files that the entry needs on this page. */
  needed: BuiltFile[];
  /** The import map, as JSON. */
  importMap: string;
  loader: string;
}

/** Renders the whole HTML document around the app. */
export function Document({
  name,
  page,
  description,
  canonical,
  alternates,
  picture,
  data,
  body,
  css,
  iconColor,
  noticesCss,
  styles,
  scripts,
  ownScript,
}: DocumentProps) {
  const { site } = data;
  const title = page.title(site);
  const brand = site.brands[page.brand];
  return (
    <html lang={tag()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <title>{title}</title>
        <meta name="description" content={description} />
        {/* The page's background in each scheme, as in ui/styles/tokens.css. */}
        <meta name="theme-color" content="#faf7f2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#13100c" media="(prefers-color-scheme: dark)" />
        {canonical === undefined ? (
          <meta name="robots" content="noindex" />
        ) : (
          <>
            <link rel="canonical" href={canonical} />
            <meta property="og:url" content={canonical} />
            <meta property="og:site_name" content={brand.name} />
            <meta property="og:title" content={title} />
            <meta property="og:description" content={description} />
            <meta property="og:image" content={picture} />
          </>
        )}
        <meta property="og:locale" content={tag().replace(/-(?:.*-)?/, "_")} />
        {alternates.map(([code, href]) => (
          <link key={code} rel="alternate" hrefLang={code} href={href} />
        ))}
        {/* Visitors' browsers would fetch a file before the first paint; the team's inbox shows a count on it. */}
        <link rel="icon" href={page.audience === "team" ? "/favicon.svg" : iconOf(site.brands.home.logo, iconColor)} />
        {ownScript !== undefined && <link rel="manifest" href={pathIn(language, manifestPath)} />}
        <style dangerouslySetInnerHTML={{ __html: css }} />
        {noticesCss !== undefined && (
          <>
            <style dangerouslySetInnerHTML={{ __html: noticesCss }} />
            <link
              rel="alternate"
              type="application/rss+xml"
              href={pathIn(language, noticesFeedPath)}
              title={brand.name}
            />
          </>
        )}
        {styles.map(({ path, integrity, text }) =>
          page.audience === "team" ? (
            <link key={path} rel="stylesheet" href={path} integrity={integrity} />
          ) : (
            <Fragment key={path}>
              <style dangerouslySetInnerHTML={{ __html: text }} />
              {/* Disabled, so it is not loaded: it keeps the page's script from loading the same styles. */}
              <link rel="stylesheet" href={path} {...{ disabled: true }} />
            </Fragment>
          ),
        )}
      </head>
      <body>
        <div id="root" data-page={name} dangerouslySetInnerHTML={{ __html: body }} />
        {ownScript !== undefined && <script dangerouslySetInnerHTML={{ __html: ownScript }} />}
        {scripts !== undefined && (
          <>
            <script id="data" type="application/json" dangerouslySetInnerHTML={{ __html: writePageData(data) }} />
            <script type="importmap" dangerouslySetInnerHTML={{ __html: scripts.importMap }} />
            {/* Modern browsers ignore it: it only gives the loader the entry's URL. */}
            <script noModule src={scripts.entry.path} integrity={scripts.entry.integrity} />
            <script
              data-src={scripts.needed.map(({ path }) => path).join(" ")}
              dangerouslySetInnerHTML={{ __html: scripts.loader }}
            />
          </>
        )}
      </body>
    </html>
  );
}
