import { erasePath, paths } from "#contract/paths.ts";
import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import type { PageRenderer } from "#contract/page.ts";
import type { Receipt } from "#contract/submission.ts";
import type { Site } from "#contract/site.ts";
import type { Contacts } from "../channels/contacts.ts";
import type { Inquiries } from "../inquiries/inquiries.ts";
import { queryOf, sendPrivate } from "./documents.ts";
import { takeForms } from "./form-requests.ts";

const keySchema = z.object({ key: z.string().catch("") });

/**
 * A visitor's private page and the erasure of its inquiry; the key permits both. Unknown and expired keys get the same
 * page.
 */
export function receiptPages(deps: {
  site: Site;
  renderer: PageRenderer;
  inquiries: Inquiries;
  contacts: Contacts;
  publicUrl: URL | undefined;
}): FastifyPluginAsync {
  const { site, renderer, inquiries, contacts } = deps;
  let clock: Intl.DateTimeFormat | undefined;
  const timeOf = (at: number) => {
    // Created on first use: loading the locale and the time zone would slow the start.
    clock ??= new Intl.DateTimeFormat("en-IN", {
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
      timeZone: site.timeZone,
    });
    return clock.format(at);
  };

  async function find(key: string): Promise<Receipt | null> {
    const inquiry = await inquiries.findByReceipt(key);
    if (inquiry === null) return null;
    const { reference, status, createdAt, kind, reported, fields } = inquiry;
    const shown = status === "suspected" ? "new" : status;
    return { reference, status: shown, receivedAt: timeOf(createdAt), kind, reported, fields };
  }

  return async (app) => {
    await takeForms(app, deps.publicUrl, { fromNoReferrer: true });

    app.get(paths.receipt, { config: { access: "anyone" } }, async (request, reply) => {
      const url = paths.receipt + queryOf(request);
      // The page after an erasure is the same for everybody.
      if (url === erasedUrl) return sendPrivate(reply, renderer.render(url, { site }));
      const receipt = await find(keySchema.parse(request.query ?? {}).key);
      if (receipt === null) reply.code(404);
      return sendPrivate(reply, renderer.render(url, { site, receipt, chat: await contacts.chat() }));
    });

    app.post(erasePath, { config: { access: "anyone" } }, async (request, reply) => {
      const { key } = keySchema.parse(request.body ?? {});
      return reply.redirect((await inquiries.eraseByReceipt(key)) ? erasedUrl : paths.receipt, 303);
    });
  };
}

const erasedUrl = `${paths.receipt}?erased`;
