import { encodeQR } from "qr";
import type { FastifyInstance } from "fastify";
import type { ActiveContact } from "#contract/contact.ts";
import type { Site } from "#contract/site.ts";
import { codePath, phoneBookPath } from "#contract/paths.ts";
import { channelLink } from "#domain/channels/channel-link.ts";
import { fitsPhoneBook } from "#domain/channels/channel.ts";
import { cachedByVersion } from "../http/cache/versioned-response.ts";
import type { Contacts } from "../channels/contacts.ts";
import { phoneBookCard } from "./phone-book-card.ts";

const svg = { "content-type": "image/svg+xml; charset=utf-8" };
const vcard = {
  "content-type": "text/vcard; charset=utf-8",
  "content-disposition": 'attachment; filename="contact.vcf"',
};

/** Files made from the active channels: a QR code for each, and one vCard. Neither outlives its channel. */
export function channelFiles(deps: { site: Site; contacts: Pick<Contacts, "active">; publicUrl: URL | undefined }) {
  const { site, contacts, publicUrl } = deps;
  // Keyed by the URL in the code, which is its only content.
  const codes = new Map<string, ReturnType<typeof cachedByVersion>>();

  function codeOf(href: string, shown: readonly ActiveContact[]): ReturnType<typeof cachedByVersion> {
    const known = codes.get(href);
    if (known !== undefined) return known;
    const current = new Set(shown.map(hrefOf));
    for (const old of codes.keys()) if (!current.has(old)) codes.delete(old);
    const made = cachedByVersion(async () => ({ version: 1, make: () => drawCode(href) }), svg);
    codes.set(href, made);
    return made;
  }

  const sendCard = cachedByVersion(async () => {
    const active = await contacts.active();
    return { version: active.version, make: () => phoneBookCard(site.brands.contact.name, active.contacts, publicUrl) };
  }, vcard);

  return (app: FastifyInstance) => {
    app.get<{ Params: { id: string } }>(
      codePath(":id(^[\\w-]+)"),
      { config: { access: "anyone" } },
      async (request, reply) => {
        const { contacts: shown } = await contacts.active();
        const href = hrefOf(shown.find(({ _id }) => _id === request.params.id));
        return href === undefined ? reply.callNotFound() : codeOf(href, shown)(request, reply);
      },
    );

    app.get(phoneBookPath, { config: { access: "anyone" } }, async (request, reply) => {
      const { contacts: shown } = await contacts.active();
      if (!shown.some(fitsPhoneBook)) return reply.callNotFound();
      return sendCard(request, reply);
    });
  };
}

function hrefOf(contact: ActiveContact | undefined): string | undefined {
  const link = contact && channelLink(contact.type, contact.value);
  return link?.ok === true ? link.href : undefined;
}

/** Black on white on any background, with the standard's quiet zone of four modules. */
function drawCode(href: string): string {
  return encodeQR(href, "svg", { border: 4 }).replace(
    "<path",
    '<path fill="#fff" d="M0 0h200v200H0z"/><path shape-rendering="crispEdges"',
  );
}
