import type { PublicAddress } from "../address/public-address.ts";
import type { FastifyPluginAsync } from "fastify";
import type { PageRenderer } from "#contract/page.ts";
import { previewPath } from "#contract/further-paths.ts";
import { communityTab, languageOfAddress, pathIn, paths } from "#contract/paths.ts";
import { type Site, siteFieldsSchema } from "#contract/site/site.ts";
import { inLanguageOf } from "#domain/channels/descriptions.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { Channels } from "../channels/channels.ts";
import { framedHeaders } from "../http/security-headers.ts";
import { readSessionCookie } from "../http/session-cookie.ts";
import { shownNotices } from "../site/notices.ts";
import type { ReadSupportAddress } from "../site/support-address.ts";
import { sendUncached } from "./documents.ts";
import { takeForms, typedFields } from "./form-requests.ts";

/** Larger than any site that can be saved. */
const maxBodyBytes = 524_288;

const previewed: ReadonlyMap<string, string> = new Map([
  ["home", paths.home],
  ["contact", paths.contact],
  ["community", paths.contact + communityTab],
  ["terms", paths.terms],
  ...furtherLanguages.map((language): [string, string] => [language, pathIn(language, paths.home)]),
]);

/** Renders a public page with the values that an owner is typing, for the frame beside the form. */
export function sitePreview(deps: {
  site: Site;
  renderer: PageRenderer;
  channels: Channels;
  sessions: Sessions;
  address: Pick<PublicAddress, "url">;
  supportAddress: ReadSupportAddress;
  now: () => number;
}): FastifyPluginAsync {
  const { site, renderer, sessions } = deps;
  return async (app) => {
    await takeForms(app, deps.address);
    app.post(previewPath, { config: { access: "anyone" }, bodyLimit: maxBodyBytes }, async (request, reply) => {
      const token = readSessionCookie(request);
      const signedIn = token === undefined ? null : await sessions.find(token);
      // The refusal may be framed: browsers report a response that may not be framed as an error of the page.
      if (signedIn?.member.role !== "owner" || signedIn.mustSetUp)
        return sendUncached(reply.code(403).headers(framedHeaders([])), "");
      const { values, page, scheme } = typedFields(["values", "page", "scheme"], request.body);
      const parsed = siteFieldsSchema.safeParse(jsonOf(values));
      // Values that cannot be saved yet are replaced by those of the site.
      const shown = parsed.success ? { ...site, ...parsed.data, legal: { ...site.legal, ...parsed.data.legal } } : site;
      const { channels, isHidden, at } = await deps.channels.active();
      const hidden = isHidden ? { hidden: true } : {};
      const url = previewed.get(page) ?? paths.home;
      const notices = shownNotices(shown, deps.now(), languageOfAddress(url));
      const { email } = await deps.supportAddress(shown);
      const spoken = channels.map((channel) => inLanguageOf(languageOfAddress(url), channel));
      const data = { site: shown, contacts: spoken, at, notices, support: { email }, ...hidden };
      const { document, styles } = renderer.renderPreview(url, data, scheme === "dark" ? "dark" : "light");
      return sendUncached(reply.headers(framedHeaders(styles)), document);
    });
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
