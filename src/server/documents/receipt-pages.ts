import type { PublicAddress } from "../address/public-address.ts";
import {
  askCodePath,
  asksToStop,
  attachmentPath,
  codePath,
  erasePath,
  lostLinkPath,
  noEmailPath,
  confirmationStep,
  type ConfirmationStep,
  stopMailPath,
} from "#contract/conversation-paths.ts";
import { lostLink, type LostStep, pathIn, paths, receiptLink } from "#contract/paths.ts";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { PageData, PageRenderer } from "#contract/page.ts";
import { answerTextSchema, otherAddressSchema } from "#contract/inquiries/submission.ts";
import type { Site } from "#contract/site/site.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { textIn } from "#copy/server/render.ts";
import { fileTexts } from "#copy/server/file-texts.ts";
import { readReference } from "#domain/inquiries/inquiry.ts";
import { type Language, languageCodes } from "#domain/languages.ts";
import type { Channels } from "../channels/channels.ts";
import type { AddressConfirmation } from "../inquiries/address-confirmation/address-confirmation.ts";
import type { Conversations } from "../inquiries/conversation.ts";
import type { Inquiries } from "../inquiries/inquiries.ts";
import type { SpamGuard } from "../inquiries/spam-guard/spam-guard.ts";
import { networkOf } from "../lib/network.ts";
import { takeFiles } from "../http/take-files.ts";
import { sendFile } from "../inquiries/attachments/send-file.ts";
import { queryOf, sendPrivate } from "./documents.ts";
import {
  assessForm,
  errorsByField,
  hiddenFields,
  hiddenValuesOf,
  giveBackUnkept,
  newPlainForm,
  samePlainForm,
  takeForms,
  throttledFormMessage,
  typedFields,
  withFilesLost,
} from "./form-requests.ts";

const keySchema = z.object({ key: z.string().catch("") });

interface Deps {
  site: Site;
  renderer: PageRenderer;
  inquiries: Inquiries;
  conversations: Conversations;
  addressConfirmation: AddressConfirmation;
  spamGuard: SpamGuard;
  channels: Channels;
  address: Pick<PublicAddress, "url">;
}

/**
 * A visitor's private page in each language: the conversation, their answers, the proof of their address, the end of
 * emails, and the erasure of it all; the key permits each. Unknown and expired keys get the same page.
 */
export function receiptPages(deps: Deps): FastifyPluginAsync {
  const { site, renderer, spamGuard } = deps;
  return async (app) => {
    await takeForms(app, deps.address, { fromNoReferrer: true });
    const inEach = languageCodes.map((language) => receiptPage(deps, language));
    for (const { addPage, addConfirmation, addLostLink } of inEach) {
      addPage(app);
      addConfirmation(app);
      addLostLink(app);
    }
    await app.register(async (answers) => {
      await takeFiles(answers, ["text", "List-Unsubscribe", ...hiddenFields]);
      giveBackUnkept(answers, (request, language, message) => {
        const { body } = request;
        const refusedAnswer = { text: typedFields(["text"], body).text, message };
        const data = { site, refusedAnswer, form: samePlainForm(spamGuard, body) };
        return renderer.render(pathIn(language, paths.receipt) + queryOf(request), data);
      });
      for (const { addAnswers } of inEach) addAnswers(answers);
    });
  };
}

