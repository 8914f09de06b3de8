import { attachmentPath, erasePath, stopMailPath } from "#contract/conversation-paths.ts";
import { pathInEach, paths, receiptLink } from "#contract/paths.ts";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { PageData, PageRenderer } from "#contract/page.ts";
import { answerTextSchema } from "#contract/submission.ts";
import type { Site } from "#contract/site.ts";
import type { Contacts } from "../channels/contacts.ts";
import { answerOver, answersFull, type Conversations } from "../inquiries/conversation.ts";
import type { Inquiries } from "../inquiries/inquiries.ts";
import type { SpamGuard } from "../inquiries/spam-guard/spam-guard.ts";
import { takeFiles } from "../http/take-files.ts";
import { sendFile } from "../inquiries/attachments/send-file.ts";
import { inLanguageOf, queryOf, sendPrivate } from "./documents.ts";
import {
  assessForm,
  errorsByField,
  formWordsOf,
  giveBackUnkept,
  newPlainForm,
  samePlainForm,
  sentBefore,
  takeForms,
  throttledFormMessage,
  typedFields,
  withFilesLost,
} from "./form-requests.ts";

const keySchema = z.object({ key: z.string().catch("") });

/**
 * A visitor's private page: the conversation, their answers, the end of emails, and the erasure of it all; the key
 * permits each. Unknown and expired keys get the same page.
 */
export function receiptPages(deps: {
  site: Site;
  renderer: PageRenderer;
  inquiries: Inquiries;
  conversations: Conversations;
  spamGuard: SpamGuard;
  contacts: Contacts;
  publicUrl: URL | undefined;
}): FastifyPluginAsync {
  const { site, renderer, inquiries, conversations, spamGuard, contacts } = deps;

  /** Sends the private page at `url`. */
  async function send(reply: FastifyReply, url: string, key: string, data: Pick<PageData, "form" | "refusedAnswer">) {
    const receipt = await conversations.find(key);
    if (receipt === null) reply.code(404);
    const shown = receipt?.mayAnswer === true ? data : {};
    return sendPrivate(reply, renderer.render(url, { site, receipt, chat: await contacts.chat(), ...shown }));
  }

  async function takeAnswer(request: FastifyRequest, reply: FastifyReply) {
    // The form posts to the address of the page; its own field `key` is the idempotency key.
    const { key: receiptKey } = keySchema.parse(request.query ?? {});
    const ownPage = inLanguageOf(request, receiptLink(receiptKey));
    const { text } = typedFields(["text"], request.body);
    const words = formWordsOf(request.body);
    const files = request.sentFiles;
    const again = (why: string, plainForm = samePlainForm(spamGuard, request.body)) => {
      const refusedAnswer = { text, message: withFilesLost(why, files) };
      return send(reply, ownPage, receiptKey, { form: plainForm, refusedAnswer });
    };
    const parsed = answerTextSchema.safeParse(request.body ?? {});
    if (!parsed.success) {
      reply.code(422);
      return again(errorsByField(["text"], parsed.error).text ?? "Your answer is required.");
    }
    const assessment = await assessForm(spamGuard, request, words);
    if (assessment.outcome !== "go") return again(throttledFormMessage(reply, assessment));
    const how = { idempotencyKey: words.key, isSuspected: assessment.isSuspected, files };
    const result = await conversations.answer(receiptKey, parsed.data.text, how);
    const { outcome } = result;
    if (outcome === "refused files") {
      reply.code(422);
      return again(result.problem);
    }
    if (outcome === "gone") return send(reply, ownPage, receiptKey, {});
    if (outcome === "other fields") {
      reply.code(422);
      return again(sentBefore, newPlainForm(spamGuard, { formTime: words.form.formTime }));
    }
    if (outcome === "over" || outcome === "full") {
      reply.code(409);
      return again(outcome === "over" ? answerOver : answersFull);
    }
    // Redirect, so that a reload does not submit again.
    return reply.redirect(`${ownPage}#answer`, 303);
  }

  return async (app) => {
    await takeForms(app, deps.publicUrl, { fromNoReferrer: true });
    for (const path of pathInEach(paths.receipt))
      app.get(path, { config: { access: "anyone" } }, async (request, reply) => {
        const query = queryOf(request);
        const url = path + query;
        // The page after an erasure is the same for everybody.
        if (query === erased) return sendPrivate(reply, renderer.render(url, { site }));
        return send(reply, url, keySchema.parse(request.query ?? {}).key, { form: newPlainForm(spamGuard) });
      });

    await app.register(async (answers) => {
      await takeFiles(answers);
      giveBackUnkept(answers, (request, message) => {
        const { body } = request;
        const refusedAnswer = { text: typedFields(["text"], body).text, message };
        const data = { site, refusedAnswer, form: samePlainForm(spamGuard, body) };
        return renderer.render(inLanguageOf(request, paths.receipt) + queryOf(request), data);
      });
      for (const path of pathInEach(paths.receipt)) answers.post(path, { config: { access: "anyone" } }, takeAnswer);
    });

    for (const path of pathInEach(attachmentPath))
      app.get(path, { config: { access: "anyone" } }, async (request, reply) => {
        const { key, id } = keySchema.extend({ id: z.string().catch("") }).parse(request.query ?? {});
        const found = await conversations.file(key, id);
        if (found === null)
          return sendPrivate(
            reply.code(404),
            renderer.render(inLanguageOf(request, paths.receipt), { site, receipt: null }),
          );
        return sendFile(reply, found.file, found.parts);
      });

    for (const path of pathInEach(stopMailPath))
      app.post(path, { config: { access: "anyone" } }, async (request, reply) => {
        const { key, mail } = keySchema
          .extend({ mail: z.enum(["on", "stopped"]).catch("stopped") })
          .parse(request.body ?? {});
        await conversations.setMailStopped(key, mail === "stopped");
        return reply.redirect(inLanguageOf(request, receiptLink(key)), 303);
      });

    for (const path of pathInEach(erasePath))
      app.post(path, { config: { access: "anyone" } }, async (request, reply) => {
        const { key } = keySchema.parse(request.body ?? {});
        return reply.redirect(
          inLanguageOf(request, paths.receipt) + ((await inquiries.eraseByReceipt(key)) ? erased : ""),
          303,
        );
      });
  };
}

/** The query of the page after an erasure. */
const erased = "?erased";
