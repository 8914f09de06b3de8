import { copy, inLanguage, teamCopy } from "#copy/current.ts";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { Assets, BuiltFile, PageData, PageInfo, PageRenderer } from "#contract/page.ts";
import type { PageSite, Site } from "#contract/site/site.ts";
import { App } from "./app.tsx";
import { brandStyles, fontStyles } from "./site-styles.ts";
import { Layout } from "./layout.tsx";
import { Document, type DocumentProps, type DocumentScripts } from "./document.tsx";
import { loaderScript } from "./loader.ts";
import { createChannelSource, PageDataContext } from "../page/page-data.ts";
import { ErrorPage } from "../public/errors/error-notice.tsx";
import { here, plainPath, StaticRouter } from "../page/router.tsx";
import { ownDocuments } from "./own-documents.tsx";
import { languagesOf } from "#contract/further-paths.ts";
import { languageOfAddress, logoPicturePath, manifestPath, pathIn, paths } from "#contract/paths.ts";
import { language } from "#copy/locale/language.ts";
import { type Language, languageCodes, teamLanguages } from "#domain/languages.ts";
import {
  loadTeamFrame,
  pageAt,
  type PageComponents,
  type PageName,
  pageNames,
  pages,
  type TeamFrame,
} from "./pages.tsx";
import publicCss from "./public.css?inline";
import noticesCss from "./site-notices.css?inline";

/** The preview picture of links, unless the configuration file names another. */
const ourPicture = "/og.png";