function receiptPage(deps: Deps, language: Language) {
  const { site, renderer, inquiries, conversations, addressConfirmation, spamGuard, channels } = deps;
  const texts = dictionaries[language].problems;
  const pagePath = pathIn(language, paths.receipt);
  const linkOf = (key: string) => pathIn(language, receiptLink(key));
  const erasedUrl = `${pagePath}?erased`;
  const lostUrls = new Set(
    (["ask", "sent", "wrong", "many"] as const satisfies readonly LostStep[]).map((step) =>
      pathIn(language, lostLink(step)),
    ),
  );

  /** Sends the private page at `url`. */
  async function send(reply: FastifyReply, url: string, key: string, data: Pick<PageData, "form" | "refusedAnswer">) {
    const receipt = await conversations.find(key, language);
    if (receipt === null) reply.code(404);
    const shown = receipt?.mayAnswer === true ? data : {};
    return sendPrivate(reply, renderer.render(url, { site, receipt, chat: await channels.chat(), ...shown }));
  }

  /** The forms that prove the visitor's address. Only the key of the page proves it, not one from an email. */
  function addConfirmation(app: FastifyInstance) {
    const stepLink = (key: string, step: ConfirmationStep) => `${linkOf(key)}&${confirmationStep}=${step}#proof`;

    app.post(pathIn(language, askCodePath), { config: { access: "anyone" } }, async (request, reply) => {
      const { key } = keySchema.parse(request.body ?? {});
      const result = await addressConfirmation.ask(key);
      const isOver = !result.ok && result.reason === "gone";
      return reply.redirect(isOver ? linkOf(key) : stepLink(key, result.ok ? "sent" : "many"), 303);
    });

    app.post(pathIn(language, codePath), { config: { access: "anyone" } }, async (request, reply) => {
      const { key, code } = keySchema.extend({ code: z.string().max(40).catch("") }).parse(request.body ?? {});
      const result = await addressConfirmation.confirm(key, code.normalize("NFKC").replaceAll(/\D/g, ""));
      if (result.ok || result.reason === "gone") return reply.redirect(linkOf(key), 303);
      return reply.redirect(stepLink(key, result.reason), 303);
    });

    app.post(pathIn(language, noEmailPath), { config: { access: "anyone" } }, async (request, reply) => {
      const { key, email } = keySchema.extend({ email: z.string().trim().catch("") }).parse(request.body ?? {});
      if (!otherAddressSchema.safeParse({ email }).success) return reply.redirect(stepLink(key, "address"), 303);
      const { proof } = dictionaries[language].receipt;
      const result = await conversations.sayNoEmail(key, email === "" ? proof.asked : proof.askedAt(email));
      const isUnsent = !result.ok && result.reason !== "gone";
      return reply.redirect(isUnsent ? stepLink(key, "unsent") : `${linkOf(key)}#answer`, 303);
    });
  }

  /** The form that mails a new link. It says the same whether there is such an inquiry or not. */
  function addLostLink(app: FastifyInstance) {
    app.post(pathIn(language, lostLinkPath), { config: { access: "anyone" } }, async (request, reply) => {
      const reference = readReference(typedFields(["reference"], request.body).reference);
      if (reference === null) return reply.redirect(pathIn(language, lostLink("wrong")), 303);
      const isSent = await addressConfirmation.sendLink(reference, networkOf(request.ip));
      return reply.redirect(pathIn(language, lostLink(isSent ? "sent" : "many")), 303);
    });
  }

  /** Returns whether a mail program ends emails with one click, at the page that would ask (RFC 8058, section 3.2). */
  function isOneClick({ query, body }: FastifyRequest): boolean {
    const clicked = z.object({ [asksToStop]: z.string() }).safeParse(query).success;
    return clicked && z.object({ "List-Unsubscribe": z.literal("One-Click") }).safeParse(body).success;
  }

  async function takeAnswer(request: FastifyRequest, reply: FastifyReply) {
    // The form posts to the address of the page; its own field `key` is the idempotency key.
    const { key: receiptKey } = keySchema.parse(request.query ?? {});
    if (isOneClick(request)) {
      await conversations.setMailStopped(receiptKey, true);
      return reply.code(204).send();
    }
    const { text } = typedFields(["text"], request.body);
    const hidden = hiddenValuesOf(request.body);
    const files = request.sentFiles;
    const again = (why: string, plainForm = samePlainForm(spamGuard, request.body)) => {
      const refusedAnswer = { text, message: withFilesLost(why, files, language) };
      return send(reply, linkOf(receiptKey), receiptKey, { form: plainForm, refusedAnswer });
    };
    const parsed = answerTextSchema.safeParse(request.body ?? {});
    if (!parsed.success) {
      reply.code(422);
      return again(errorsByField(["text"], parsed.error, language).text ?? texts.correctFields);
    }
    const assessment = await assessForm(spamGuard, request, hidden);
    if (assessment.outcome !== "go") return again(throttledFormMessage(reply, assessment, language));
    const options = { idempotencyKey: hidden.key, isSuspected: assessment.isSuspected, files };
    const result = await conversations.answer(receiptKey, parsed.data.text, options);
    // Redirect, so that a reload does not submit again.
    if (result.ok) return reply.redirect(`${linkOf(receiptKey)}#answer`, 303);
    if (result.reason === "refused files") {
      reply.code(422);
      return again(textIn(language, fileTexts[result.problem]));
    }
    if (result.reason === "gone") return send(reply, linkOf(receiptKey), receiptKey, {});
    if (result.reason === "other fields") {
      reply.code(422);
      return again(texts.sentBefore, newPlainForm(spamGuard, { formTime: hidden.form.formTime }));
    }
    reply.code(409);
    return again(result.reason === "over" ? texts.answerOver : texts.answersFull);
  }

  function addPage(app: FastifyInstance) {
    app.get(pagePath, { config: { access: "anyone" } }, async (request, reply) => {
      const url = pagePath + queryOf(request);
      // These pages are the same for everybody.
      if (url === erasedUrl || lostUrls.has(url)) return sendPrivate(reply, renderer.render(url, { site }));
      return send(reply, url, keySchema.parse(request.query ?? {}).key, { form: newPlainForm(spamGuard) });
    });

    app.get(pathIn(language, attachmentPath), { config: { access: "anyone" } }, async (request, reply) => {
      const { key, id } = keySchema.extend({ id: z.string().catch("") }).parse(request.query ?? {});
      const found = await conversations.file(key, id);
      if (found === null) return sendPrivate(reply.code(404), renderer.render(pagePath, { site, receipt: null }));
      return sendFile(reply, found.file, found.parts);
    });

    app.post(pathIn(language, stopMailPath), { config: { access: "anyone" } }, async (request, reply) => {
      const { key, mail } = keySchema
        .extend({ mail: z.enum(["on", "stopped"]).catch("stopped") })
        .parse(request.body ?? {});
      await conversations.setMailStopped(key, mail === "stopped");
      return reply.redirect(linkOf(key), 303);
    });

    app.post(pathIn(language, erasePath), { config: { access: "anyone" } }, async (request, reply) => {
      const { key } = keySchema.parse(request.body ?? {});
      return reply.redirect((await inquiries.eraseByReceipt(key)) ? erasedUrl : pagePath, 303);
    });
  }

  function addAnswers(app: FastifyInstance) {
    app.post(pagePath, { config: { access: "anyone" } }, takeAnswer);
  }

  return { addPage, addConfirmation, addLostLink, addAnswers };
}
