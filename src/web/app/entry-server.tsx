import { copy } from "#copy/current.ts";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { Assets, BuiltFile, PageData, PageRenderer } from "#contract/page.ts";
import type { PageSite, Site } from "#contract/site.ts";
import { App } from "./app.tsx";
import { brandStyles } from "./site-styles.ts";
import { Layout } from "./layout.tsx";
import { Document, type DocumentProps, type DocumentScripts } from "./document.tsx";
import { loaderScript } from "./loader.ts";
import { createContactSource, PageDataContext } from "../page/page-data.ts";
import { ErrorPage } from "../public/errors/error-notice.tsx";
import { here, plainPath, StaticRouter } from "../page/router.tsx";
import { languageOf, pathIn, paths } from "#contract/paths.ts";
import { inLanguage } from "#copy/current.ts";
import { language } from "#copy/language.ts";
import { defaultLanguage, type Language, languageCodes } from "#domain/languages.ts";
import { loadTeamFrame, pageAt, type PageComponents, type PageName, pageNames, pages } from "./pages.tsx";
import publicCss from "./public.css?inline";

/** Makes the renderer of all documents for one configuration and one build. */
export async function createRenderer(input: {
  site: Site;
  assets: Record<Language, Assets>;
  publicUrl: URL | undefined;
}): Promise<PageRenderer> {
  const components = Object.fromEntries(
    await Promise.all(pageNames.map(async (name) => [name, await pages[name].load()] as const)),
  ) as PageComponents; // `fromEntries` drops the keys.
  const teamFrame = await loadTeamFrame();
  const { site, assets, publicUrl } = input;
  const { helplines, reporting, legal, support } = site;
  const particulars = { helplines, reporting, legal, support };
  const css = publicCss + brandStyles(site.brands);
  // Without a public address links stay relative: a wrong absolute URL would remove the site from search engines.
  const hrefOf = (path: string) => (publicUrl === undefined ? path : new URL(path, publicUrl).href);

  /** The files of one language's documents. */
  function createFiles(of: Language) {
    function assetsOf(name: PageName) {
      return assets[of].pages[pageFile(name)] ?? { scripts: [], styles: [], later: [] };
    }

    const forVisitors = importable(pageNames.filter((name) => pages[name].audience === "everyone"));
    const forAll = importable(pageNames);
    const styles = new Set(
      pageNames
        .filter((name) => pages[name].audience !== "team")
        .flatMap((name) => assetsOf(name).styles.map(({ text }) => text)),
    );
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
        entry: assets[of].entry,
        needed: scripts,
        importMap: isForVisitors ? importMaps.forVisitors : importMaps.forAll,
        loader: loaderScript,
      };
    }

    return { assetsOf, scriptsOf, styles, importMaps };
  }
  const files = {} as Record<Language, ReturnType<typeof createFiles>>;
  for (const code of languageCodes) files[code] = createFiles(code);
  const all = Object.values(files);

  return {
    pages: new Map(
      Object.values(paths).flatMap((path) => {
        const page = pages[pageAt(path)];
        const spoken: readonly Language[] = page.audience === "team" ? [defaultLanguage] : languageCodes;
        return spoken.map((spokenIn) => [pathIn(spokenIn, path), { ...page, language: spokenIn, path }] as const);
      }),
    ),

    render: (url: string, data: PageData) => inLanguage(languageOf(url), () => render(url, data)),
    renderFault: (status: number, url: string, requestId?: string) =>
      inLanguage(languageOf(url), () => renderFault(status, requestId)),

    inline: {
      styles: [css, ...new Set(all.flatMap(({ styles }) => [...styles]))],
      scripts: [loaderScript, ...new Set(all.flatMap(({ importMaps }) => Object.values(importMaps)))],
    },
  };

  function render(url: string, given: PageData): string {
    const [address = ""] = url.split("?");
    const path = plainPath(address);
    const name = pageAt(path);
    const page = pages[name];
    const data: PageData = page.showsParticulars === true ? { ...given, particulars } : given;
    const neverAsks = () => Promise.reject(new Error("the server renders what it was given"));
    const body = renderToString(
      <StaticRouter url={url}>
        <App
          data={data}
          contacts={createContactSource(data, neverAsks)}
          components={components}
          teamFrame={teamFrame}
        />
      </StaticRouter>,
    );
    return document({
      name,
      page,
      description: descriptions[name](data.site),
      canonical: page.listed ? hrefOf(here(path)) : undefined,
      data,
      body,
      styles: files[language].assetsOf(name).styles,
      scripts: files[language].scriptsOf(name),
    });
  }

  function renderFault(status: number, requestId?: string): string {
    const data = { site };
    const body = renderToStaticMarkup(
      <StaticRouter url={here("/fault")}>
        <PageDataContext value={data}>
          <Layout brand="home">
            <ErrorPage status={status} />
            {status >= 500 && requestId !== undefined && (
              // Not in the page itself, which browsers download.
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
      title: () => copy.titles.fault,
    };
    return document({
      name: "notFound",
      page,
      description: copy.descriptions.fault,
      canonical: undefined,
      data,
      body,
      styles: [],
      scripts: undefined,
    });
  }

  function document(props: Omit<DocumentProps, "css" | "picture">): string {
    const data = forBrowsers(props.data);
    const html = renderToStaticMarkup(<Document {...props} data={data} css={css} picture={hrefOf(site.picture)} />);
    return `<!doctype html>${html}`;
  }
}

/** The name of a page's source file, by which the build's manifest knows it: `audit-log-page` of `auditLog`. */
export function pageFile(name: PageName): string {
  return `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page`;
}

/** Removes what the page does not show: every byte counts in the first round trip. */
function forBrowsers({ site, ...data }: PageData): PageData {
  const { brands, figures, words, legal, timeZone } = site;
  const named = ({ name, tagline }: PageSite["brands"]["home"]) => ({ name, tagline });
  const { homeLead, contactTitle, contactLead } = words;
  const shown: PageSite = {
    brands: { home: named(brands.home), contact: named(brands.contact) },
    figures,
    words: { homeLead, contactTitle, contactLead },
    legal: { operator: legal.operator },
    timeZone,
  };
  return { site: shown, ...data };
}

/** An import map with integrity hashes only (https://html.spec.whatwg.org/#integrity-map). */
function importMap(files: readonly BuiltFile[]): string {
  return JSON.stringify({ integrity: Object.fromEntries(files.map(({ path, integrity }) => [path, integrity])) });
}

const forTheTeam = () => "For the team.";

/** What search engines show of each page; browsers do not download it. */
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
  reports: forTheTeam,
  auditLog: forTheTeam,
  security: forTheTeam,
  password: forTheTeam,
  receipt: ({ words }) => words.contactLead,
  notFound: () => copy.descriptions.notFound,
};