/** Makes the renderer of all documents for one configuration and one build. */
export async function createRenderer(input: {
  /** The site, with the addresses of logos in place of their pictures. */
  site: Site;
  assets: Record<Language, Assets>;
  /** The address that visitors use, as it is now. */
  address: { readonly url: URL | undefined };
}): Promise<PageRenderer> {
  // `fromEntries` drops the keys, and `loadTeam` adds those of the team.
  const components = (await componentsOf(pageNames.filter((name) => !isForTeam(name)))) as PageComponents;
  let teamFrame: TeamFrame = () => null;
  let teamLoaded: Promise<void> | undefined;
  async function loadTeam(): Promise<void> {
    Object.assign(components, await componentsOf(pageNames.filter(isForTeam)));
    teamFrame = await loadTeamFrame();
  }
  const { site, assets, address } = input;
  /** The styles of all documents with the present colours, and those before: a document may be on its way. */
  let styles = {
    brands: JSON.stringify(site.brands),
    css: cssOfEach(site.brands),
    before: [] as Array<Record<Language, string>>,
  };
  function stylesNow() {
    const brands = JSON.stringify(site.brands);
    if (brands !== styles.brands) styles = { brands, css: cssOfEach(site.brands), before: [styles.css] };
    return styles;
  }
  const cssNow = () => stylesNow().css[language];
  // Links stay relative if there is no public address: a wrong absolute URL would remove the site from search engines.
  const hrefOf = (path: string) => (address.url === undefined ? path : new URL(path, address.url).href);

  function alternatesOf(path: string): DocumentProps["alternates"] {
    const inEach = languagesOf(path).map((code): [string, string] => [code, hrefOf(pathIn(code, path))]);
    return [...inEach, ["x-default", hrefOf(path)]];
  }

  /** The files of one language's documents. */
  function createFiles(pageLanguage: Language) {
    function assetsOf(name: PageName) {
      return assets[pageLanguage].pages[pageFile(name)] ?? { scripts: [], styles: [], later: [] };
    }

    const forVisitors = importable(pageNames.filter((name) => pages[name].audience === "everyone"));
    const forAll = importable(pageNames);
    const pageStyles = new Set(
      pageNames.filter((name) => !isForTeam(name)).flatMap((name) => assetsOf(name).styles.map(({ text }) => text)),
    );
    const loader = loaderScript(pathIn(pageLanguage, manifestPath));
    const importMaps = { forVisitors: importMap(forVisitors), forAll: importMap(forAll) };

    function importable(names: PageName[]): BuiltFile[] {
      const built = names.map(assetsOf).flatMap(({ scripts, later }) => [...scripts, ...later]);
      return [...new Map(built.map((file) => [file.path, file])).values()];
    }

    /** Visitor pages carry only the hashes of pages that they can lead to, since hashes do not compress. */
    function scriptsOf(name: PageName): DocumentScripts {
      const { scripts, later } = assetsOf(name);
      const covered = new Set(forVisitors.map(({ path }) => path));
      const isForVisitors = [...scripts, ...later].every(({ path }) => covered.has(path));
      return {
        entry: assets[pageLanguage].entry,
        needed: scripts,
        importMap: isForVisitors ? importMaps.forVisitors : importMaps.forAll,
        loader,
      };
    }

    return { assetsOf, scriptsOf, pageStyles, importMaps, loader };
  }
  const files = {} as Record<Language, ReturnType<typeof createFiles>>;
  for (const code of languageCodes) files[code] = createFiles(code);

  return {
    pages: new Map(
      Object.values(paths).flatMap((path) => {
        const page = pages[pageAt(path)];
        const spoken: readonly Language[] = page.audience === "team" ? teamLanguages : languageCodes;
        return spoken.map(
          (spokenIn) =>
            [
              pathIn(spokenIn, path),
              { audience: page.audience, ...infoOf(path, spokenIn), language: spokenIn, path },
            ] as const,
        );
      }),
    ),

    ...ownDocuments({ site, css: cssNow, alternatesOf }),
    loadTeam: () =>
      (teamLoaded ??= loadTeam().catch((error: unknown) => {
        // The next request tries again: a file may be readable later.
        teamLoaded = undefined;
        throw error;
      })),
    render: (url: string, data: PageData) => inLanguage(languageOfAddress(url), () => render(url, data)),
    renderPreview: (url, data, scheme) => inLanguage(languageOfAddress(url), () => renderPreview(url, data, scheme)),
    renderFault: (status: number, url: string, requestId?: string) =>
      inLanguage(languageOfAddress(url), () => renderFault(status, requestId)),

    inline(pageLanguage) {
      const { css, before } = stylesNow();
      const { pageStyles, importMaps, loader } = files[pageLanguage];
      return {
        styles: [...[css, ...before].map((each) => each[pageLanguage]), noticesCss, ...pageStyles],
        scripts: [loader, ...new Set(Object.values(importMaps))],
      };
    },
  };

  /** A page's document without its scripts. */
  function propsOf(url: string, given: PageData) {
    const [asked = ""] = url.split("?");
    const path = plainPath(asked);
    const name = pageAt(path);
    const page = pages[name];
    const { particulars: _particulars, ...others } = given;
    const data: PageData = showsParticulars.has(name) ? given : others;
    const neverAsks = () => Promise.reject(new Error("the server renders what it was given"));
    const body = renderToString(
      <StaticRouter url={url}>
        <App
          data={data}
          channels={createChannelSource(data, neverAsks)}
          components={components}
          teamFrame={teamFrame}
        />
      </StaticRouter>,
    );
    return {
      name,
      page,
      description: descriptions[name](data.site),
      canonical: infoOf(path, language).listed ? hrefOf(here(path)) : undefined,
      alternates:
        page.audience === "team" || hasNoAlternates.has(name) || !languagesOf(path).includes(language)
          ? []
          : alternatesOf(path),
      data,
      body,
      styles: files[language].assetsOf(name).styles,
    };
  }

  function render(url: string, data: PageData): string {
    const props = propsOf(url, data);
    return document({ ...props, scripts: files[language].scriptsOf(props.name) });
  }

  function renderPreview(url: string, data: PageData & { site: Site }, scheme: "light" | "dark") {
    const props = propsOf(url, data);
    const inScheme = (css: string) =>
      css.replaceAll(/\(prefers-color-scheme:\s*dark\)/g, scheme === "dark" ? "(width >= 0)" : "(width < 0)");
    const css = inScheme(cssOfEach(data.site.brands)[language]);
    const own = props.styles.map((style) => ({ ...style, text: inScheme(style.text) }));
    const iconColor = data.site.brands.home.color;
    const shown = { ...props, styles: own, canonical: undefined, scripts: undefined, css, picture: "", iconColor };
    const html = renderToStaticMarkup(<Document {...shown} noticesCss={noticesOf(data)} />);
    return { document: `<!doctype html>${html}`, styles: [css, noticesCss, ...own.map(({ text }) => text)] };
  }

  function renderFault(status: number, requestId?: string): string {
    const data = { site };
    const body = renderToStaticMarkup(
      <StaticRouter url={here("/fault")}>
        <PageDataContext value={data}>
          <Layout brand="home">
            <ErrorPage
              status={status}
              title={status >= 500 ? copy.errors.ours : copy.errors.theirs}
              text={status >= 500 ? copy.errors.oursText : copy.errors.theirsText}
            />
            {status >= 500 && requestId !== undefined && (
              // The text is not in the page itself, which browsers download.
              <p className="narrow">
                {copy.errors.quote} <code>{requestId}</code>.
              </p>
            )}
          </Layout>
        </PageDataContext>
      </StaticRouter>,
    );
    const page = {
      ...pages.notFound,
      // The icon is the one that the policies of all addresses allow.
      audience: "team" as const,
      title: () => copy.titles.fault,
    };
    return document({
      name: "notFound",
      page,
      description: copy.descriptions.fault,
      canonical: undefined,
      alternates: [],
      data,
      body,
      styles: [],
      scripts: undefined,
    });
  }

  function document(props: Omit<DocumentProps, "css" | "iconColor" | "noticesCss" | "picture">): string {
    const iconColor = site.brands.home.color;
    const { logo } = props.data.site.brands[props.page.brand];
    const isOwn = site.picture !== ourPicture || logo === undefined;
    const picture = hrefOf(isOwn ? site.picture : logoPicturePath(logo, "link"));
    const fixed = { data: forBrowsers(props.data), css: cssNow(), picture, iconColor };
    const html = renderToStaticMarkup(<Document {...props} {...fixed} noticesCss={noticesOf(props.data)} />);
    return `<!doctype html>${html}`;
  }
}

