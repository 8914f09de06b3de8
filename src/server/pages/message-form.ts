import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import { inquirySchema } from "#contract/inquiry.ts";
import type { PageRenderer, PlainForm, RefusedInquiry } from "#contract/page.ts";
import type { Site } from "#contract/site.ts";
import { inquiryFields } from "#domain/inquiry.ts";
import type { Contacts } from "../services/contacts.ts";
import type { Inquiries } from "../services/inquiries.ts";
import type { SpamGuard } from "../services/spam-guard.ts";
import { acceptedBy } from "./accepted.ts";
import { queryOf, sendPrivate, sendUncached } from "./documents.ts";
import { formWordsOf, heldUpForm, newPlainForm, samePlainForm, sentBefore } from "./plain-form.ts";
import { errorsByField, giveBackUnkept, takeForms, typedFields } from "./typed-form.ts";

/** Where the form posts to without scripts. `web/routes.tsx` declares the same path, and a test keeps them in sync. */
export const messageFormPath = "/contact/message";

const sentSchema = z.object({ sent: z.string().catch("") });

/** Inquiries by plain form post, with the same schema and service as the API. */
export function messageForm(deps: {
  site: Site;
  renderer: PageRenderer;
  inquiries: Inquiries;
  intake: SpamGuard;
  contacts: Contacts;
  publicUrl: URL | undefined;
}): FastifyPluginAsync {
  const { site, renderer, inquiries, intake, contacts } = deps;
  return async (app) => {
    await takeForms(app, deps.publicUrl);
    giveBackUnkept(app, ({ body }, message) => {
      const refused = { values: typedFields(inquiryFields, body), errors: {}, message };
      return renderer.render(messageFormPath, { site, refused, form: samePlainForm(intake, body) });
    });
    app.get(messageFormPath, { config: { access: "anyone" } }, async (request, reply) => {
      const url = messageFormPath + queryOf(request);
      const { sent } = sentSchema.parse(request.query);
      const accepted = sent === "" ? null : await acceptedBy(inquiries, sent, site.words.inquiryAccepted);
      // The form itself shows no contact; the page after it offers WhatsApp.
      if (accepted === null)
        return sendUncached(reply, renderer.render(url, { site, accepted, form: newPlainForm(intake) }));
      return sendPrivate(reply, renderer.render(url, { site, accepted, chat: await contacts.chat() }));
    });
    app.post(messageFormPath, { config: { access: "anyone", takes: "message" } }, async (request, reply) => {
      const { key, form: words } = formWordsOf(request.body);
      const values = typedFields(inquiryFields, request.body);
      const again = async (refused: Omit<RefusedInquiry, "values">, form: PlainForm) => {
        const data = { site, refused: { values, ...refused }, form, chat: await contacts.chat() };
        return sendUncached(reply, renderer.render(messageFormPath, data));
      };
      const parsed = inquirySchema.safeParse(request.body ?? {});
      if (!parsed.success) {
        reply.code(422);
        const errors = errorsByField(inquiryFields, parsed.error);
        return again({ errors, message: "Please correct the marked fields." }, samePlainForm(intake, request.body));
      }
      const judged = await intake.judge({ door: "plain form", address: request.ip, key, form: words });
      if (judged.outcome !== "go") {
        return again({ errors: {}, message: heldUpForm(reply, judged) }, samePlainForm(intake, request.body));
      }
      const submitted = await inquiries.submit(parsed.data, { key, isSuspected: judged.isSuspected });
      if (submitted.outcome === "other fields") {
        reply.code(422);
        return again({ errors: {}, message: sentBefore }, newPlainForm(intake, { formTime: words.formTime }));
      }
      // Redirect, so that a reload does not submit again.
      return reply.redirect(`${messageFormPath}?sent=${submitted.receiptKey}`, 303);
    });
  };
}
