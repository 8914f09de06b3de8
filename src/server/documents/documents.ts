import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PageData, PageInfo, PageRenderer } from "#contract/page.ts";
import type { Site } from "#contract/site.ts";
import { cachedByVersion } from "../http/cache/versioned-response.ts";
import { compress, pickEncoding } from "../http/compression.ts";
import type { Contacts } from "../channels/contacts.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { SettingsService } from "../settings/settings.ts";
import { readSessionCookie } from "../http/session-cookie.ts";

export const html = { "content-type": "text/html; charset=utf-8" };

/** Queries that select another view of a public page; each view is cached like a page. */
const views: Record<string, string> = { "?tab=community": "?tab=community" };

/**
 * Serves the pages of `renderer`, except those made for one visitor (`message-form.ts`, `receipt-pages.ts`). `early` is the
 * path of a page to render while the rest of the program starts.
 */
export function documentRoutes(deps: {
  site: Site;
  renderer: PageRenderer;
  contacts: Contacts;
  sessions: Sessions;
  /** Whether a password can be reset by email. */
  passwordReset: { isOffered: () => Promise<boolean> };
  settings: SettingsService;
  early: string | undefined;
}) {
  const { site, renderer, contacts, sessions, passwordReset, settings, early } = deps;

  function cachedPage(url: string, page: PageInfo) {
    return cachedByVersion(async () => {
      if (page.showsKeeping === true) {
        const { version, keeping } = await settings.keeping();
        return { version, make: () => renderer.render(url, { site, keeping }) };
      }
      if (!page.showsContacts) return { version: 0, make: () => renderer.render(url, { site }) };
      const active = await contacts.active();
      return {
        version: active.version,
        make: () => {
          const { contacts: channels, isHidden, at } = active;
          // Omit the default: each byte counts in the first flight.
          return renderer.render(url, { site, contacts: channels, ...(isHidden ? { hidden: true } : {}), at });
        },
      };
    }, html);
  }

  async function teamData(request: FastifyRequest): Promise<PageData> {
    const token = readSessionCookie(request);
    const signedIn = token === undefined ? null : await sessions.find(token);
    if (signedIn !== null) return { site, member: signedIn.member, mustSetUp: signedIn.mustSetUp };
    return { site, member: null, resetsByMail: await passwordReset.isOffered() };
  }

  return (app: FastifyInstance) => {
    for (const [path, page] of renderer.pages) {
      if (page.audience === "everyone") {
        const plain = cachedPage(path, page);
        // The request for the page reports the error.
        if (path === early) plain.prepare().catch(() => undefined);
        const byView = new Map(Object.keys(views).map((view) => [view, cachedPage(path + view, page)]));
        app.get(path, { config: { access: "anyone" } }, (request, reply) =>
          (byView.get(queryOf(request)) ?? plain)(request, reply),
        );
      } else if (page.audience === "team") {
        app.get(path, { config: { access: "anyone" } }, async (request, reply) =>
          sendUncached(reply, renderer.render(path + queryOf(request), await teamData(request))),
        );
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
