import { paths } from "#contract/paths.ts";
import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import { impostorReportSchema } from "#contract/submission.ts";
import type { PageData, PageRenderer, PlainForm } from "#contract/page.ts";
import type { Site } from "#contract/site.ts";
import { reportFields, reportLimits } from "#domain/inquiries/inquiry.ts";
import type { Contacts } from "../channels/contacts.ts";
import { type Inquiries, reportAccepted } from "../inquiries/inquiries.ts";
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

const sentSchema = z.object({ sent: z.string().optional().catch("") });
/** What the visitor entered on the verify page, to prefill the form. */
const askedSchema = z.object({ about: z.string().max(reportLimits.reported) });

/** Impostor reports: the page and its plain form post, with the same schema and service as the API. */
export function reportForm(deps: {
  site: Site;
  renderer: PageRenderer;
  inquiries: Inquiries;
  spamGuard: SpamGuard;
  contacts: Contacts;
  publicUrl: URL | undefined;
}): FastifyPluginAsync {
  const { site, renderer, inquiries, spamGuard } = deps;
  return async (app) => {
    await takeForms(app, deps.publicUrl);
    giveBackUnkept(app, ({ body }, message) => {
      const report = { values: typedFields(reportFields, body), errors: {}, message };
      return renderer.render(paths.report, { site, report, form: samePlainForm(spamGuard, body) });
    });

    app.get(paths.report, { config: { access: "anyone" } }, async (request, reply) => {
      const { sent } = sentSchema.parse(request.query);
      if (sent === undefined)
        return sendUncached(reply, renderer.render(paths.report, { site, form: newPlainForm(spamGuard) }));
      const url = paths.report + queryOf(request);
      return sendAccepted(reply, deps, { url, sent, message: reportAccepted });
    });

    app.post(paths.report, { config: { access: "anyone", takes: "impostor" } }, async (request, reply) => {
      const again = (report: NonNullable<PageData["report"]>, form: PlainForm) =>
        sendUncached(reply, renderer.render(paths.report, { site, report, form }));
      const asked = askedSchema.safeParse(request.body ?? {});
      if (asked.success) {
        return again(
          { values: { reported: asked.data.about, happened: "", reach: "" }, errors: {} },
          newPlainForm(spamGuard),
        );
      }
      const { key, form: words } = formWordsOf(request.body);
      const values = typedFields(reportFields, request.body);
      const parsed = impostorReportSchema.safeParse(request.body ?? {});
      if (!parsed.success) {
        reply.code(422);
        const errors = errorsByField(reportFields, parsed.error);
        return again(
          { values, errors, message: "Please correct the marked fields." },
          samePlainForm(spamGuard, request.body),
        );
      }
      const judged = await spamGuard.assess({ door: "plain form", address: request.ip, key, form: words });
      if (judged.outcome !== "go") {
        return again(
          { values, errors: {}, message: throttledFormMessage(reply, judged) },
          samePlainForm(spamGuard, request.body),
        );
      }
      const submitted = await inquiries.report(parsed.data, { key, isSuspected: judged.isSuspected });
      if (submitted.outcome === "other fields") {
        reply.code(422);
        return again(
          { values, errors: {}, message: sentBefore },
          newPlainForm(spamGuard, { formTime: words.formTime }),
        );
      }
      // Redirect, so that a reload does not submit again.
      return reply.redirect(`${paths.report}?sent=${submitted.receiptKey}`, 303);
    });
  };
}
