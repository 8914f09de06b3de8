import { renderToStaticMarkup } from "react-dom/server";
import type { OwnDocument, PageRenderer } from "#contract/page.ts";
import { keepPath, pathIn } from "#contract/paths.ts";
import type { Site } from "#contract/site/site.ts";
import { copy, inLanguage } from "#copy/current.ts";
import type { Language } from "#domain/languages.ts";
import { PageDataContext } from "../page/page-data.ts";
import { StaticRouter } from "../page/router.tsx";
import keepCss from "../public/keep/keep.css?inline";
import { KeepDocument } from "../public/keep/keep-document.tsx";
import { OfflineDocument } from "../public/keep/offline-document.tsx";
import keepScript from "../public/keep/keep-script.ts?script";
import keepWorker from "../public/keep/keep-worker.ts?script";
import offlineScript from "../public/keep/offline-script.ts?script";
import posterCss from "../public/poster/poster.css?inline";
import { PosterDocument } from "../public/poster/poster-document.tsx";
import { Document, type DocumentProps } from "./document.tsx";
import { Layout } from "./layout.tsx";
import { pages } from "./pages.tsx";
import { brandStyles } from "./site-styles.ts";

/**
 * Documents that are no pages of the app: they carry their own styles and script, so that no visitor pays for them.
 * `server/documents/own-documents.ts` serves each with a policy of its own.
 */
export function ownDocuments(deps: {
  site: Site;
  css: () => string;
  alternatesOf: (path: string) => DocumentProps["alternates"];
}) {
  const { site, css, alternatesOf } = deps;
  const kept = {
    keep: { Content: KeepDocument, script: keepScript, title: () => copy.keep.title },
    offline: {
      Content: OfflineDocument,
      script: offlineScript,
      title: () => copy.keep.offline.title,
    },
  };

  function renderKept(name: keyof typeof kept, language: Language): OwnDocument {
    const { Content, script, title } = kept[name];
    const body = renderToStaticMarkup(
      <StaticRouter url={pathIn(language, keepPath)}>
        <PageDataContext value={{ site }}>
          <Layout brand="contact" address={keepPath}>
            <Content />
          </Layout>
        </PageDataContext>
      </StaticRouter>,
    );
    const styles = [css() + keepCss];
    const html = renderToStaticMarkup(
      <Document
        iconColor={site.brands.home.color}
        name="notFound"
        page={{ ...pages.notFound, brand: "contact", title: () => `${title()}: ${site.brands.contact.name}` }}
        description={copy.keep.lead}
        canonical={undefined}
        alternates={name === "keep" ? alternatesOf(keepPath) : []}
        picture=""
        data={{ site }}
        body={body}
        css={styles.join("")}
        noticesCss={undefined}
        styles={[]}
        scripts={undefined}
        ownScript={script}
      />,
    );
    return { document: `<!doctype html>${html}`, styles, scripts: [script] };
  }

  return {
    keepWorker,

    renderKept: (name, language) => inLanguage(language, () => renderKept(name, language)),

    renderPoster(poster): OwnDocument {
      const styles = [brandStyles(site.brands) + posterCss];
      const html = inLanguage(poster.language, () =>
        renderToStaticMarkup(<PosterDocument {...poster} site={site} css={styles.join("")} />),
      );
      return { document: `<!doctype html>${html}`, styles, scripts: [] };
    },
  } satisfies Pick<PageRenderer, "keepWorker" | "renderKept" | "renderPoster">;
}
