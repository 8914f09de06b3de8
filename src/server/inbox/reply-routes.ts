import { attachmentField } from "#domain/inquiries/attachment.ts";
import { say } from "#copy/server/say.ts";
import { fileTexts } from "#copy/server/file-texts.ts";
import { sendOutsideScope } from "../http/access.ts";
import { refused, route } from "../http/route.ts";
import { binned, gone, merged, staleInquiry, withTag } from "./inquiry-responses.ts";
import type { Attachments } from "../inquiries/attachments/attachments.ts";
import { sendFile } from "../inquiries/attachments/send-file.ts";
import type { Replies } from "./replies.ts";

const replyGone = [404, say("reply.gone")] as const;

/**
 * `/api/contact-inquiries/:id/replies`, `/api/replies`, `/api/answers`, `/api/attachments`: the team's replies, the
 * senders of answers, and everybody's files.
 */
export const replyRoutes = (deps: { replies: Replies; attachments: Pick<Attachments, "find" | "content"> }) => [
  route("POST /contact-inquiries/:id/replies", {
    does: "Reply to a visitor, or log what was said elsewhere; If-Match names the version that was seen",
    scope: "inquiries:reply",
    noVersion: say("reply.no-version"),
    refuses: {
      gone,
      binned,
      merged,
      stale: staleInquiry(say("conversation.stale")),
      "refused files": [
        422,
        ({ problem }: { problem: keyof typeof fileTexts }) => ({ errors: { [attachmentField]: fileTexts[problem] } }),
      ],
      "no email": [422, { way: say("reply.no-mail") }],
    },
    run: async ({ id, body, version, caller, request, reply }) => {
      if (body.status !== undefined && request.apiToken?.scopes.includes("inquiries:status") === false)
        return sendOutsideScope(reply, "inquiries:status");
      const result = await deps.replies.send(id, version, { ...body, files: request.sentFiles }, caller);
      return result.ok ? withTag(reply, result.inquiry) : result;
    },
  }),

  route("DELETE /replies/:id", {
    does: "Take back one's own reply that has not left; answers the inquiry without it",
    refuses: { gone: replyGone, left: [409, say("reply.left")] },
    run: async ({ id, member, reply }) => {
      const result = await deps.replies.takeBack(id, member);
      return result.ok ? withTag(reply, result.inquiry) : result;
    },
  }),

  route("GET /attachments/:id", {
    does: "A file of a conversation: an image to show, a PDF to download",
    scope: "inquiries:read",
    refuses: { gone: [404, say("file.gone")], damaged: [404, say("file.damaged")] },
    run: async ({ id, reply }) => {
      const file = await deps.attachments.find(id);
      if (file === null) return refused("gone");
      const content = await deps.attachments.content(file);
      return content === null ? refused("damaged") : sendFile(reply, file, content);
    },
  }),

  route("PUT /answers/:id/sender", {
    does: "Take an answer by email whose sender can be forged as the visitor's, or take that back",
    refuses: { gone: [404, say("answer.gone")] },
    run: async ({ id, body, member, reply }) => {
      const inquiry = await deps.replies.setAccepted(id, body.isVisitors, member.id);
      return inquiry === null ? refused("gone") : withTag(reply, inquiry);
    },
  }),

  route("POST /replies/:id/retry", {
    does: "Send the email of a reply again",
    refuses: { gone: replyGone },
    run: async ({ id, reply }) => {
      const inquiry = await deps.replies.retry(id);
      return inquiry === null ? refused("gone") : withTag(reply, inquiry);
    },
  }),
];
