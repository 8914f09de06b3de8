import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import type { Assets, PageData, PageRenderer } from "#contract/page.ts";
import type { Site } from "#contract/site.ts";
import { App } from "./app.tsx";
import { brandStyles } from "./brand-styles.ts";
import { Layout } from "./components/layout.tsx";
import { Document } from "./document.tsx";
import { loaderScript } from "./loader.ts";
import { createContactSource, PageDataContext } from "./page-data.ts";
import { ContactsPage } from "./pages/admin/contacts/contacts-page.tsx";
import { HistoryPage } from "./pages/admin/history/history-page.tsx";
import { InboxPage } from "./pages/admin/inbox/inbox-page.tsx";
import { RepliesPage } from "./pages/admin/replies/replies-page.tsx";
import { SettingsPage } from "./pages/admin/settings/settings-page.tsx";
import { TeamPage } from "./pages/admin/team/team-page.tsx";
import { ReportPage } from "./pages/report/report-page.tsx";
import { VerifyPage } from "./pages/verify/verify-page.tsx";
import { ReceiptPage } from "./pages/receipt/receipt-page.tsx";
import { PasswordPage } from "./pages/admin/password-page.tsx";
import { ContactPage } from "./pages/contact/contact-page.tsx";
import { MessagePage } from "./pages/contact/message-page.tsx";
import { FaultPage } from "./pages/fault-page.tsx";
import { HomePage } from "./pages/home/home-page.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { PrivacyPage } from "./pages/privacy/privacy-page.tsx";
import { TermsPage } from "./pages/terms/terms-page.tsx";
import { pageSources } from "./page-sources.ts";
import { pageAt, type PageComponents, pages, paths } from "./routes.tsx";
import publicCss from "./styles/public.css?inline";

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
  password: PasswordPage,
  notFound: NotFoundPage,
};

/** Makes the renderer of every document, for one configuration and one build. */
export function createRenderer(input: { site: Site; assets: Assets; publicUrl: URL | undefined }): PageRenderer {
  const { site, assets, publicUrl } = input;
  const css = publicCss + brandStyles(site.brands);
  // Without a public address, links stay relative: a wrong absolute one would take the site out of the search engines.
  const address = (path: string) => (publicUrl === undefined ? path : new URL(path, publicUrl).href);

  function assetsOf(name: keyof typeof pageSources) {
    return assets.pages[pageSources[name]] ?? { scripts: [], styles: [] };
  }

  return {
    pages: new Map(Object.values(paths).map((path) => [path, pages[pageAt(path)]])),

    render(url: string, data: PageData): string {
      const [path = ""] = url.split("?");
      const name = pageAt(path);
      const page = pages[name];
      const { scripts, styles } = assetsOf(name);
      const neverAsks = () => Promise.reject(new Error("the server renders what it was given"));
      const body = renderToString(
        <StaticRouter location={url}>
          <App data={data} contacts={createContactSource(data, neverAsks)} components={components} />
        </StaticRouter>,
      );
      return document({
        name,
        page,
        canonical: page.listed ? address(path) : undefined,
        data,
        body,
        styles,
        scripts: [assets.entry, ...scripts],
      });
    },

    renderFault(status: number): string {
      const data = { site };
      const body = renderToStaticMarkup(
        <StaticRouter location="/fault">
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
      return document({ name: "notFound", page, canonical: undefined, data, body, styles: [], scripts: [] });
    },

    inline: { styles: [css], scripts: [loaderScript] },
  };

  function document(props: Omit<Parameters<typeof Document>[0], "css" | "loader" | "picture">): string {
    const html = renderToStaticMarkup(
      <Document {...props} css={css} loader={loaderScript} picture={address(site.picture)} />,
    );
    return `<!doctype html>${html}`;
  }
}
