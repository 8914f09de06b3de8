import { paths } from "#contract/paths.ts";
import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import { inquirySchema } from "#contract/submission.ts";
import type { PageRenderer, PlainForm, RefusedInquiry } from "#contract/page.ts";
import type { Site } from "#contract/site.ts";
import { inquiryFields } from "#domain/inquiries/inquiry.ts";
import type { Contacts } from "../channels/contacts.ts";
import type { Inquiries } from "../inquiries/inquiries.ts";
import type { SpamGuard } from "../inquiries/spam-guard/spam-guard.ts";
import {
  errorsByField,
  formWordsOf,
  giveBackUnkept,
  newPlainForm,
  samePlainForm,
  sendAccepted,
  sentBefore,
  takeForms,
  throttledFormMessage,
  typedFields,
} from "./forms.ts";
import { queryOf, sendUncached } from "./documents.ts";

const sentSchema = z.object({ sent: z.string().catch("") });

/** Inquiries by plain form post, with the same schema and service as the API. */
export function messageForm(deps: {
  site: Site;
  renderer: PageRenderer;
  inquiries: Inquiries;
  spamGuard: SpamGuard;
  contacts: Contacts;
  publicUrl: URL | undefined;
}): FastifyPluginAsync {
  const { site, renderer, inquiries, spamGuard, contacts } = deps;
  return async (app) => {
    await takeForms(app, deps.publicUrl);
    giveBackUnkept(app, ({ body }, message) => {
      const refused = { values: typedFields(inquiryFields, body), errors: {}, message, isForNow: true };
      return renderer.render(paths.message, { site, refused, form: samePlainForm(spamGuard, body) });
    });
    app.get(paths.message, { config: { access: "anyone" } }, async (request, reply) => {
      const url = paths.message + queryOf(request);
      const { sent } = sentSchema.parse(request.query);
      return sendAccepted(reply, deps, { url, sent, message: site.words.inquiryAccepted });
    });
    app.post(paths.message, { config: { access: "anyone", takes: "message" } }, async (request, reply) => {
      const { key, form: words } = formWordsOf(request.body);
      const values = typedFields(inquiryFields, request.body);
      const again = async (refused: Omit<RefusedInquiry, "values">, form: PlainForm) => {
        const data = { site, refused: { values, ...refused }, form, chat: await contacts.chat() };
        return sendUncached(reply, renderer.render(paths.message, data));
      };
      const parsed = inquirySchema.safeParse(request.body ?? {});
      if (!parsed.success) {
        reply.code(422);
        const errors = errorsByField(inquiryFields, parsed.error);
        return again({ errors, message: "Please correct the marked fields." }, samePlainForm(spamGuard, request.body));
      }
      const judged = await spamGuard.assess({ door: "plain form", address: request.ip, key, form: words });
      if (judged.outcome !== "go") {
        return again(
          { errors: {}, message: throttledFormMessage(reply, judged), isForNow: true },
          samePlainForm(spamGuard, request.body),
        );
      }
      const submitted = await inquiries.submit(parsed.data, { key, isSuspected: judged.isSuspected });
      if (submitted.outcome === "other fields") {
        reply.code(422);
        return again({ errors: {}, message: sentBefore }, newPlainForm(spamGuard, { formTime: words.formTime }));
      }
      // Redirect, so that a reload does not submit again.
      return reply.redirect(`${paths.message}?sent=${submitted.receiptKey}`, 303);
    });
  };
}
