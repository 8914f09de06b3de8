import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PageData, PageRenderer, ShownNotice, SpokenPage } from "#contract/page.ts";
import { communityTab, languageOfAddress, otherPaths, pathIn, pathInEach, paths } from "#contract/paths.ts";
import { examplesIn, type FigureName, type Site } from "#contract/site/site.ts";
import { teamDictionaries } from "#copy/team/dictionaries.ts";
import { inLanguageOf } from "#domain/channels/descriptions.ts";
import { type Language, languageCodes, teamLanguageOf } from "#domain/languages.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { ActiveChannels, Channels } from "../channels/channels.ts";
import { cachedByVersion } from "../http/cache/cached-response.ts";
import { compress, pickEncoding } from "../http/compression.ts";
import { pathOf } from "../http/unknown-calls.ts";
import { readSessionCookie } from "../http/session-cookie.ts";
import type { SettingsService } from "../settings/settings.ts";
import { siteVersion } from "../site/live-site.ts";
import { shownNotices } from "../site/notices.ts";
import type { ReadSupportAddress } from "../site/support-address.ts";
import { retryAfterSeconds, StoreUnavailableError } from "../store/store-unavailable.ts";

const html = { "content-type": "text/html; charset=utf-8" };

const noSettings = { version: 0 };

/** Queries that select another view of a public page; each view is cached like a page. */
const views = [communityTab];

/** The active channels as a page shows them. */
export function shownChannels(
  active: ActiveChannels,
  language: Language,
): Pick<PageData, "contacts" | "hidden" | "at"> {
  const { channels, isHidden, at } = active;
  // Omit the default: each byte counts in the first flight.
  return {
    contacts: channels.map((channel) => inLanguageOf(language, channel)),
    ...(isHidden && { hidden: true }),
    at,
  };
}

/**
 * Serves the pages of `renderer`, except those made for one visitor (`form-pages.ts`, `receipt-pages.ts`). `early` is
 * the path of a page to render while the rest of the program starts.
 */
export function documentRoutes(deps: {
  site: Site;
  renderer: PageRenderer;
  channels: Channels;
  sessions: Sessions;
  /** Whether a password can be reset by email. */
  passwordReset: { isOffered: () => Promise<boolean> };
  /** Whether members can sign in with the company's identity provider. */
  providerSignIn: { isOffered: boolean };
  settings: SettingsService;
  supportAddress: ReadSupportAddress;
  siteSettings: { unconfirmedFigures: () => readonly FigureName[] };
  /** The measured time to the first answer that the renderer shows, if any. */
  usualAnswer: { current: () => string | null };
  early: string | undefined;
  now: () => number;
}) {
  const { site, renderer, channels, sessions, passwordReset, providerSignIn, settings, usualAnswer, early } = deps;
  const noticesIn = (language: Language) => shownNotices(site, deps.now(), language);
  const withNotices = (language: Language, more: readonly ShownNotice[]) => {
    const shown = [...more, ...noticesIn(language)];
    return shown.length === 0 ? { site } : { site, notices: shown };
  };

  function cachedPage(url: string, page: SpokenPage) {
    const language = languageOfAddress(url);
    const read = async (more: readonly ShownNotice[] = []) => {
      if (page.showsSupport === true) {
        const { email } = await deps.supportAddress();
        const { version, ...data } = page.showsPrivacySettings === true ? await settings.forPrivacyPage() : noSettings;
        const support = { email };
        const make = () => renderer.render(url, { ...withNotices(language, more), ...data, support });
        return { version: `${version} ${email}`, make };
      }
      if (!page.showsChannels) return { version: 0, make: () => renderer.render(url, withNotices(language, more)) };
      const active = await channels.active();
      return {
        version: active.version,
        make: () => {
          return renderer.render(url, { ...withNotices(language, more), ...shownChannels(active, language) });
        },
      };
    };
    const cached = cachedByVersion(async () => {
      const { version, make } = await read();
      const current = noticesIn(language).map(({ text }) => text);
      return { version: [version, siteVersion(site), usualAnswer.current(), ...current].join(" "), make };
    }, html);
    /** The page with lines for owners: names of the example, and figures that nobody has confirmed. */
    const marked = async (reply: FastifyReply) => {
      const { setup, site: words } = teamDictionaries[teamLanguageOf(language)];
      const unconfirmed = deps.siteSettings
        .unconfirmedFigures()
        .filter((name) => page.path === (name === "users" ? paths.home : paths.contact))
        .map((name) => `${words.labels[`figures.${name}`]} ${site.figures[name]}`);
      const lines = [
        ...(examplesIn(site).length === 0 ? [] : [setup.notReady]),
        ...(unconfirmed.length === 0 ? [] : [setup.unconfirmed(unconfirmed.join(", "))]),
      ];
      const notices = lines.map((text) => ({ text, tone: "warning" as const, pages: [page.path] }));
      return sendUncached(reply, (await read(notices)).make());
    };
    return Object.assign(cached, { marked });
  }

  /** Returns whether an owner looks at the site while it is marked for owners. */
  async function isOwnerOfMarked(request: FastifyRequest): Promise<boolean> {
    const isMarked = examplesIn(site).length > 0 || deps.siteSettings.unconfirmedFigures().length > 0;
    const token = isMarked ? readSessionCookie(request) : undefined;
    return token !== undefined && (await sessions.find(token))?.member.role === "owner";
  }

  /** `outcome`: of a sign-in at the identity provider, which the sign-in page shows, also to members. */
  async function teamData(request: FastifyRequest, outcome: string | null): Promise<PageData> {
    const token = outcome === null || outcome === "done" ? readSessionCookie(request) : undefined;
    const signedIn = token === undefined ? null : await sessions.find(token);
    const ways = providerSignIn.isOffered ? { hasProvider: true } : {};
    if (signedIn !== null) return { site, member: signedIn.member, mustSetUp: signedIn.mustSetUp, ...ways };
    return { site, member: null, resetsByMail: await passwordReset.isOffered(), ...ways };
  }

  return (app: FastifyInstance) => {
    for (const [path, page] of renderer.pages) {
      if (page.audience === "everyone") {
        const plain = cachedPage(path, page);
        // The request for the page reports the error.
        if (path === early) plain.prepare().catch(() => undefined);
        const byView = new Map(views.map((view) => [view, cachedPage(path + view, page)]));
        app.get(path, { config: { access: "anyone" } }, async (request, reply) => {
          const send = byView.get(queryOf(request)) ?? plain;
          return (await isOwnerOfMarked(request)) ? send.marked(reply) : send(request, reply);
        });
      } else if (page.audience === "team") {
        app.get(path, { config: { access: "anyone", isForTeam: true } }, async (request, reply) => {
          const query = new URLSearchParams(queryOf(request));
          const outcome = query.get("sign-in");
          const [data] = await Promise.all([teamData(request, outcome), renderer.loadTeam()]);
          if (outcome === null || !data.member)
            return sendUncached(reply, renderer.render(path + queryOf(request), data));
          query.delete("sign-in");
          return reply.redirect(query.size === 0 ? path : `${path}?${query.toString()}`, 303);
        });
      }
    }
  };
}