const isForTeam = (name: PageName) => pages[name].audience === "team";

async function componentsOf(names: readonly PageName[]) {
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await pages[name].load()] as const)));
}

/** The styles of all documents, by language: made once, since every response compares them with those of its policy. */
function cssOfEach(brands: Site["brands"]): Record<Language, string> {
  const css = publicCss + brandStyles(brands);
  const each = languageCodes.map((code) => [code, css + fontStyles(code)]);
  return Object.fromEntries(each) as Record<Language, string>; // `fromEntries` drops the keys.
}

/** The name of a page's source file, by which the build's manifest knows it: `audit-log-page` of `auditLog`. */
export function pageFile(name: PageName): string {
  return `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page`;
}

/** The styles of notices, for the documents that have any. */
function noticesOf({ notices = [] }: PageData): string | undefined {
  return notices.length > 0 ? noticesCss : undefined;
}

/** Removes what the page does not show: every byte counts in the first round trip. */
function forBrowsers({ site, ...data }: PageData): PageData {
  const { brands, figures, words, legal, timeZone } = site;
  const named = ({ name, tagline, logo }: PageSite["brands"]["home"]) => ({
    name,
    tagline,
    ...(logo !== undefined && { logo }),
  });
  const { homeLead, contactTitle, contactLead, reasons } = words;
  const shown: PageSite = {
    brands: { home: named(brands.home), contact: named(brands.contact) },
    figures:
      data.hidden === true ? {} : Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== "")),
    words: { homeLead, contactTitle, contactLead, ...(reasons && { reasons }) },
    legal: { operator: legal.operator, minimumAge: legal.minimumAge },
    timeZone,
  };
  return { site: shown, ...data };
}

/** An import map with integrity hashes only (https://html.spec.whatwg.org/#integrity-map). */
function importMap(files: readonly BuiltFile[]): string {
  return JSON.stringify({ integrity: Object.fromEntries(files.map(({ path, integrity }) => [path, integrity])) });
}

type Shown = Omit<PageInfo, "audience">;

const nothing: Shown = { showsChannels: false, listed: false };
const listed: Shown = { showsChannels: false, listed: true };

/** Facts about a page that the server needs, and browsers do not download. */
const infos: Partial<Record<PageName, Shown>> = {
  home: { showsChannels: true, listed: true },
  contact: { showsChannels: true, listed: true },
  verify: { showsChannels: true, listed: true },
  terms: { ...listed, showsSupport: true },
  privacy: { ...listed, showsSupport: true, showsPrivacySettings: true },
};

const showsParticulars: ReadonlySet<PageName> = new Set<PageName>(["terms", "privacy", "report"]);

/** The address of a private page alone leads nowhere. */
const hasNoAlternates: ReadonlySet<PageName> = new Set<PageName>(["receipt", "notFound"]);

function infoOf(path: string, pageLanguage: Language): Shown {
  return (languagesOf(path).includes(pageLanguage) && infos[pageAt(path)]) || nothing;
}

const forTheTeam = () => teamCopy.shell.description;

/** Descriptions of each page for search engines; browsers do not download them. */
const descriptions: Record<PageName, (site: PageSite) => string> = {
  home: ({ words }) => words.homeLead,
  contact: ({ words }) => words.contactLead,
  message: ({ words }) => words.contactLead,
  verify: ({ brands }) => copy.descriptions.verify(brands.contact.name),
  report: ({ words }) => words.contactLead,
  terms: ({ brands }) => copy.terms.lead(brands.contact.name),
  privacy: ({ brands }) => copy.privacy.lead(brands.contact.name),
  channels: forTheTeam,
  history: forTheTeam,
  inbox: forTheTeam,
  replies: forTheTeam,
  team: forTheTeam,
  settings: forTheTeam,
  setup: forTheTeam,
  reports: forTheTeam,
  auditLog: forTheTeam,
  security: forTheTeam,
  ownSettings: forTheTeam,
  password: forTheTeam,
  receipt: ({ words }) => words.contactLead,
  notFound: () => copy.descriptions.notFound,
};
