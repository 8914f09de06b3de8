import { paths } from "#contract/paths.ts";
import type { FastifyPluginAsync } from "fastify";
import type { PageRenderer } from "#contract/page.ts";
import type { Site } from "#contract/site.ts";
import { verifyInputSchema } from "#contract/verify.ts";
import type { Verify } from "../verify/verify.ts";
import { sendUncached } from "./documents.ts";
import { errorsByField, takeForms, typedFields } from "./forms.ts";

/** Responds to the plain form of `Is this really you?` with its page; `documents.ts` serves the page without input. */
export function verifyForm(deps: {
  site: Site;
  renderer: PageRenderer;
  verify: Verify;
  publicUrl: URL | undefined;
}): FastifyPluginAsync {
  const { site, renderer, verify } = deps;
  return async (app) => {
    await takeForms(app, deps.publicUrl);
    app.post(paths.verify, { config: { access: "anyone" } }, async (request, reply) => {
      const { text } = typedFields(["text"], request.body);
      const parsed = verifyInputSchema.safeParse(request.body ?? {});
      if (!parsed.success) {
        const problem = errorsByField(["text"], parsed.error).text ?? "";
        return sendUncached(reply.code(422), renderer.render(paths.verify, { site, verified: { text, problem } }));
      }
      const verdict = await verify.verify(parsed.data.text);
      return sendUncached(reply, renderer.render(paths.verify, { site, verified: { text, verdict } }));
    });
  };
}