/** Sends a document whose address holds a private page's key: not indexed by robots, and no referrer to other sites. */
export function sendPrivate(reply: FastifyReply, document: string): Promise<FastifyReply> {
  return sendUncached(reply.headers({ "x-robots-tag": "noindex", "referrer-policy": "no-referrer" }), document);
}

/** Sends an uncached document, compressed as it is sent. */
export async function sendUncached(reply: FastifyReply, document: string): Promise<FastifyReply> {
  reply.headers({ ...html, "cache-control": "no-store", vary: "Accept-Encoding" });
  const encoding = pickEncoding(reply.request.headers["accept-encoding"]);
  if (encoding === "identity") return reply.send(document);
  return reply.header("content-encoding", encoding).send(await compress(Buffer.from(document), encoding, "quick"));
}

/** The query of a request including `?`, as sent. */
export function queryOf(request: FastifyRequest): string {
  const at = request.url.indexOf("?");
  return at === -1 ? "" : request.url.slice(at);
}

/** Pages with a form that posts to the page's own URL. */
const formPaths: ReadonlySet<string> = new Set([paths.message, paths.report, paths.verify].flatMap(pathInEach));

/** Responds to a failed document request with the designed error page; the error's text goes only to the log. */
export function sendFault(renderer: PageRenderer) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isStore = error instanceof StoreUnavailableError;
    const status = isStore ? 503 : error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500;
    if (isStore) {
      request.server.logStoreFailure(error);
      reply.header("retry-after", String(retryAfterSeconds));
    } else if (status >= 500) request.log.error({ err: error }, "a request failed");
    return sendUncached(reply.code(status), renderer.renderFault(status, request.url, request.id));
  };
}

/** Responds to unknown routes with the designed 404 page, or 405 if only the method is wrong. */
export function respondNotFound(app: FastifyInstance, deps: { renderer: PageRenderer; site: Site }): void {
  const { renderer, site } = deps;
  // Rendered once in each language for each version: a flood of wrong URLs must not cost a render each.
  const notFound = new Map<Language, { version: number; document: string }>();
  const others = Object.entries(otherPaths).flatMap(([other, path]) =>
    languageCodes.map((language) => [pathIn(language, other), pathIn(language, path)] as const),
  );
  const written = [...[...renderer.pages.keys()].map((path) => [path, path] as const), ...others];
  const meantBy = new Map(
    written.filter(([, path]) => renderer.pages.has(path)).map(([other, path]) => [other.toLowerCase(), path]),
  );
  async function response(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathOf(request.url);
    const meant = meantBy.get(path.replace(/(?<=.)\/$/, "").toLowerCase());
    if (meant !== undefined && meant !== path) return reply.redirect(meant + request.url.slice(path.length), 308);
    if (renderer.pages.has(path) && request.method !== "GET" && request.method !== "HEAD") {
      const allow = formPaths.has(path) ? "GET, HEAD, POST" : "GET, HEAD";
      return sendUncached(reply.code(405).header("allow", allow), renderer.renderFault(405, path));
    }
    const language = languageOfAddress(path);
    const version = siteVersion(site);
    let known = notFound.get(language);
    if (known?.version !== version) {
      known = { version, document: renderer.render(pathIn(language, "/404"), { site }) };
      notFound.set(language, known);
    }
    return sendUncached(reply.code(404), known.document);
  }
  app.setNotFoundHandler(response);
  // Respond before reading the body.
  app.addHook("onRequest", async (request, reply) => (request.is404 ? response(request, reply) : undefined));
}
