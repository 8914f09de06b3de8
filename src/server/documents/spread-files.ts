import type { PublicAddress } from "../address/public-address.ts";
import type { FastifyInstance } from "fastify";
import type { ActiveChannel } from "#contract/channels/channel.ts";
import { badgePath, structuredPath } from "#contract/further-paths.ts";
import { pathIn, paths } from "#contract/paths.ts";
import type { Site } from "#contract/site/site.ts";
import { channelLink } from "#domain/channels/channel-link.ts";
import { fitsPhoneBook } from "#domain/channels/known-channels.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { type Language, languageCodes, languages } from "#domain/languages.ts";
import type { Channels } from "../channels/channels.ts";
import { cachedByVersion } from "../http/cache/cached-response.ts";
import { siteVersion } from "../site/live-site.ts";
import { xmlText } from "./xml.ts";

/** Headers of files that other sites show or read. */
const forOthers = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };

/**
 * Serves files for other sites and search engines: a badge in each language, which names the site and leads to its
 * check, and the active channels as JSON-LD.
 */
export function spreadFiles(deps: {
  site: Site;
  channels: Pick<Channels, "active">;
  address: Pick<PublicAddress, "origin">;
}) {
  const { site, channels, address } = deps;

  const sendChannels = cachedByVersion(
    async () => {
      const active = await channels.active();
      return {
        version: `${active.version} ${siteVersion(site)}`,
        make: () => structuredChannels(site, active.channels, address.origin),
      };
    },
    { ...forOthers, "content-type": "application/ld+json; charset=utf-8" },
  );

  return (app: FastifyInstance) => {
    for (const language of languageCodes) {
      const sendBadge = cachedByVersion(
        async () => ({ version: siteVersion(site), make: () => drawBadge(site.brands.contact, language) }),
        { ...forOthers, "content-type": "image/svg+xml; charset=utf-8" },
      );
      app.get(pathIn(language, badgePath), { config: { access: "anyone" } }, sendBadge);
    }
    app.get(structuredPath, { config: { access: "anyone" } }, async (request, reply) => {
      const { channels: shown } = await channels.active();
      return shown.length === 0 ? reply.callNotFound() : sendChannels(request, reply);
    });
  };
}

/** An image for other sites, in two lines. A long name is squeezed into its width, a longer one cut. */
function drawBadge({ name, color }: { name: string; color: string }, language: Language): string {
  const { badge } = dictionaries[language];
  const shown = name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
  const squeezed = shown.length > 16 ? ' textLength="168" lengthAdjust="spacingAndGlyphs"' : "";
  const title = xmlText(badge.title(name));
  const size = 'viewBox="0 0 240 56" width="240" height="56"';
  const shield = "M38 14l11 5v8c0 8-5 13-11 16-6-3-11-8-11-16v-8zM33 28l4 4 7-8";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" lang="${languages[language].tag}" ${size} role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    '<rect x=".5" y=".5" width="239" height="55" rx="12" fill="#fff" stroke="#8a7763"/>',
    `<path d="M12 0h4v56h-4a12 12 0 0 1-12-12V12A12 12 0 0 1 12 0" fill="${color}"/>`,
    `<path d="${shield}" fill="none" stroke="#1c1206" stroke-width="2"/>`,
    '<g font-family="system-ui,sans-serif" fill="#1c1206">',
    '<text x="60" y="24" font-size="13">',
    `${xmlText(badge.line)}</text>`,
    `<text x="60" y="42" font-size="16" font-weight="700"${squeezed}>${xmlText(shown)}</text></g></svg>`,
  ].join("");
}

const maxNameLength = 28;

/**
 * The site as an `Organization` (https://schema.org/Organization): numbers and addresses are its contact points, other
 * active channels its pages elsewhere.
 */
function structuredChannels(site: Site, channels: readonly ActiveChannel[], origin: string): string {
  const links = channels.flatMap((channel) => {
    const link = channelLink(channel.type, channel.value);
    return link.ok ? [{ ...channel, href: link.href }] : [];
  });
  const points = links.filter(fitsPhoneBook).map(({ href, proof }) => {
    const [, scheme, rest = ""] = /^(tel|mailto):(.*)$/.exec(href) ?? [];
    const opens =
      scheme === undefined ? { url: href } : { [scheme === "tel" ? "telephone" : "email"]: decodeURIComponent(rest) };
    const description = proof === "" ? {} : { description: proof };
    return { "@type": "ContactPoint", contactType: "customer support", ...opens, ...description };
  });
  return JSON.stringify({
    "@context": "https://schema.org",
    "@type": "Organization",
    name: site.brands.contact.name,
    legalName: site.legal.operator,
    url: new URL(paths.contact, origin).href,
    contactPoint: points,
    sameAs: links.filter((channel) => !fitsPhoneBook(channel)).map(({ href }) => href),
  });
}
