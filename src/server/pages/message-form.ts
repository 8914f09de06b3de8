import formbody from "@fastify/formbody";
import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import { inquirySchema } from "#contract/inquiry.ts";
import type { PageRenderer, RefusedInquiry } from "#contract/page.ts";
import type { Site } from "#contract/site.ts";
import { plainLines } from "#contract/text.ts";
import { type InquiryField, inquiryFields } from "#domain/inquiry.ts";
import type { Inquiries } from "../services/inquiries.ts";
import { refuseForeign } from "../access.ts";
import { sendUncached } from "./documents.ts";

/** Where the form posts to without scripts; it is declared in `web/routes.tsx` as well, and a test holds them together. */
export const messageFormPath = "/contact/message";

/** The second door for inquiries: a plain form post, on the same schema and service as the API's. */
export function messageForm(deps: {
  site: Site;
  renderer: PageRenderer;
  inquiries: Inquiries;
  publicUrl: URL | undefined;
}): FastifyPluginAsync {
  const { site, renderer, inquiries } = deps;

  return async (app) => {
    app.removeAllContentTypeParsers();
    await app.register(formbody);
    app.addHook("onRequest", async (request, reply) => refuseForeign(request, reply, deps.publicUrl));
    app.post(messageFormPath, { config: { access: "anyone" } }, async (request, reply) => {
      const parsed = inquirySchema.safeParse(request.body ?? {});
      if (parsed.success) {
        await inquiries.submit(parsed.data);
        // A reload of the page that follows sends nothing again.
        return reply.redirect(`${messageFormPath}?sent`, 303);
      }
      const refused = {
        values: typed(request.body),
        errors: byField(parsed.error),
        message: "Please correct the marked fields.",
      };
      return sendUncached(reply.code(422), renderer.render(messageFormPath, { site, refused }));
    });
  };
}

/** What was typed, as it was typed. */
function typed(body: unknown): RefusedInquiry["values"] {
  const text = z.string().overwrite(plainLines).catch("");
  return z.object({ name: text, phone: text, email: text, city: text, query: text }).parse(body ?? {});
}

function byField(error: z.ZodError): RefusedInquiry["errors"] {
  const errors: RefusedInquiry["errors"] = {};
  for (const { path, message } of error.issues) {
    const field = inquiryFields.find((name): name is InquiryField => name === path[0]);
    if (field !== undefined) errors[field] ??= message;
  }
  return errors;
}
