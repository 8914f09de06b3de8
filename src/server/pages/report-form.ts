import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import { impostorReportSchema } from "#contract/impostor-report.ts";
import type { PageRenderer } from "#contract/page.ts";
import type { Site } from "#contract/site.ts";
import { reportFields, reportLimits } from "#domain/impostor-report.ts";
import { reportAccepted } from "../report-accepted.ts";
import type { Contacts } from "../services/contacts.ts";
import type { Inquiries } from "../services/inquiries.ts";
import { acceptedBy } from "./accepted.ts";
import { queryOf, sendPrivate, sendUncached } from "./documents.ts";
import { keyOf, newPlainForm, sentBefore } from "./plain-form.ts";
import { errorsByField, giveBackUnkept, takeForms, typedFields } from "./typed-form.ts";

/** Where the form posts to without scripts; it is declared in `web/routes.tsx` as well, and a test holds them together. */
export const reportFormPath = "/report";

const sentSchema = z.object({ sent: z.string().optional().catch("") });
/** What the verify page was asked, so that nobody has to type it twice. */
const askedSchema = z.object({ about: z.string().max(reportLimits.reported) });

/** The page of an impostor report and its plain form post, on the same schema and service as the API's. */
export function reportForm(deps: {
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
      const report = { values: typedFields(reportFields, body), errors: {}, message };
      return renderer.render(reportFormPath, { site, report, form: newPlainForm(keyOf(body)) });
    });

    app.get(reportFormPath, { config: { access: "anyone" } }, async (request, reply) => {
      const { sent } = sentSchema.parse(request.query);
      if (sent === undefined)
        return sendUncached(reply, renderer.render(reportFormPath, { site, form: newPlainForm() }));
      const url = reportFormPath + queryOf(request);
      const accepted = await acceptedBy(inquiries, sent, reportAccepted);
      if (accepted === null) return sendUncached(reply, renderer.render(url, { site, accepted, form: newPlainForm() }));
      return sendPrivate(reply, renderer.render(url, { site, accepted, chat: await contacts.chat() }));
    });

    app.post(reportFormPath, { config: { access: "anyone" } }, async (request, reply) => {
      const asked = askedSchema.safeParse(request.body ?? {});
      if (asked.success) {
        const values = { reported: asked.data.about, happened: "", reach: "" };
        const report = { values, errors: {} };
        return sendUncached(reply, renderer.render(reportFormPath, { site, report, form: newPlainForm() }));
      }
      const key = keyOf(request.body);
      const parsed = impostorReportSchema.safeParse(request.body ?? {});
      if (parsed.success) {
        const submitted = await inquiries.report(parsed.data, { key, isSuspected: false });
        // A reload of the page that follows sends nothing again.
        if (submitted.outcome === "accepted") {
          return reply.redirect(`${reportFormPath}?sent=${submitted.receiptKey}`, 303);
        }
      }
      const report = {
        values: typedFields(reportFields, request.body),
        errors: parsed.success ? {} : errorsByField(reportFields, parsed.error),
        message: parsed.success ? sentBefore : "Please correct the marked fields.",
      };
      const form = newPlainForm(parsed.success ? undefined : key);
      return sendUncached(reply.code(422), renderer.render(reportFormPath, { site, report, form }));
    });
  };
}
