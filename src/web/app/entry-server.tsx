import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { Assets, BuiltFile, PageData, PageRenderer } from "#contract/page.ts";
import type { PageSite, Site } from "#contract/site.ts";
import { App } from "./app.tsx";
import { brandStyles } from "./brand-styles.ts";
import { Layout } from "./layout.tsx";
import { Document, type DocumentProps, type DocumentScripts } from "./document.tsx";
import { loaderScript } from "./loader.ts";
import { createContactSource, PageDataContext } from "../page/page-data.ts";
import { AuditLogPage } from "../admin/audit/audit-log-page.tsx";
import { ContactsPage } from "../admin/channels/contacts-page.tsx";
import { HistoryPage } from "../admin/channels/history/history-page.tsx";
import { InboxPage } from "../admin/inbox/inbox-page.tsx";
import { RepliesPage } from "../admin/saved-replies/replies-page.tsx";
import { SecurityPage } from "../admin/security/security-page.tsx";
import { SettingsPage } from "../admin/settings/settings-page.tsx";
import { TeamPage } from "../admin/team/team-page.tsx";
import { ReportPage } from "../public/report/report-page.tsx";
import { VerifyPage } from "../public/verify/verify-page.tsx";
import { ReceiptPage } from "../public/receipt/receipt-page.tsx";
import { PasswordPage } from "../admin/sign-in/password-page.tsx";
import { ContactPage } from "../public/contact/contact-page.tsx";
import { MessagePage } from "../public/inquiry/message-page.tsx";
import { FaultPage } from "../public/faults/fault-page.tsx";
import { HomePage } from "../public/home/home-page.tsx";
import { NotFoundPage } from "../public/faults/not-found-page.tsx";
import { PrivacyPage } from "../public/legal/privacy-page.tsx";
import { TermsPage } from "../public/legal/terms-page.tsx";
import { pageSources } from "./page-sources.ts";
import { StaticRouter } from "../page/router.tsx";
import { paths } from "#contract/paths.ts";
import { pageAt, type PageComponents, type PageName, pages } from "./pages.tsx";
import publicCss from "./public.css?inline";

const components: PageComponents = {
  home: HomePage,
  contact: ContactPage,
  message: MessagePage,
  verify: VerifyPage,
  report: ReportPage,
  terms: TermsPage,
  privacy: PrivacyPage,
  receipt: ReceiptPage,
  admin: ContactsPage,
  history: HistoryPage,
  inbox: InboxPage,
  replies: RepliesPage,
  team: TeamPage,
  settings: SettingsPage,
  auditLog: AuditLogPage,
  security: SecurityPage,
  password: PasswordPage,
  notFound: NotFoundPage,
};

/** Makes the renderer of all documents for one configuration and one build. */
export function createRenderer(input: { site: Site; assets: Assets; publicUrl: URL | undefined }): PageRenderer {
  const { site, assets, publicUrl } = input;
  const css = publicCss + brandStyles(site.brands);
  // Without a public address links stay relative: a wrong absolute URL would remove the site from search engines.
  const address = (path: string) => (publicUrl === undefined ? path : new URL(path, publicUrl).href);

  function assetsOf(name: keyof typeof pageSources) {
    return assets.pages[pageSources[name]] ?? { scripts: [], styles: [], later: [] };
  }

  // These are keys of `pages`, which `Object.keys` widens.
  const names = Object.keys(pages) as PageName[];
  const forVisitors = importable(names.filter((name) => pages[name].audience === "everyone"));
  const forAll = importable(names);
  const importMaps = { forVisitors: importMap(forVisitors), forAll: importMap(forAll) };

  function importable(of: PageName[]): BuiltFile[] {
    const files = of.map(assetsOf).flatMap(({ scripts, later }) => [...scripts, ...later]);
    return [...new Map(files.map((file) => [file.path, file])).values()];
  }

  /** Visitor pages carry only the hashes of pages that they can lead to, since hashes do not compress. */
  function scriptsOf(name: PageName): DocumentScripts {
    const { scripts, later } = assetsOf(name);
    const covered = new Set(forVisitors.map(({ path }) => path));
    const isForVisitors = [...scripts, ...later].every(({ path }) => covered.has(path));
    return {
      entry: assets.entry,
      needed: scripts,
      importMap: isForVisitors ? importMaps.forVisitors : importMaps.forAll,
      loader: loaderScript,
    };
  }

  return {
    pages: new Map(Object.values(paths).map((path) => [path, pages[pageAt(path)]])),

    render(url: string, data: PageData): string {
      const [path = ""] = url.split("?");
      const name = pageAt(path);
      const page = pages[name];
      const neverAsks = () => Promise.reject(new Error("the server renders what it was given"));
      const body = renderToString(
        <StaticRouter url={url}>
          <App data={data} contacts={createContactSource(data, neverAsks)} components={components} />
        </StaticRouter>,
      );
      return document({
        name,
        page,
        canonical: page.listed ? address(path) : undefined,
        data,
        body,
        styles: assetsOf(name).styles,
        scripts: scriptsOf(name),
      });
    },

    renderFault(status: number): string {
      const data = { site };
      const body = renderToStaticMarkup(
        <StaticRouter url="/fault">
          <PageDataContext value={data}>
            <Layout brand="home">
              <FaultPage status={status} />
            </Layout>
          </PageDataContext>
        </StaticRouter>,
      );
      const page = {
        ...pages.notFound,
        title: () => "Something went wrong",
        description: () => "Something went wrong.",
      };
      return document({ name: "notFound", page, canonical: undefined, data, body, styles: [], scripts: undefined });
    },

    inline: { styles: [css], scripts: [loaderScript, ...new Set(Object.values(importMaps))] },
  };

  function document(props: Omit<DocumentProps, "css" | "picture">): string {
    const data = forBrowsers(props.data);
    const html = renderToStaticMarkup(<Document {...props} data={data} css={css} picture={address(site.picture)} />);
    return `<!doctype html>${html}`;
  }
}

/** Removes what no page shows: every byte counts in the first round trip. */
function forBrowsers({ site, ...data }: PageData): PageData {
  const shown: PageSite & { country?: unknown; picture?: unknown } = { ...site };
  delete shown.country;
  delete shown.picture;
  return { site: shown, ...data };
}

/** An import map with integrity hashes only (https://html.spec.whatwg.org/#integrity-map). */
function importMap(files: readonly BuiltFile[]): string {
  return JSON.stringify({ integrity: Object.fromEntries(files.map(({ path, integrity }) => [path, integrity])) });
}
