import { attachmentField } from "#domain/inquiries/attachment.ts";
import type { FastifyReply } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { answerSenderSchema, inquiryDetailSchema, replyInputSchema } from "#contract/inbox/inbox.ts";
import { inboxPaths } from "#contract/team-api-paths.ts";
import { say } from "#copy/server/say.ts";
import { fileTexts } from "#copy/server/file-texts.ts";
import { callerOf, memberOf, sendOutsideScope } from "../http/access.ts";
import { problems, sendFieldErrors, sendNoVersion, sendProblem } from "../http/problem.ts";
import { takenTypes, withFiles } from "../http/take-files.ts";
import { namedVersion } from "../http/version-tag.ts";
import { sendGone, sendInBin, sendMerged, sendStale, stale, withTag } from "./inquiry-responses.ts";
import type { Attachments } from "../inquiries/attachments/attachments.ts";
import { sendFile } from "../inquiries/attachments/send-file.ts";
import type { Replies } from "./replies.ts";

const params = z.object({ id: z.string() });

/**
 * `/api/contact-inquiries/:id/replies`, `/api/replies`, `/api/answers`, `/api/attachments`: the team's replies, the
 * senders of answers, and everybody's files.
 */
export function replyRoutes(deps: {
  replies: Replies;
  attachments: Pick<Attachments, "find" | "content">;
}): FastifyPluginAsyncZod {
  const { replies, attachments } = deps;
  const replyGone = (reply: FastifyReply) => sendProblem(reply, 404, say("reply.gone"));

  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));

    await app.register(
      withFiles(async (files) => {
        files.post(
          inboxPaths.replies,
          {
            config: { scope: "inquiries:reply" },
            schema: {
              summary: "Reply to a visitor, or log what was said elsewhere; If-Match names the version that was seen",
              params,
              consumes: takenTypes,
              body: replyInputSchema,
              response: {
                201: inquiryDetailSchema,
                412: stale,
                ...problems(400, 401, 403, 404, 409, 413, 415, 422, 428),
              },
            },
          },
          async (request, reply) => {
            const version = namedVersion(request.headers);
            if (version === null) return sendNoVersion(reply, say("reply.no-version"));
            const { status } = request.body;
            if (status !== undefined && request.apiToken?.scopes.includes("inquiries:status") === false)
              return sendOutsideScope(reply, "inquiries:status");
            const sent = { ...request.body, files: request.sentFiles };
            const result = await replies.send(request.params.id, version, sent, callerOf(request));
            if (result.ok) return withTag(reply.code(201), result.inquiry);
            switch (result.reason) {
              case "gone":
                return sendGone(reply);
              case "binned":
                return sendInBin(reply);
              case "merged":
                return sendMerged(reply);
              case "refused files":
                return sendFieldErrors(reply, { [attachmentField]: fileTexts[result.problem] });
              case "no email":
                return sendFieldErrors(reply, {
                  way: say("reply.no-mail"),
                });
              case "stale":
                return sendStale(reply, say("conversation.stale"), result.current);
            }
          },
        );
      }),
    );

    app.delete(
      inboxPaths.reply,
      {
        schema: {
          summary: "Take back one's own reply that has not left; answers the inquiry without it",
          params,
          response: { 200: inquiryDetailSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const result = await replies.takeBack(request.params.id, memberOf(request));
        if (result.ok) return withTag(reply, result.inquiry);
        return result.reason === "left" ? sendProblem(reply, 409, say("reply.left")) : replyGone(reply);
      },
    );

    app.get(
      inboxPaths.attachment,
      {
        config: { scope: "inquiries:read" },
        schema: {
          summary: "A file of a conversation: an image to show, a PDF to download",
          params,
          response: {
            200: {
              description: "The file",
              content: {
                "image/webp": { schema: z.unknown() },
                "application/pdf": { schema: z.unknown() },
              },
            },
            ...problems(401, 403, 404),
          },
        },
      },
      async (request, reply) => {
        const file = await attachments.find(request.params.id);
        if (file === null) return sendProblem(reply, 404, say("file.gone"));
        const content = await attachments.content(file);
        if (content === null) return sendProblem(reply, 404, say("file.damaged"));
        return sendFile(reply, file, content);
      },
    );

    app.put(
      inboxPaths.answerSender,
      {
        schema: {
          summary: "Take an answer by email whose sender can be forged as the visitor's, or take that back",
          params,
          body: answerSenderSchema,
          response: { 200: inquiryDetailSchema, ...problems(400, 401, 403, 404, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const { isVisitors } = request.body;
        const inquiry = await replies.setAccepted(request.params.id, isVisitors, memberOf(request).id);
        return inquiry === null ? sendProblem(reply, 404, say("answer.gone")) : withTag(reply, inquiry);
      },
    );

    app.post(
      inboxPaths.retryReply,
      {
        schema: {
          summary: "Send the email of a reply again",
          params,
          response: { 200: inquiryDetailSchema, ...problems(400, 401, 403, 404, 413, 415) },
        },
      },
      async (request, reply) => {
        const inquiry = await replies.retry(request.params.id);
        return inquiry === null ? replyGone(reply) : withTag(reply, inquiry);
      },
    );
  };
}
