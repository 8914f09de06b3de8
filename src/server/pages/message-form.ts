import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import { inquirySchema } from "#contract/inquiry.ts";
import type { PageRenderer } from "#contract/page.ts";
import type { Site } from "#contract/site.ts";
import { inquiryFields } from "#domain/inquiry.ts";
import type { Inquiries } from "../services/inquiries.ts";
import type { Contacts } from "../services/contacts.ts";
import { acceptedBy } from "./accepted.ts";
import { queryOf, sendPrivate, sendUncached } from "./documents.ts";
import { keyOf, newPlainForm, sentBefore } from "./plain-form.ts";
import { errorsByField, giveBackUnkept, takeForms, typedFields } from "./typed-form.ts";

/** Where the form posts to without scripts; it is declared in `web/routes.tsx` as well, and a test holds them together. */
export const messageFormPath = "/contact/message";

const sentSchema = z.object({ sent: z.string().catch("") });

/** The second door for inquiries: a plain form post, on the same schema and service as the API's. */
export function messageForm(deps: {
  site: Site;
  renderer: PageRenderer;
  inquiries: Inquiries;
  contacts: Contacts;
  publicUrl: URL | undefined;
}): FastifyPluginAsync {
  const { site, renderer, inquiries, contacts } = deps;
  return async (app) => {
    await takeForms(app, deps.publicUrl);
    giveBackUnkept(app, ({ body }, message) => {
      const refused = { values: typedFields(inquiryFields, body), errors: {}, message };
      return renderer.render(messageFormPath, { site, refused, form: newPlainForm(keyOf(body)) });
    });
    app.get(messageFormPath, { config: { access: "anyone" } }, async (request, reply) => {
      const url = messageFormPath + queryOf(request);
      const { sent } = sentSchema.parse(request.query);
      const accepted = sent === "" ? null : await acceptedBy(inquiries, sent, site.words.inquiryAccepted);
      // The form by itself carries no contact; what comes after it offers WhatsApp.
      if (accepted === null) return sendUncached(reply, renderer.render(url, { site, accepted, form: newPlainForm() }));
      return sendPrivate(reply, renderer.render(url, { site, accepted, chat: await contacts.chat() }));
    });
    app.post(messageFormPath, { config: { access: "anyone" } }, async (request, reply) => {
      const key = keyOf(request.body);
      const parsed = inquirySchema.safeParse(request.body ?? {});
      if (parsed.success) {
        const submitted = await inquiries.submit(parsed.data, { key, isSuspected: false });
        // A reload of the page that follows sends nothing again.
        if (submitted.outcome === "accepted") {
          return reply.redirect(`${messageFormPath}?sent=${submitted.receiptKey}`, 303);
        }
      }
      const refused = {
        values: typedFields(inquiryFields, request.body),
        errors: parsed.success ? {} : errorsByField(inquiryFields, parsed.error),
        message: parsed.success ? sentBefore : "Please correct the marked fields.",
      };
      const form = newPlainForm(parsed.success ? undefined : key);
      return sendUncached(
        reply.code(422),
        renderer.render(messageFormPath, { site, refused, form, chat: await contacts.chat() }),
      );
    });
  };
}
