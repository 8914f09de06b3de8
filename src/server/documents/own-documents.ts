import type { PublicAddress } from "../address/public-address.ts";
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { OwnDocument, PageRenderer } from "#contract/page.ts";
import { posterPath } from "#contract/further-paths.ts";
import { keepPath, keptFormPath, offlinePath, pathIn, paths } from "#contract/paths.ts";
import type { Site } from "#contract/site/site.ts";
import { type Language, languageCodes } from "#domain/languages.ts";
import { cachedByVersion } from "../http/cache/cached-response.ts";
import { ownPolicy, workerPolicy } from "../http/security-headers.ts";
import { siteVersion } from "../site/live-site.ts";
import { drawCode } from "./channel-files.ts";

const html = { "content-type": "text/html; charset=utf-8" };

/**
 * Serves the documents that keep the site in a browser: the page with the button, the documents that its service worker
 * stores, and the worker. None of them has a channel or anything of a visitor.
 */
export function keptSite(deps: {
  site: Site;
  renderer: PageRenderer;
  address: Pick<PublicAddress, "isHttps">;
  usualAnswer: { current: () => string | null };
}) {
  const { site, renderer, address, usualAnswer } = deps;
  const version = () => `${siteVersion(site)} ${usualAnswer.current() ?? ""}`;

  const kept = (name: "keep" | "offline", language: Language) => () => renderer.renderKept(name, language);
  const own = new Map(
    languageCodes.flatMap(
      (language) =>
        [
          [pathIn(language, keepPath), kept("keep", language)],
          [pathIn(language, offlinePath), kept("offline", language)],
        ] as const,
    ),
  );
  /** The message form without a form's key, which is for one message, and without the team's chat. */
  const messageForm = (language: Language) => () => renderer.render(pathIn(language, paths.message), { site });

  /** A worker with another version in it replaces the one before, with all that it stored. */
  function worker(): string {
    const hash = createHash("sha256");
    for (const language of languageCodes) hash.update(messageForm(language)());
    for (const make of own.values()) hash.update(make().document);
    return `self.keptVersion="${hash.digest("base64url").slice(0, 16)}";${renderer.keepWorker}`;
  }

  return (app: FastifyInstance) => {
    for (const [path, make] of own) serveOwn(app, { path, version, make, address });
    for (const language of languageCodes) {
      const make = messageForm(language);
      app.get(
        pathIn(language, keptFormPath),
        { config: { access: "anyone" } },
        cachedByVersion(async () => ({ version: version(), make }), { ...html, "x-robots-tag": "noindex" }),
      );
    }
    app.get(
      "/keep-worker.js",
      { config: { access: "anyone" } },
      cachedByVersion(async () => ({ version: version(), make: worker }), {
        "content-type": "application/javascript; charset=utf-8",
        "cache-control": "no-cache",
        "content-security-policy": workerPolicy,
      }),
    );
  };
}

/** The posters: one for each brand and language. */
export function posters(deps: {
  site: Site;
  renderer: PageRenderer;
  address: Pick<PublicAddress, "origin" | "isHttps">;
}) {
  const { site, renderer, address } = deps;

  return (app: FastifyInstance) => {
    for (const brand of ["home", "contact"] as const) {
      for (const language of languageCodes) {
        const make = () => {
          const page = new URL(pathIn(language, paths[brand]), address.origin);
          return renderer.renderPoster({ brand, language, address: page, code: drawCode(page.href) });
        };
        const version = () => siteVersion(site);
        serveOwn(app, { path: `${posterPath}/${brand}/${language}`, version, make, address });
      }
    }
  };
}

/** Serves a document with the policy that its inline styles and scripts need. */
function serveOwn(
  app: FastifyInstance,
  deps: {
    path: string;
    version: () => number | string;
    make: () => OwnDocument;
    address: Pick<PublicAddress, "isHttps">;
  },
): void {
  const { path, version, make, address } = deps;
  let policy = "";
  const send = cachedByVersion(
    async () => ({
      version: version(),
      make: () => {
        const made = make();
        policy = ownPolicy(made, address.isHttps);
        return made.document;
      },
    }),
    () => ({ ...html, "content-security-policy": policy }),
  );
  app.get(path, { config: { access: "anyone" } }, send);
}
